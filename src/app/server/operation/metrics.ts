/** Prometheus metrics by endpoint name, never by path; readable from this machine or with METRICS_TOKEN. */
import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { within } from './within.ts';
import { type Gauge as Figure, type GaugeReading, readGauge } from '#kernel/server/operation/gauge.ts';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

const isLocal = ({ headers, socket }: IncomingMessage): boolean =>
  headers['x-forwarded-for'] === undefined &&
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');

/** For this machine, or with the token. */
export function isShown(request: IncomingMessage, token: string | undefined): boolean {
  if (!token) return isLocal(request);
  const sent = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

interface Options {
  token: string | undefined;
  sockets: () => number;
  database: Database;
  figures: readonly Figure[];
  /** Data directory, monitored for free space. */
  dataDir: string;
  version: string;
  /** One of several agencies, with separate metrics. */
  agency?: string | undefined;
}

/** Answers what reads them. */
export function addMetrics(app: FastifyInstance, o: Options): () => Promise<string> {
  const register = new Registry();
  if (o.agency === undefined) collectDefaultMetrics({ register });
  else register.setDefaultLabels({ agency: o.agency });
  timeRequests(app, register);
  addNode(register, o);
  const readAll = addFigures(register, o);
  const read = async (): Promise<string> => {
    await readAll();
    return register.metrics();
  };
  app.get('/metrics', async (request, reply) => {
    // Behind the router every client may have this host's address.
    const isOpen = (o.agency === undefined || o.token !== undefined) && isShown(request.raw, o.token);
    if (!isOpen) throw new Failure('NOT_FOUND');
    return reply.type(register.contentType).send(await read());
  });
  return read;
}

function timeRequests(app: FastifyInstance, register: Registry): void {
  const duration = new Histogram({
    name: 'recoup_request_seconds',
    help: 'Duration of requests by endpoint and status',
    registers: [register],
    labelNames: ['endpoint', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  const seriesOf = (endpoint: string, status: number): ReturnType<typeof duration.labels> => {
    const key = `${endpoint} ${status}`;
    const known = series.get(key) ?? duration.labels(endpoint, String(status));
    series.set(key, known);
    return known;
  };
  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = request.routeOptions.config.endpoint;
    if (endpoint) seriesOf(endpoint, reply.statusCode).observe(reply.elapsedTime / 1000);
    done();
  });
}

/** What is true of this process alone. */
function addNode(register: Registry, { database, sockets, dataDir, version }: Options): void {
  const registers = [register];
  new Gauge({
    name: 'recoup_build_info',
    help: 'Version of this process',
    registers,
    labelNames: ['version', 'node'],
  }).set({ version, node: process.version }, 1);
  new Gauge({
    name: 'recoup_sockets',
    help: 'Open sockets of this process',
    registers,
    collect() {
      this.set(sockets());
    },
  });
  const lane = { registers, labelNames: ['lane'] };
  new Gauge({
    name: 'recoup_connections_in_use',
    help: 'Database connections at work, by what for',
    ...lane,
    collect() {
      for (const [name, { inUse }] of Object.entries(database.lanes())) this.set({ lane: name }, inUse);
    },
  });
  new Gauge({
    name: 'recoup_connections_waiting',
    help: 'Work that waits for a database connection, or reports for their turn, by what for',
    ...lane,
    collect() {
      for (const [name, { waiting }] of Object.entries(database.lanes())) this.set({ lane: name }, waiting);
    },
  });
  new Gauge({
    name: 'recoup_disk_free_share',
    help: 'Free part of the disk with the files',
    registers,
    async collect() {
      const { bavail, blocks } = await statfs(dataDir);
      this.set(bavail / blocks);
    },
  });
}

/** A scrape must not hang with the database it diagnoses. */
const PATIENCE_MS = 3000;
/** Concurrent scrapes share one read. */
const FRESH_MS = 5000;

/**
 * Metrics of the installation; without a response of the database they are absent, and `recoup_database_answers` is
 * 0.
 */
function addFigures(register: Registry, { database, figures }: Options): () => Promise<void> {
  const registers = [register];
  const answers = new Gauge({
    name: 'recoup_database_answers',
    help: '1: the figures of the database are in this answer',
    registers,
  });
  const shown = figures.map((figure) => ({
    figure,
    gauge: new Gauge({
      name: `recoup_${figure.name}`,
      help: figure.help,
      registers,
      labelNames: figure.label ? [figure.label] : [],
    }),
  }));
  const show = (read: readonly GaugeReading[][]): void =>
    shown.forEach(({ figure: { label }, gauge }, i) => {
      gauge.reset();
      if (!label) gauge.set(read[i]?.[0]?.value ?? 0);
      else for (const one of read[i] ?? []) gauge.set({ [label]: one.label ?? '' }, one.value);
    });
  let reading: Promise<GaugeReading[][] | undefined> | undefined;
  async function readNow(): Promise<void> {
    // A hanging read is shared by later scrapes, and uses no second connection.
    reading ??= readFigures(database, figures)
      .catch(() => undefined)
      .finally(() => (reading = undefined));
    let read: GaugeReading[][] | undefined;
    await within(
      PATIENCE_MS,
      reading.then((all) => (read = all)),
    );
    answers.set(read ? 1 : 0);
    if (read) show(read);
    else for (const { gauge } of shown) gauge.remove();
  }
  let last: { at: number; done: Promise<void> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > FRESH_MS) last = { at: performance.now(), done: readNow() };
    return last.done;
  };
}

async function readFigures(database: Database, figures: readonly Figure[]): Promise<GaugeReading[][]> {
  const { tx, release } = await database.checkoutReader();
  let isBroken = true;
  try {
    const read: GaugeReading[][] = [];
    for (const figure of figures) read.push(await readGauge(tx, figure));
    isBroken = false;
    return read;
  } finally {
    release(isBroken);
  }
}
