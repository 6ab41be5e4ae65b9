/** Four workers claim, some are killed: no lead is claimed twice. A hundred thousand leads in `npm run faults`. */
import { expect, inject, test } from 'vitest';
import { claimAll, longAgo } from './claims.ts';
import { boot } from '../kit.ts';

test('leads are claimed once each, however many workers are killed', async () => {
  const server = await boot({ clock: longAgo });
  const config = { ...inject('postgres'), database: server.databaseName };
  const run = await claimAll(server.database, config, { leads: 1500, kills: 3 });
  await server.stop();
  expect(run).toMatchObject({ twice: 0, left: 0, attempts: 1500 });
  expect(run.kills).toBeGreaterThan(0);
});
