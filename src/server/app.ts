/** The composition root: the only place where things are constructed and tied together. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#contract/index.ts';
import { usualMaxWaiver } from '#contract/waiver-rules.ts';
import { postOf, workOf } from './background.ts';
import type { Config } from './config.ts';
import { activityRoutes, teamDay } from './domains/activity/routes.ts';
import { allocationTypeHierarchyRoutes } from './domains/allocation-type-hierarchy/routes.ts';
import { allocationTypeRoutes } from './domains/allocation-types/routes.ts';
import { recorder } from './domains/borrower-dispositions/record.ts';
import { borrowerDispositionRoutes } from './domains/borrower-dispositions/routes.ts';
import { removeFileJob } from './domains/borrower-documents/jobs.ts';
import { borrowerDocumentRoutes, documentReader } from './domains/borrower-documents/routes.ts';
import { breakRoutes } from './domains/breaks/routes.ts';
import { callRoutes } from './domains/calls/routes.ts';
import { campaignRoutes } from './domains/campaigns/routes.ts';
import { centerRoutes } from './domains/centers/routes.ts';
import { clientRoutes } from './domains/clients/routes.ts';
import { startRecorded } from './domains/communications/recorded.ts';
import { communicationDashboardRoutes } from './domains/communications/dashboard-routes.ts';
import { communicationRoutes } from './domains/communications/routes.ts';
import { messageSender } from './domains/communications/sending.ts';
import { countDecisions, evaluate } from './domains/compliance-rules/policy.ts';
import { complianceRuleRoutes } from './domains/compliance-rules/routes.ts';
import { dialerOf, leave, said } from './domains/dialer/agent-routes.ts';
import { placeCall } from './domains/dialer/place-call.ts';
import { dashboardRoutes } from './domains/dashboard/routes.ts';
import { dialerRoutes } from './domains/dialer/routes.ts';
import { dispositionRoutes } from './domains/dispositions/routes.ts';
import { dncRoutes } from './domains/dnc/routes.ts';
import { type LinkSigner, openLinkSigner } from './domains/files/links.ts';
import { fileRoutes } from './domains/files/routes.ts';
import { loanHoldRoutes } from './domains/loan-holds/routes.ts';
import { deactivate } from './domains/loans/change-store.ts';
import { loanRoutes } from './domains/loans/routes.ts';
import { optionValueRoutes } from './domains/option-values/routes.ts';
import { optionRoutes } from './domains/options/routes.ts';
import { uniqueFields } from './domains/options/unique-fields.ts';
import { recordingRoutes } from './domains/recordings/routes.ts';
import { permissionRoutes } from './domains/roles/permission-routes.ts';
import { roleRoutes } from './domains/roles/routes.ts';
import { addressMover, linkSender } from './domains/session/links.ts';
import { borrowerNotifier } from './domains/pay/notify.ts';
import { resultQuery } from './domains/pay/result.ts';
import { payRoutes } from './domains/pay/routes.ts';
import { paymentAccountRoutes } from './domains/payment-accounts/routes.ts';
import { paymentLinkRoutes } from './domains/payment-links/routes.ts';
import { restand } from './domains/payments/standing.ts';
import { paymentRoutes } from './domains/payments/routes.ts';
import { performanceRoutes } from './domains/performance/routes.ts';
import { portfolioRoutes } from './domains/portfolios/routes.ts';
import { hashChosen } from './domains/session/passwords.ts';
import { sessionRoutes } from './domains/session/routes.ts';
import { endSessions } from './domains/session/store.ts';
import { settlementDocumentReader } from './domains/settlements/documents.ts';
import { portalRoutes } from './domains/settlements/portal.ts';
import { settlementRoutes } from './domains/settlements/routes.ts';
import { forgetTokens } from './domains/sync/device-tokens.ts';
import { rotateKeys } from './domains/sync/keys.ts';
import { syncRoutes } from './domains/sync/routes.ts';
import { systemRoutes } from './domains/system/routes.ts';
import { teamDashboardRoutes } from './domains/team-dashboard/routes.ts';
import { checkNothingHangs, switchOffRoutes } from './domains/switch-off/routes.ts';
import { templateRoutes } from './domains/templates/routes.ts';
import { sendsOf } from './domains/templates/sends.ts';
import { todayRoutes } from './domains/today/routes.ts';
import { visitRoutes } from './domains/visits/routes.ts';
import { usersTaskRoutes } from './domains/users-task/routes.ts';
import { tasksOf } from './domains/users-task/store.ts';
import { userRoutes } from './domains/users/routes.ts';
import { exportSources, exportedTypes } from './exports.ts';
import { ownMigrations } from './db/migrate.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import type { Database, Tx } from './kernel/database.ts';
import { stopAll } from './kernel/drain.ts';
import { failing } from './kernel/failpoints.ts';
import { secureHeaders } from './kernel/headers.ts';
import { type Health, addHealth } from './kernel/health.ts';
import { keepHouse } from './kernel/housekeeping.ts';
import type { Route } from './kernel/implement.ts';
import { type Jobs, openJobs } from './kernel/jobs.ts';
import { type Logger, openLog } from './kernel/log.ts';
import { addMetrics } from './kernel/metrics.ts';
import { mount } from './kernel/mount.ts';
import { addDocs } from './kernel/openapi.ts';
import { addPages, buildIn } from './kernel/pages.ts';
import { type Safe, openSafe } from './kernel/safe.ts';
import { type Signer, openSigner } from './kernel/secret.ts';
import { goLive, keepRounds, telephonyOf } from './live.ts';
import { openWeb } from './kernel/web.ts';
import { filesOf } from './providers/files/files.ts';
import type { FileStore } from './providers/files/port.ts';
import { gatewaysOf, sealedFor } from './providers/gateways/gateways.ts';
import type { Gateways } from './providers/gateways/port.ts';
import type { TelephonyProvider } from './providers/telephony/port.ts';
import { addPay } from './public.ts';
import type { Certificates } from './tls/certificates.ts';
import { openFront } from './tls/front.ts';
import { addPhonePage } from './tls/phone-page.ts';

export interface RunningApp {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  url: string;
  stop(): Promise<void>;
}

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

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
