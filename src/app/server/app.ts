/** The composition root: the only place where things are constructed and tied together. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '../contract.ts';
import { usualMaxWaiver } from '#contexts/settlements/contract/waiver-rules.ts';
import { postOf, workOf } from './background.ts';
import type { Config } from '#kernel/server/operation/config.ts';
import { activityRoutes, teamDay } from '#contexts/reporting/server/activity/routes.ts';
import { allocationTypeHierarchyRoutes } from '#contexts/lenders/server/allocation-type-hierarchy/routes.ts';
import { allocationTypeRoutes } from '#contexts/lenders/server/allocation-types/routes.ts';
import { recorder } from '#contexts/work/server/borrower-dispositions/record.ts';
import { borrowerDispositionRoutes } from '#contexts/work/server/borrower-dispositions/routes.ts';
import { removeFileJob } from '#contexts/loans/server/borrower-documents/jobs.ts';
import { borrowerDocumentRoutes, documentReader } from '#contexts/loans/server/borrower-documents/routes.ts';
import { breakRoutes } from '#contexts/agency/server/breaks/routes.ts';
import { callRoutes } from '#contexts/dialer/server/calls/routes.ts';
import { campaignRoutes } from '#contexts/lenders/server/campaigns/routes.ts';
import { centerRoutes } from '#contexts/agency/server/centers/routes.ts';
import { clientRoutes } from '#contexts/lenders/server/clients/routes.ts';
import { startRecorded } from '#contexts/messaging/server/communications/recorded.ts';
import { communicationDashboardRoutes } from '#contexts/messaging/server/communications/dashboard-routes.ts';
import { communicationRoutes } from '#contexts/messaging/server/communications/routes.ts';
import { messageSender } from '#contexts/messaging/server/communications/sending.ts';
import { countDecisions, evaluate } from '#contexts/contact/server/compliance-rules/policy.ts';
import { complianceRuleRoutes } from '#contexts/contact/server/compliance-rules/routes.ts';
import { dialerOf, leave, said } from '#contexts/dialer/server/agent/agent-routes.ts';
import { placeCall } from '#contexts/dialer/server/place-call.ts';
import { dashboardRoutes } from '#contexts/reporting/server/dashboard/routes.ts';
import { dialerRoutes } from '#contexts/dialer/server/routes.ts';
import { dispositionRoutes } from '#contexts/lenders/server/dispositions/routes.ts';
import { dncRoutes } from '#contexts/contact/server/dnc/routes.ts';
import { type LinkSigner, openLinkSigner } from '#contexts/files/server/links.ts';
import { fileRoutes } from '#contexts/files/server/routes.ts';
import { loanHoldRoutes } from '#contexts/contact/server/loan-holds/routes.ts';
import { deactivate } from '#contexts/loans/server/change-store.ts';
import { loanRoutes } from '#contexts/loans/server/routes.ts';
import { optionValueRoutes } from '#contexts/lenders/server/option-values/routes.ts';
import { optionRoutes } from '#contexts/lenders/server/options/routes.ts';
import { uniqueFields } from '#contexts/lenders/server/options/unique-fields.ts';
import { recordingRoutes } from '#contexts/dialer/server/recordings/routes.ts';
import { permissionRoutes } from '#contexts/agency/server/roles/permission-routes.ts';
import { roleRoutes } from '#contexts/agency/server/roles/routes.ts';
import { addressMover, linkSender } from '#contexts/agency/server/session/links.ts';
import { borrowerNotifier } from '#contexts/payments/server/pay/notify.ts';
import { resultQuery } from '#contexts/payments/server/pay/result.ts';
import { payRoutes } from '#contexts/payments/server/pay/routes.ts';
import { paymentAccountRoutes } from '#contexts/payments/server/payment-accounts/routes.ts';
import { paymentLinkRoutes } from '#contexts/payments/server/payment-links/routes.ts';
import { restand } from '#contexts/payments/server/standing.ts';
import { paymentRoutes } from '#contexts/payments/server/routes.ts';
import { performanceRoutes } from '#contexts/reporting/server/performance/routes.ts';
import { portfolioRoutes } from '#contexts/lenders/server/portfolios/routes.ts';
import { hashChosen } from '#contexts/agency/server/session/passwords.ts';
import { sessionRoutes } from '#contexts/agency/server/session/routes.ts';
import { endSessions } from '#contexts/agency/server/session/store.ts';
import { settlementDocumentReader } from '#contexts/settlements/server/documents.ts';
import { portalRoutes } from '#contexts/settlements/server/portal.ts';
import { settlementRoutes } from '#contexts/settlements/server/routes.ts';
import { forgetTokens } from '#contexts/sync/server/device-tokens.ts';
import { rotateKeys } from '#contexts/sync/server/keys.ts';
import { syncRoutes } from '#contexts/sync/server/routes.ts';
import { systemRoutes } from '#contexts/agency/server/system/routes.ts';
import { teamDashboardRoutes } from '#contexts/reporting/server/team-dashboard/routes.ts';
import { checkNothingHangs, switchOffRoutes } from '#contexts/lenders/server/switch-off/routes.ts';
import { templateRoutes } from '#contexts/messaging/server/templates/routes.ts';
import { sendsOf } from '#contexts/messaging/server/templates/sends.ts';
import { todayRoutes } from '#contexts/work/server/today/routes.ts';
import { visitRoutes } from '#contexts/work/server/visits/routes.ts';
import { usersTaskRoutes } from '#contexts/work/server/users-task/routes.ts';
import { tasksOf } from '#contexts/work/server/users-task/store.ts';
import { userRoutes } from '#contexts/agency/server/users/routes.ts';
import { exportSources, exportedTypes } from './exports.ts';
import { ownMigrations } from '#kernel/server/db/migrate.ts';
import { type Clock, systemClock } from '#kernel/server/operation/clock.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { stopAll } from '#kernel/server/work/drain.ts';
import { failing } from '#kernel/server/work/failpoints.ts';
import { secureHeaders } from '#kernel/server/http/headers.ts';
import { type Health, addHealth } from '#kernel/server/operation/health.ts';
import { keepHouse } from '#kernel/server/work/housekeeping.ts';
import type { Route } from '#kernel/server/http/implement.ts';
import { type Jobs, openJobs } from '#kernel/server/work/jobs.ts';
import { type Logger, openLog } from '#kernel/server/operation/log.ts';
import { addMetrics } from '#kernel/server/operation/metrics.ts';
import { mount } from '#kernel/server/http/mount.ts';
import { addDocs } from '#kernel/server/http/openapi.ts';
import { addPages, buildIn } from '#kernel/server/http/pages.ts';
import { type Safe, openSafe } from '#kernel/server/operation/safe.ts';
import { type Signer, openSigner } from '#kernel/server/operation/secret.ts';
import { goLive, keepRounds, telephonyOf } from './live.ts';
import { openWeb } from '#kernel/server/http/web.ts';
import { filesOf } from '#kernel/server/providers/files/files.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { gatewaysOf, sealedFor } from '#contexts/payments/server/gateways/gateways.ts';
import type { Gateways } from '#contexts/payments/server/gateways/port.ts';
import type { TelephonyProvider } from '#contexts/dialer/server/telephony/port.ts';
import { addPay } from './public.ts';
import type { Certificates } from '#kernel/server/tls/certificates.ts';
import { openFront } from '#kernel/server/tls/front.ts';
import { addPhonePage } from '#kernel/server/tls/phone-page.ts';

export interface RunningApp {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  url: string;
  stop(): Promise<void>;
}

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

interface Parts {
  config: Config;
  database: Database;
  jobs: Jobs;
  files: FileStore;
  links: LinkSigner;
  gateways: Gateways;
  safe: Safe;
  signer: Signer;
  devices: Signer;
  provider: TelephonyProvider;
  log: Logger;
}

/** Every route; those of the outbox lead to the others. */
function routesOf(o: Parts): Route[] {
  const routes = ownRoutesOf(o);
  return [...routes, ...syncRoutes({ routes, log: o.log, tasksOf })];
}

/** Those that need nothing but the database of a call. */
const plainRoutes: readonly Route[] = [
  ...activityRoutes,
  ...allocationTypeHierarchyRoutes,
  ...allocationTypeRoutes,
  ...breakRoutes,
  ...callRoutes,
  ...centerRoutes,
  ...complianceRuleRoutes,
  ...dispositionRoutes,
  ...dncRoutes,
  ...loanHoldRoutes,
  ...loanRoutes,
  ...optionValueRoutes,
  ...permissionRoutes,
  ...portalRoutes,
  ...roleRoutes,
  ...switchOffRoutes,
  ...systemRoutes,
  ...templateRoutes,
];

/** What asks the policy of contact before it is done, or says what it would answer. */
function contactRoutesOf(o: Parts): Route[] {
  const policy = { evaluate, count: countDecisions, database: o.database };
  const calling = { ...policy, caps: o.provider.caps, browser: o.provider.browser };
  return [
    ...dialerRoutes({ ...calling, startRecorded }),
    ...paymentLinkRoutes({ ...policy, publicUrl: o.config.publicUrl, send: messageSender(o.jobs) }),
    ...todayRoutes(policy),
    ...usersTaskRoutes({ dialerOf, placeCall: placeCall.bind(null, calling) }),
    ...visitRoutes({ ...policy, ...o }),
  ];
}

function ownRoutesOf(o: Parts): Route[] {
  const record = recorder(said);
  const sendLink = linkSender(o.jobs);
  const moveAddress = addressMover(o.jobs);
  const endAllSessions = (tx: Tx, userId: number): Promise<number> => endSessions(tx, userId, { except: 0 });
  return [
    ...plainRoutes,
    ...borrowerDispositionRoutes(record),
    ...communicationRoutes(o),
    ...communicationDashboardRoutes({ deactivate }),
    ...contactRoutesOf(o),
    ...borrowerDocumentRoutes({ jobs: o.jobs }),
    ...campaignRoutes({ checkNothingHangs }),
    ...clientRoutes({ hashChosen, endSessions: endAllSessions, moveAddress, checkNothingHangs }),
    ...dashboardRoutes({ restand }),
    ...performanceRoutes({ restand }),
    ...teamDashboardRoutes({ teamDay }),
    ...fileRoutes({
      ...o,
      sendsOf,
      exports: exportSources,
      readers: [documentReader, settlementDocumentReader],
    }),
    ...optionRoutes(uniqueFields, exportedTypes),
    ...payRoutes(o),
    ...paymentAccountRoutes({ ...o, sealedFor }),
    ...paymentRoutes((receipt) => `/payment/response?${resultQuery(receipt, o.signer)}&exact=1`),
    ...portfolioRoutes({ checkNothingHangs }),
    ...recordingRoutes(o),
    ...sessionRoutes({ database: o.database, devices: o.devices, sendLink, leave }),
    ...settlementRoutes({
      record,
      jobs: o.jobs,
      removeFile: (tx, key) => o.jobs.enqueue(tx, removeFileJob, { key }),
      maxWaiver: o.config.maxWaiver ?? usualMaxWaiver,
    }),
    ...userRoutes({
      database: o.database,
      invite: (tx, userId) => sendLink(tx, userId, 'invitation'),
      moveAddress,
      endSessions: endAllSessions,
      checkNothingHangs,
    }),
  ];
}

export async function startApp(o: {
  config: Config;
  database: Database;
  clock?: Clock;
  /** Certificates of a demo that is open to the network. */
  own?: Certificates;
}): Promise<RunningApp> {
  const { config, database } = o;
  // By a certificate of its own it also serves this machine without TLS, and no proxy stands before it.
  const isSecure = config.publicUrl.startsWith('https:') && !o.own;
  const serve = o.own && openFront.bind(null, o.own);
  const log = openLog(config.log === 'stdout' ? 'stdout' : config.logFile);
  const app = await openWeb({ log, isBehindProxy: isSecure, serve });
  secureHeaders(app, { ...config, isSecure, styleNonce: buildIn(dist)?.styleNonce ?? '' });
  const jobs = await openJobs(database.config, log);
  const files = await filesOf(config);
  const links = await openLinkSigner(database);
  const clock = o.clock ?? systemClock;
  const rotate = (): Promise<void> => rotateKeys(database, clock.now());
  await rotate();
  const post = postOf(config, database);
  await jobs.work(workOf({ database, files, publicUrl: config.publicUrl, clock, evaluate }, post));
  const isDemo = config.mode === 'demo';
  const safe = openSafe(config);
  const gateways = await gatewaysOf({ ...config, database, safe, isDemo });
  const signer = await openSigner(database, 'result');
  const devices = await openSigner(database, 'device');
  const notify = borrowerNotifier({ send: messageSender(jobs), publicUrl: config.publicUrl });
  const common = { database, clock, isSecure, cronKey: config.cronKey, ...failing(config.failpoints) };
  const provider = telephonyOf({ ...config, database, clock, log });
  const reconciling = { database, clock, gateways, notify };
  await addPay(app, { ...reconciling, signer, sandbox: gateways.sandbox, ...config, isSecure, isDemo });
  mount(
    app,
    common,
    routesOf({ config, database, jobs, files, links, log, gateways, safe, signer, devices, provider }),
  );
  let sockets = (): number => 0;
  const health = await addBesides(app, { ...common, ...o, log, sockets: () => sockets() });
  const live = await goLive(app.server, { ...common, log, evaluate, provider });
  sockets = live.count;
  const house = keepHouse(database, log, [rotate, () => forgetTokens(database)]);
  const rounds = keepRounds({ ...reconciling, ...post, evaluate, files, provider }, log);
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host}:${port}`,
    stop: () => stopAll({ app, health, house, jobs, isDemo, calm: [rounds, live] }),
  };
}

/** What is no endpoint: whether it can serve, what it measures, its documentation and its pages. */
async function addBesides(
  app: FastifyInstance,
  o: {
    config: Config;
    database: Database;
    isSecure: boolean;
    log: Logger;
    own?: Certificates;
    sockets: () => number;
  },
): Promise<Health> {
  const health = addHealth(app, { ...o, migrations: (await ownMigrations()).length });
  if (o.own) addPhonePage(app, o.own);
  addDocs(app, allEndpoints(), { ...o, isOpen: o.config.mode === 'demo' });
  addMetrics(app, { token: o.config.metricsToken, sockets: o.sockets });
  await addPages(app, dist);
  return health;
}
