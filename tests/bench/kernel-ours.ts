/** The product on the database of the benchmark, as a process of its own. */
import type pg from 'pg';
import { startApp } from '../../src/app/server/app.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';

const database = openDatabase(JSON.parse(process.env.BENCH_PG ?? '{}') as pg.PoolConfig);
const config = readConfig({
  PORT: process.env.BENCH_PORT,
  DATA_DIR: process.env.BENCH_DIR,
  RECOUP_MODE: 'demo',
  LOG: 'file',
});
// What is measured is what counting takes, not what giving it again does.
const reports = process.env.BENCH_COUNTS ? { dearMs: Infinity, slowMs: Infinity } : undefined;
await startApp({ config, database, reports });
process.send?.('ready');
// Memory as the operating system sees it, after a rest, for the benchmark of idle sockets.
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage().rss });
});
// A benchmark that breaks leaves nobody behind.
process.on('disconnect', () => process.exit());
