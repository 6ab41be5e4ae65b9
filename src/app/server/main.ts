/** The process: configuration, database, application; then it runs until stopped. */
import net from 'node:net';
import { startupText } from '#text/en/program/startup.ts';
import { type RunningApp, dist, startApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { explain } from './explain.ts';
import { lastWords } from './last-words.ts';
import { mistyped } from './mistyped.ts';
import { qrLines } from './terminal-qr.ts';
import { makeFolder, startEmbedded } from '../database/embedded.ts';
import { checkExternal, externalAt } from '../database/external.ts';
import { faultyIndexes } from '../database/schema/index-check.ts';
import { countMissing, migrate } from '../database/migrate.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { openDatabase } from '../database/pools/pools.ts';
import { roomOf } from '../database/pools/room.ts';
import { buildIn } from './pages/pages.ts';
import type { Traces } from './operation/traces.ts';
import { within } from './operation/within.ts';
import { StartupFailure } from './startup-failure.ts';
import { officeAddresses, ownCertificates } from '../tls/own.ts';
import { PHONE_PAGE, fingerprintOf } from '../tls/phone-page.ts';

/** What was opened, in order; closed from the end. */
const opened: (() => Promise<unknown>)[] = [];
let isStopping = false;

/** A hanging request must not block the exit; a demo stops quickly for its user. */
const CLOSING_MS = 10_000;
const DEMO_CLOSING_MS = 4000;
/** The embedded PostgreSQL aborts remaining work of a demo. */
const DEMO_DATABASE_MS = 500;
/** After an unexpected error, the time to close what can be closed. */
const FAILING_MS = 5000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const config = readConfig(process.env, 'server');
  process.on('uncaughtException', (error) => void fail(error, config, startupText.broke));
  await run(config).catch((error: unknown) => fail(error, config, startupText.failed));
}

async function run(config: Config): Promise<void> {
  if (config.mode === 'demo')
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => cutOff(DEMO_CLOSING_MS));
  // Rejected in production.
  for (const { given, meant } of mistyped(process.env)) say(startupText.mistyped(given, meant));
  // Files created by libraries contain personal data: readable by their owner only.
  process.umask(0o077);
  makeFolder(config.dataDir);
  await probePort(config);
  const traces = config.tracesUrl ? await openTraced(config.tracesUrl) : undefined;
  if (config.agenciesUrl) return serveAgencies(config, traces);
  const database = await open(config, traces);
  await upgrade(database, config);
  if (config.mode === 'demo') await fillDemo(database, config.demoLoans);
  const faulty = await faultyIndexes(database);
  if (faulty) say(faulty);
  const office = config.mode === 'demo' ? officeAddresses(config.host) : [];
  const [address] = office;
  if (!address || config.isPublicUrlGiven) return serve({ config, database, traces });
  const own = await ownCertificates(config.dataDir, office, new Date());
  // Links that are sent are opened on phones.
  await serve({
    config: { ...config, publicUrl: `https://${address}:${config.port}` },
    database,
    own,
    traces,
  });
  const page = `http://${address}:${config.port}${PHONE_PAGE}`;
  for (const line of [
    startupText.onPhones(page),
    ...qrLines(page),
    startupText.fingerprint(fingerprintOf(own)),
  ])
    say(line);
}

async function serve(o: Parameters<typeof startApp>[0]): Promise<void> {
  const app = await startApp(o);
  opened.push(app.stop);
  if (o.config.isDemoAtWork) await startDemoDay(o.database, new URL(app.url).port);
  await greet(o.config, o.own || o.config.port === 0 ? app.url : o.config.publicUrl, app);
  const isOpen = o.config.mode === 'demo' && officeAddresses(o.config.host).length > 0;
  if (isOpen && !o.own && o.config.publicUrl.startsWith('http:')) say(startupText.onlyLooking);
}

/** Only a node of several agencies needs what serves them. */
async function serveAgencies(config: Config, traces: Traces | undefined): Promise<void> {
  const { startNode } = await import('../agencies/node.ts');
  const node = await startNode({ config, env: process.env, traces });
  opened.push(node.stop);
  say(startupText.ready(node.url));
  if (config.mode === 'production' && !config.smtpUrl) say(startupText.noMail);
}

/** Without tracing nothing is loaded. Closed last, so that spans of the shutdown are sent too. */
async function openTraced(tracesUrl: string): Promise<Traces> {
  const { openTraces } = await import('./operation/otlp.ts');
  const version = buildIn(dist)?.version ?? '';
  const traces = openTraces({ tracesUrl, version, say: (line) => void process.stderr.write(`${line}\n`) });
  opened.push(traces.stop);
  return traces;
}

/** Before minutes of loading, not after. Port 0 is any free one. */
async function probePort({ port, host }: Config): Promise<void> {
  const probe = net.createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(port, host, () => probe.close(() => resolve()));
  });
}

async function open(config: Config, traces: Traces | undefined): Promise<Database> {
  let pool;
  if (config.databaseUrl) {
    pool = await checkExternal(config.databaseUrl);
  } else {
    const embedded = await startEmbedded(config.dataDir);
    opened.push(embedded.stop);
    void embedded.ended.then((error) => fail(error, config, startupText.broke));
    pool = embedded.config;
  }
  const replica = config.replicaUrl ? externalAt(config.replicaUrl) : undefined;
  const database = openDatabase(pool, roomOf(config.databaseConnections), { replica, traces });
  opened.push(config.mode === 'demo' ? () => within(DEMO_DATABASE_MS, database.end()) : database.end);
  return database;
}

/** Automatically, or by a previous step, after which the server rejects an outdated database. */
async function upgrade(database: Database, { isMigratedApart }: Config): Promise<void> {
  if (!isMigratedApart) {
    await migrate(database, { onMissing: (count) => say(startupText.migrating(count)) });
    return;
  }
  const missing = await countMissing(database);
  if (missing > 0) throw new StartupFailure(startupText.databaseBehind(missing));
}

/** The generator is large and production never needs it, so it is loaded here only. */
async function fillDemo(database: Database, loans: number): Promise<void> {
  const { isEmptyAgency, loadDemo } = await import('../demo/load/load.ts');
  if (!(await isEmptyAgency(database))) return;
  say(startupText.loadingDemo(loans));
  await loadDemo(database, { loans });
}

/** This machine is always served without TLS. */
async function startDemoDay(database: Database, port: string): Promise<void> {
  const { startAtWork } = await import('../demo/at-work/at-work.ts');
  const day = await startAtWork({ database, url: `http://127.0.0.1:${port}`, now: () => new Date() });
  opened.push(day.stop);
}

async function greet(config: Config, url: string, app: RunningApp): Promise<void> {
  say(startupText.ready(url));
  if (config.mode !== 'demo') return config.smtpUrl ? undefined : say(startupText.noMail);
  const { demoAccounts, demoPassword } = await import('../demo/accounts.ts');
  say(startupText.accounts(demoPassword));
  for (const [role, accounts] of Map.groupBy(demoAccounts, (account) => account.role)) {
    say(startupText.account(role, accounts.map(({ email }) => email).join(', ')));
  }
  say(startupText.signInLinks);
  for (const { role, path } of app.signInLinks) say(startupText.account(role, `${app.url}${path}`));
  say(startupText.places(config.dataDir, config.log === 'file' ? config.logFile : 'stdout'));
}

async function fail(
  error: unknown,
  config: Config,
  otherwise: (reason: string, place: string) => string,
): Promise<void> {
  // Closing resources in use causes secondary errors.
  if (isStopping) return;
  isStopping = true;
  // A hanging process must exit: a supervisor restarts only exited processes.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), CLOSING_MS);
  const file = config.log === 'file' ? config.logFile : 'stderr';
  process.stderr.write(`${explain(error, config) ?? lastWords(error, file, otherwise)}\n`);
  await within(FAILING_MS, close());
  process.exit(1);
}

async function close(): Promise<void> {
  for (const one of opened.reverse()) {
    await one().catch((error: unknown) => void process.stderr.write(`${String(error)}\n`));
  }
}

const cutOff = (ms: number): void => void setTimeout(() => process.exit(1), ms).unref();

async function stop(): Promise<void> {
  // A second signal exits immediately; the supervisor of the embedded PostgreSQL stops it automatically.
  if (isStopping) process.exit(1);
  isStopping = true;
  cutOff(CLOSING_MS);
  await close();
  process.exit(0);
}

process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
// Stops with npm when started by it, as an orphan could not be stopped from the terminal.
process.on('disconnect', () => void stop());

await main().catch((error: unknown) => {
  const known = error instanceof StartupFailure ? error.message : undefined;
  process.stderr.write(`${known ?? String(error)}\n`);
  process.exit(1);
});
