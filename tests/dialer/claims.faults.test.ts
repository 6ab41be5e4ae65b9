/** A hundred thousand leads, four workers, kills: no lead is claimed twice or missed. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { claimAll, longAgo } from './claims.ts';
import { type TestServer, boot } from '../kit.ts';

const leads = Number(process.env['CLAIMS'] ?? 100_000);
let server: TestServer;
beforeAll(async () => {
  server = await boot({ clock: longAgo });
});
afterAll(() => server.stop());

test(
  `${leads} leads are claimed once each, however many workers are killed`,
  { timeout: 900_000 },
  async () => {
    const config = { ...inject('postgres'), database: server.databaseName };
    const run = await claimAll(server.database, config, { leads, kills: 40 });
    expect(run).toMatchObject({ twice: 0, left: 0, attempts: leads });
    expect(run.kills).toBeGreaterThan(20);
    expect(run.heard).toBeLessThanOrEqual(run.attempts);
    process.stdout.write(`${Math.round(leads / run.seconds)} claims/s, ${run.kills} kills\n`);
  },
);
