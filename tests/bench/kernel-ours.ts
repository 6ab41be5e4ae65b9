/** The product on the benchmark's database, as a separate process. */
import type pg from 'pg';
import { startApp } from '../../src/app/server/app.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { openTraces } from '../../src/app/server/operation/otlp.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';

const tracesUrl = process.env.BENCH_TRACES;
const traces = tracesUrl ? openTraces({ tracesUrl, version: 'bench', say: () => undefined }) : undefined;
const database = openDatabase(JSON.parse(process.env.BENCH_PG ?? '{}') as pg.PoolConfig, undefined, {
  traces,
});
const config = readConfig({
  PORT: process.env.BENCH_PORT,
  DATA_DIR: process.env.BENCH_DIR,
  RECOUP_MODE: 'demo',
  LOG: 'file',
});
// Measures computing a report, not returning it from the cache.
const reports = process.env.BENCH_COUNTS ? { slowMs: Infinity } : undefined;
await startApp({ config, database, reports, traces });
process.send?.('ready');
// Memory of the operating system, when idle, for the benchmark of idle sockets; and the CPU time.
process.on('message', () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage().rss, workedMs: (user + system) / 1000 });
});
// A failing benchmark leaves no process.
process.on('disconnect', () => process.exit());
