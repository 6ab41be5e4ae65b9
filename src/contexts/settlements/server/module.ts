/** Settlements: requests, decisions, emails and the lender's answers. */
import { eraserSlot, evidenceSlot, timelineSlot } from '#contexts/loans/server/slots.ts';
import { settlementEraser } from './erase.ts';
import { agency } from '#contexts/agency/server/module.ts';
import { authority } from '#contexts/authority/server/module.ts';
import { kindOfRequestSlot } from '#contexts/authority/server/slots.ts';
import { files } from '#contexts/files/server/module.ts';
import { readerSlot } from '#contexts/files/server/slots.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { contact } from '#contexts/contact/server/module.ts';
import { messaging } from '#contexts/messaging/server/module.ts';
import {
  borrowerLinkSlot,
  instalmentSlot,
  paidPaperSlot,
  paymentSlot,
} from '#contexts/payments/server/slots.ts';
import { payments } from '#contexts/payments/server/module.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { usualMaxWaiver } from '#contexts/lenders/contract/rules/waiver-rules.ts';
import { fill, module } from '#kernel/server/module.ts';
import { exportSlot } from '#kernel/server/slots.ts';
import { settlementDocumentReader } from './documents.ts';
import { settlementExport } from './export.ts';
import { settlementMailJob } from './mail.ts';
import { agreementEvidence } from './agreements/evidence.ts';
import { letterEvidence, letterTimeline } from './no-dues/history.ts';
import { addLetterPage, checkedLetter, letterOfLink } from './no-dues/page.ts';
import { agreementRoutes } from './agreements/routes.ts';
import { noDuesRoutes } from './no-dues/routes.ts';
import { addOfferPage } from './offer/page.ts';
import { loanOfOffer } from './offer/code.ts';
import { keepTellingOffers } from './offer/tell.ts';
import { openInstalmentsOf } from './plans/open.ts';
import { judgePaid, keepJudgingPlans } from './plans/keep.ts';
import { portalRoutes } from './portal.ts';
import { settlementRoutes } from './routes.ts';
import { settlementRequests } from './requests.ts';
import { recordSlot } from './slots.ts';

declare module '#kernel/server/operation/environment.ts' {
  interface Environment {
    /** Maximum waiver in percent where its portfolio has none. */
    maxWaiver?: number;
  }
}

export const settlements = module({
  name: 'settlements',
  owns: [
    'settlements',
    'settlement_decisions',
    'settlement_steps',
    'settlement_remarks',
    'settlement_documents',
    'settlement_instalments',
    'settlement_plans',
    'settlement_acceptances',
    'settlement_queue',
    'no_dues_letters',
  ],
  needs: [agency, lenders, authority, files, loans, contact, messaging, payments],
  fills: ({ config }) => [
    fill(exportSlot, settlementExport),
    fill(readerSlot, settlementDocumentReader),
    fill(eraserSlot, settlementEraser),
    fill(timelineSlot, letterTimeline),
    fill(evidenceSlot, agreementEvidence, letterEvidence),
    fill(paymentSlot, judgePaid),
    fill(borrowerLinkSlot, loanOfOffer),
    fill(instalmentSlot, { source: 'settlement', of: openInstalmentsOf }),
    fill(paidPaperSlot, { check: checkedLetter, ofLink: letterOfLink }),
    fill(kindOfRequestSlot, settlementRequests(config.maxWaiver ?? usualMaxWaiver)),
  ],
  routes: ({ config, jobs, loans: { removeFile }, only }) => [
    ...settlementRoutes({
      jobs,
      removeFile,
      maxWaiver: config.maxWaiver ?? usualMaxWaiver,
      record: only(recordSlot),
    }),
    ...portalRoutes,
    ...agreementRoutes,
    ...noDuesRoutes(config),
  ],
  starts: ({ database, clock, log, config, contact: { evaluate }, messaging: { send } }) => [
    keepJudgingPlans(database, clock, log),
    keepTellingOffers({ database, clock, evaluate, send, publicUrl: config.publicUrl }, log),
  ],
  async pages(app, { config: { publicUrl }, database, clock, isSecure, safe, messaging: { send } }) {
    addLetterPage(app, { database, clock, isSecure, publicUrl });
    await addOfferPage(app, { database, clock, isSecure, safe, send });
  },
  jobs: ({ database, mailer, store }) => [settlementMailJob({ database, mailer, files: store })],
});
