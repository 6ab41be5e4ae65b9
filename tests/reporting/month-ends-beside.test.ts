/**
 * Month-end snapshots run while loans are transferred to other lenders or deleted, in any order: no writer is rolled
 * back for it.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sumRolls, takeMonthEnd } from '../../src/contexts/reporting/server/month-ends.ts';
import { foldSums } from '../../src/contexts/reporting/server/sums.ts';
import type { Tx } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';
import { sumFaults } from './sums.ts';

vi.setConfig({ testTimeout: 240_000 });

let server: TestServer;
const loans = 3000;
const months = 24;
beforeAll(async () => {
  server = await boot();
  await more(server.database, 'first', loans);
});
afterAll(() => server.stop());

const more = (tx: Tx, name: string, n: number): Promise<unknown> =>
  tx.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, total_outstanding, dpd, created_at)
    select 1, 1, b.id, ${`${name}-`} || n, 'Asha', 1000 * (n % 7), nullif(n * 17 % 230, 0), '2020-01-01'
    from b, generate_series(1, ${n}::int) n`);

test('an end of a month and loans that go are never in each other’s way', async () => {
  const { database } = server;
  let isOver = false;
  const goAway = async (): Promise<number> => {
    let turns = 0;
    for (; !isOver; turns += 1)
      await database.transaction(async (tx) => {
        const ids = await tx.rows<{ id: number }>(sql`select id from loans order by random() limit 60`);
        for (const [i, { id }] of ids.entries())
          await (i % 6 === 0
            ? tx.run(sql`delete from loans where id = ${id}`)
            : tx.run(sql`update loans set client_id = 3 - client_id where id = ${id}`));
        await more(tx, `turn-${turns}`, ids.length / 6);
      });
    return turns;
  };
  const fold = async (): Promise<void> => {
    while (!isOver) await foldSums(database);
  };
  const take = async (): Promise<void> => {
    try {
      // More months than retained, so that old ones are deleted too.
      for (let n = 0; n < months; n += 1) {
        await takeMonthEnd(database, new Date(Date.UTC(2024, n, 2, 6)));
        await sumRolls(database);
      }
    } finally {
      isOver = true;
    }
  };
  const ended = await Promise.allSettled([take(), goAway(), fold()]);
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect((ended[1] as PromiseFulfilledResult<number>).value).toBeGreaterThan(3);
  expect(await sumFaults(database, ['rolls'])).toEqual([]);
  // The next end deletes those of deleted loans, whether created before or concurrently.
  await takeMonthEnd(database, new Date(Date.UTC(2024, months, 2, 6)));
  const left = await database.one(sql`
    select count(*)::int as n from loan_month_ends e where not exists (select from loans l where l.id = e.loan_id)`);
  expect(left).toEqual({ n: 0 });
});
