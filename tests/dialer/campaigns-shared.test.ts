/** Nodes share the started campaigns, and inherit those of a stopped node. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, bootBeside } from '../kit.ts';

const began = Date.now();
const clock: Clock = {
  now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began),
  isMoved: true,
};
let first: TestServer;
beforeAll(async () => {
  first = await boot({ clock });
  await first.database.run(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id)
    select 'Shared ' || n, 'progressive', 1, 1 from generate_series(1, 5) n`);
  await first.database.run(sql`
    update dialer_processes set is_started = true
    where campaign_id in (select id from campaigns where name like 'Shared %')`);
});
afterAll(() => first.stop());

interface Held {
  /** How many campaigns each node has, fewest first. */
  shares: number[];
  /** Owners there have been, of all campaigns together. */
  epochs: number;
}
const held = async (): Promise<Held> =>
  (await first.database.one<Held>(sql`
    select coalesce(array_agg(n order by n), '{}') as shares, coalesce(sum(epochs), 0)::int as epochs
    from (select count(*)::int as n, sum(epoch) as epochs from dialer_leases where expires_at > now() group by node) x`)) ?? {
    shares: [],
    epochs: 0,
  };

test('one node runs all campaigns, a second gets half, and returns them when it stops', async () => {
  await expect.poll(held).toEqual({ shares: [5], epochs: 5 });
  const second = await bootBeside(first, clock);
  await expect.poll(held).toEqual({ shares: [2, 3], epochs: 7 });
  await second.stop();
  await expect.poll(held).toEqual({ shares: [5], epochs: 9 });
});
