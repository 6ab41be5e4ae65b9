/** Measures ours against a floor in the same run: floor, ours, floor, ours …; only ratios carry over to other machines. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '../../src/server/db/embedded.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { type Database, openDatabase } from '../../src/server/kernel/database.ts';

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** One line of the report. `limit` is what the product promises; a miss is printed, never hidden. */
export function report(
  what: string,
  value: number,
  o: { unit?: string; atLeast?: number; atMost?: number } = {},
): void {
  const shown = value >= 100 ? Math.round(value).toLocaleString('en-IN') : value.toFixed(2);
  const bound =
    o.atLeast !== undefined ? `at least ${o.atLeast}` : o.atMost !== undefined ? `at most ${o.atMost}` : '';
  const isMissed =
    (o.atLeast !== undefined && value < o.atLeast) || (o.atMost !== undefined && value > o.atMost);
  process.stdout.write(
    `${isMissed ? 'MISSED' : bound ? 'ok    ' : '      '} ${what}: ${shown} ${o.unit ?? ''} ${bound ? `(${bound})` : ''}\n`,
  );
}

/** Runs floor and ours alternately; answers the median of ours ÷ floor. */
export async function pairs(
  count: number,
  floor: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<{ ratio: number; floor: number; ours: number }> {
  await floor();
  await ours();
  const runs: { floor: number; ours: number }[] = [];
  for (let i = 0; i < count; i += 1) runs.push({ floor: await floor(), ours: await ours() });
  return {
    ratio: median(runs.map((run) => run.ours / run.floor)),
    floor: median(runs.map((run) => run.floor)),
    ours: median(runs.map((run) => run.ours)),
  };
}

/** A migrated database of its own for one benchmark. */
export async function benchDatabase(): Promise<{
  database: Database;
  config: pg.PoolConfig;
  folder: string;
  stop(): Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-bench-'));
  const postgres = await startEmbedded(folder);
  const database = openDatabase(postgres.config);
  await migrate(database);
  return {
    database,
    config: postgres.config,
    folder,
    async stop() {
      await database.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
