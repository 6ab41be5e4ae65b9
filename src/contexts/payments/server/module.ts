/** Payments: accounts, links and pages to pay by, gateways, and what was received. */
import { askForCanonicalPayments, canonicalPayments } from './payment-file/canonical-old.ts';
import { loanOfPaymentLink } from './links/borrower-links.ts';
import { forgetCodes } from './pages/one-time-code.ts';
import { evidenceSlot, timelineSlot } from '#contexts/loans/server/slots.ts';
import { paymentsMasters } from '../masters.ts';
import { paymentTimeline } from './timeline.ts';
import { agency } from '#contexts/agency/server/module.ts';
import { actSlot } from '#contexts/authority/server/acts/act.ts';
import { authority } from '#contexts/authority/server/module.ts';
import { contact } from '#contexts/contact/server/module.ts';
import { files } from '#contexts/files/server/module.ts';
import { kindSlot } from '#contexts/files/server/slots.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { messaging } from '#contexts/messaging/server/module.ts';
import { fill, module } from '#kernel/server/module.ts';
import { openSigner } from '#kernel/server/operation/secret.ts';
import { exportSlot, gaugeSlot } from '#kernel/server/slots.ts';
import type { Charging } from './autopay/charge.ts';
import { keepAutopay } from './autopay/keep.ts';
import { autopayRoutes } from './autopay/routes.ts';
import { watchAges } from './cash/held.ts';
import { cashRoutes } from './cash/routes.ts';
import { slipJob } from './cash/deposits/slip-photo.ts';
import { differenceActs } from './cash/deposits/difference-acts.ts';
import { voidReceiptAct } from './cash/receipts/void-act.ts';
import { keepTelling } from './cash/receipts/notices.ts';
import { paymentEvidence } from './evidence.ts';
import { paymentExport, paymentsByLoanExport } from './lists/export.ts';
import { forgetLookups } from './forget.ts';
import { paymentGauges } from './gauges.ts';
import { gatewaysOf, sealedFor } from './gateways/gateways.ts';
import { borrowerNotifier } from './pages/notify.ts';
import { addPay } from './pages/public.ts';
import { loanOfToken } from './links/token.ts';
import { resultQuery } from './pages/result.ts';
import { payRoutes } from './pages/routes.ts';
import { overrideActs } from './suspense/override-acts.ts';
import { paymentAccountActs } from './payment-accounts/acts.ts';
import { assignJob } from './payment-accounts/jobs.ts';
import { paymentAccountRoutes } from './payment-accounts/routes.ts';
import { paymentFile } from './payment-file/kind.ts';
import { paymentLinkRoutes } from './links/routes.ts';
import { ledgerExport } from './ledger/export.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { lookAtLedger } from './ledger/watch.ts';
import { keepReconciling } from './orders/poll-status.ts';
import { compareAll, confirmJob } from './reconciliation/compare-gateway.ts';
import { readFileJob } from './reconciliation/read-file.ts';
import { reconciliationRoutes } from './reconciliation/routes.ts';
import { paymentRoutes } from './routes.ts';
import { addMinePage } from './pages/portal/page.ts';
import {
  instalmentSlot,
  paidPaperSlot,
  paymentSlot,
  promisedSlot,
  toldAndHeard,
  borrowerLinkSlot,
  linkWithdrawnSlot,
} from './slots.ts';
import { summaryRoutes } from './summaries/routes.ts';
import { forgetSyncs, syncJob, syncing } from './summaries/sync.ts';

declare module '#kernel/server/operation/environment.ts' {
  interface Environment {
    /** Gateways; without one payments go to the built-in sandbox in a demo, and nowhere in production. */
    razorpayUrl?: string;
    payuUrl?: string;
  }
}

export const payments = module({
  name: 'payments',
  owns: [
    'payments',
    'payment_attempts',
    'payment_codes',
    'payment_lookups',
    'payment_works',
    'borrower_codes',
    'gateway_events',
    'ledger_openings',
    'ledger_looks',
    'postings',
    'gateway_files',
    'gateway_file_faults',
    'gateway_rows',
    'gateway_looks',
    'gateway_differences',
    'gateway_difference_steps',
    'sandbox_payments',
    'sandbox_mandates',
    'mandates',
    'mandate_charges',
    'cash_blocks',
    'cash_receipts',
    'cash_deposits',
    'cash_deposit_receipts',
    'cash_moves',
    'cash_days',
    'cash_alerts',
    'summary_syncs',
  ],
  masters: paymentsMasters,
  needs: [agency, lenders, authority, files, loans, contact, messaging],
  provides: async ({ config, database, clock, jobs, safe, isDemo, filled, messaging: { send } }) => ({
    syncSummaries: syncing(jobs),
    signer: await openSigner(database, 'result'),
    reconciling: {
      database,
      clock,
      gateways: await gatewaysOf({ ...config, database, safe, isDemo }),
      notify: toldAndHeard(borrowerNotifier({ send, publicUrl: config.publicUrl }), () =>
        filled(paymentSlot),
      ),
    },
  }),
  fills: ({ safe, clock, own }) => [
    fill(actSlot, ...paymentAccountActs(safe), ...overrideActs, voidReceiptAct, ...differenceActs),
    fill(evidenceSlot, ...paymentEvidence),
    fill(timelineSlot, ...paymentTimeline),
    fill(exportSlot, ledgerExport, paymentExport, paymentsByLoanExport),
    fill(kindSlot, paymentFile),
    fill(
      borrowerLinkSlot,
      loanOfPaymentLink,
      loanOfToken(own.signer, () => clock.now()),
    ),
    fill(gaugeSlot, ...paymentGauges),
  ],
  routes: ({ database, config, jobs, safe, store, contact: policy, messaging: { send }, own, filled }) => [
    ...cashRoutes({ publicUrl: config.publicUrl, files: store, jobs }),
    ...payRoutes({ database, gateways: own.reconciling.gateways, signer: own.signer }),
    ...paymentAccountRoutes({ jobs, safe, sealedFor }),
    ...paymentLinkRoutes({
      ...policy,
      publicUrl: config.publicUrl,
      send,
      withdrawn: () => filled(linkWithdrawnSlot),
    }),
    ...autopayRoutes({
      ...policy,
      publicUrl: config.publicUrl,
      send,
      gateways: own.reconciling.gateways,
      sources: () => filled(instalmentSlot),
    }),
    ...ledgerRoutes,
    ...reconciliationRoutes({ jobs, ...own.reconciling }),
    ...summaryRoutes,
    ...paymentRoutes((receipt) => `/payment/response?${resultQuery(receipt, own.signer)}&exact=1`),
  ],
  jobs: ({ database, store, own }) => [
    assignJob(database),
    syncJob(database),
    slipJob({ database, files: store }),
    readFileJob({ ...own.reconciling, files: store }),
    confirmJob(own.reconciling),
    canonicalPayments(database),
  ],
  keeps: ({ database, clock, own, jobs }) => [
    () => askForCanonicalPayments(database, jobs),
    () => forgetLookups(database),
    () => forgetCodes(database),
    () => forgetSyncs(database),
    () => watchAges(database, clock.now()),
    () => lookAtLedger(database, clock.now()),
    () => compareAll(own.reconciling),
  ],
  starts: ({ log, own, database, clock, config, contact: { evaluate }, messaging: { send }, filled }) => [
    keepReconciling(own.reconciling, log),
    keepAutopay(
      {
        ...own.reconciling,
        evaluate,
        send,
        publicUrl: config.publicUrl,
        sources: () => filled(instalmentSlot),
      } satisfies Charging,
      log,
    ),
    keepTelling({ database, clock, evaluate, send, publicUrl: config.publicUrl }, log),
  ],
  async pages(
    app,
    { config, database, clock, isSecure, safe, filled, messaging: { send }, own: { reconciling, signer } },
  ) {
    await addPay(app, {
      ...reconciling,
      signer,
      sandbox: reconciling.gateways.sandbox,
      ...config,
      isSecure,
      papers: () => filled(paidPaperSlot),
      links: () => filled(borrowerLinkSlot),
    });
    await addMinePage(app, {
      database,
      clock,
      isSecure,
      safe,
      send,
      promises: () => filled(promisedSlot),
      links: () => filled(borrowerLinkSlot),
    });
  },
});
