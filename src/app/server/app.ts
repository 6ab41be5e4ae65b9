/** The composition root: starts the contexts, and ties them to the web server, the jobs and the sockets. */
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#app/contract.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { ownMigrations } from '../database/migration-file.ts';
import { secureHeaders } from './http/headers.ts';
import { openAccessRecords } from './http/access-records.ts';
import type { Authenticator } from '#kernel/server/http/actor.ts';
import { mount } from './http/mount.ts';
import { addDocs } from '../docs/openapi.ts';
import { addPages, buildIn } from './pages/pages.ts';
import { openRealtime } from './live/realtime.ts';
import type { Host, Running } from '#kernel/server/module.ts';
import { type Clock, systemClock } from '#kernel/server/operation/clock.ts';
import type { Config } from './config.ts';
import { type Health, addHealth } from './operation/health.ts';
import { addMetrics } from './operation/metrics.ts';
import type { Gauge } from '#kernel/server/operation/gauge.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { openSafe } from '#app/server/operation/safe.ts';
import { checkFiles } from '../providers/check-files.ts';
import { filesOf, removeLeftFiles, storeAt } from '../providers/chosen-files.ts';
import { mailbox } from '../providers/mailbox.ts';
import { smtp } from '../providers/smtp.ts';
import { authenticatorSlot, gaugeSlot } from '#kernel/server/slots.ts';
import { prepare } from './prepare.ts';
import type { Certificates } from '../tls/certificates.ts';
import { openFront } from '../tls/front.ts';
import { addPhonePage } from '../tls/phone-page.ts';
import { openAnchors } from './operation/audit-anchors.ts';
import { auditTeller } from './operation/audit-tell.ts';
import { auditWatch } from './operation/audit-watch.ts';
import { demoPatience, stopAll, usualPatience } from './operation/drain.ts';
import { failing } from './operation/failpoints.ts';
import { keepHouse } from './operation/housekeeping.ts';
import { openLog } from './operation/log.ts';
import type { Traces } from './operation/traces.ts';
import { openJobs } from './operation/queue.ts';
import { firstVisit } from './pages/first-visit.ts';
import { type SignInLinks, addSignInLinks } from './sign-in-links.ts';
import type { ReportLimits } from './http/report-cache.ts';
import { openWeb } from './http/web.ts';

export interface RunningApp {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  url: string;
  /** In the demo: how to be signed in as each role. */
  signInLinks: SignInLinks;
  metrics(): Promise<string>;
  stop(): Promise<void>;
}
interface Options {
  config: Config;
  database: Database;
  clock?: Clock;
  /** Certificates of a demo that is open to the network. */
  own?: Certificates;
  behind?: Behind;
  /** Where TRACES_URL is set. */
  traces?: Traces | undefined;
  /** Overrides of report caching: on a busy machine everything is slow. */
  reports?: Partial<ReportLimits> | undefined;
}
/** Set for one of several agencies of this process, served by the host router. */
interface Behind {
  agency: string;
  log: Logger;
  /** Its server, which never listens. */
  serve(handler: RequestListener): Server;
}

export const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

export async function startApp(o: Options): Promise<RunningApp> {
  const { config, database } = o;
  const log = logOf(o);
  // With its certificate it also serves this host without TLS, and has no proxy.
  const isSecure = config.publicUrl.startsWith('https:') && !o.own;
  const app = await webOf(o, { log, isSecure });
  secureHeaders(app, { ...config, isSecure, styleNonce: buildIn(dist)?.styleNonce ?? '' });
  let connected = (): number[] => [];
  const records = openAccessRecords(database, log);
  const late = { connected: () => connected(), flushAccess: () => records.flush() };
  const host = await hostOf(o, { isSecure, log, ...late });
  const { routes, each, only, filled, jobs, hourly } = await prepare(host);
  const authenticator = only(authenticatorSlot);

  await host.jobs.work(jobs);
  for (const pages of each((context, given) => context.pages?.(app, given))) await pages;
  mount(app, { ...host, authenticator, cronKey: config.cronKey, reports: o.reports, records }, routes);
  const signInLinks = host.isDemo ? await addDemoLinks(app, { database, isSecure }) : [];
  let sockets = (): number => 0;
  const { health, metrics } = await addBesides(app, {
    ...o,
    log,
    isSecure,
    authenticator,
    figures: filled(gaugeSlot),
    sockets: () => sockets(),
  });
  const running: Running[] = [];
  for (const one of each((context, given) => context.starts?.(given) ?? []).flat()) running.push(await one);
  const live = await openRealtime(app.server, {
    ...host,
    authenticator,
    topics: running.flatMap(({ topics = [] }) => topics),
    also: (message) => running.forEach(({ hears }) => hears?.(message)),
  });
  connected = live.users;
  sockets = live.count;
  const house = houseOf(o, host, hourly);
  const isBalanced = !host.isDemo && !o.behind;
  const patience = host.isDemo ? demoPatience : usualPatience;
  return {
    signInLinks,
    url: await open(app, o),
    metrics,
    async stop() {
      await stopAll({ app, health, house, jobs: host.jobs, isBalanced, calm: [...running, live], patience });
      await records.stop();
    },
  };
}

const logOf = ({ behind, config, traces }: Options): Logger =>
  behind?.log ??
  openLog(config.log === 'stdout' ? 'stdout' : config.logFile, {
    ids: traces?.ids,
    version: buildIn(dist)?.version,
    ...(config.logDays && { days: { folder: join(config.dataDir, 'log'), days: config.logDays } }),
  });

const webOf = (o: Options, { log, isSecure }: Pick<Host, 'log' | 'isSecure'>): Promise<FastifyInstance> =>
  openWeb({
    log,
    traces: o.traces,
    agency: o.behind?.agency,
    isBehindProxy: isSecure && (o.config.trustedProxies ?? true),
    serve: o.behind?.serve ?? (o.own && openFront.bind(null, o.own)),
  });

/** A production image has no demo. */
async function addDemoLinks(
  app: FastifyInstance,
  o: { database: Database; isSecure: boolean },
): Promise<SignInLinks> {
  const { onePerRole } = await import('../demo/accounts.ts');
  return addSignInLinks(app, { ...o, accounts: onePerRole });
}

/** Answers where. */
async function open(app: FastifyInstance, { config, behind }: Options): Promise<string> {
  if (behind) {
    await app.ready();
    return config.publicUrl;
  }
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as AddressInfo;
  return `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host}:${port}`;
}

/** Background upkeep: the audit log is watched, and each context maintains its data. */
function houseOf(
  { config, database }: Options,
  host: Pick<Host, 'safe' | 'mailer' | 'log' | 'store'>,
  hourly: readonly (() => Promise<unknown>)[],
): { stop(): Promise<unknown> } {
  const anchors = openAnchors({ ...host, ...config });
  const watch = auditWatch(database, anchors);
  const tell = auditTeller({ ...host, database, publicUrl: config.publicUrl, anchors, watch });
  const check = async (): Promise<unknown> => {
    await removeLeftFiles(config, systemClock.now());
    return checkFiles({ database, store: await storeAt(config), safe: host.safe, log: host.log });
  };
  return keepHouse(database, host.log, tell, hourly, check);
}

/** Kernel services for every context. */
async function hostOf(
  { config, database, clock = systemClock, traces }: Options,
  o: Pick<Host, 'isSecure' | 'log' | 'connected' | 'flushAccess'>,
): Promise<Omit<Host, 'filled' | 'only' | 'routes'>> {
  const isDemo = config.mode === 'demo';
  const safe = openSafe(config);
  safe.check();
  const store = await filesOf(config, safe, database);
  return {
    ...o,
    config,
    database,
    clock,
    isDemo,
    jobs: await openJobs(database.config, o.log, { ...database.room.jobs, traces }),
    store,
    mailer: config.smtpUrl ? smtp(config.smtpUrl) : mailbox(database, { isDemo }),
    safe,
    ...failing(config.failpoints),
  };
}

/** What is no endpoint: whether it can serve, what it measures, its documentation and its pages. */
async function addBesides(
  app: FastifyInstance,
  o: Options &
    Pick<Host, 'isSecure' | 'log'> & {
      authenticator: Authenticator;
      figures: readonly Gauge[];
      sockets: () => number;
    },
): Promise<{ health: Health; metrics(): Promise<string> }> {
  const health = addHealth(app, { ...o, migrations: await ownMigrations() });
  if (o.own) addPhonePage(app, o.own);
  addDocs(app, allEndpoints(), { ...o, isOpen: o.config.mode === 'demo' });
  const metrics = addMetrics(app, {
    agency: o.behind?.agency,
    token: o.config.metricsToken,
    sockets: o.sockets,
    database: o.database,
    figures: o.figures,
    dataDir: o.config.dataDir,
    version: buildIn(dist)?.version ?? '',
  });
  await addPages(app, dist, firstVisit);
  return { health, metrics };
}
