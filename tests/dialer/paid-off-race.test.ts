/** A payment arrives while six workers dial: calls are dialled before the payment is committed, or not at all. */
import { expect, test } from 'vitest';
import { takeClaimed } from '../../src/contexts/dialer/server/engine/attempt/attempts.ts';
import { recomputeSummary } from '../../src/contexts/payments/server/summaries/summary.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { boot } from '../kit.ts';

/** The server's dialer runs in the past, where none of this is due. */
const longAgo = { now: () => new Date('2020-01-01T05:00:00Z') };
const workers = 6;
const calls = 240;

test('no call is dialled after the commit of a payment that stops contact, and active ones continue', async () => {
  const { database, stop } = await boot({ clock: longAgo });
  const ids = (
    await database.rows<{ id: number; loanId: number }>(sql`
      with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Race', 'predictive', 3, 1) returning id),
      b as (insert into borrowers (client_id, name) select 1, 'B' || n from generate_series(1, ${calls}::int) n returning id),
      l as (insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id, total_outstanding,
          payment_status)
        select 1, 1, b.id, 'B', 'R-' || b.id, '98' || lpad(b.id::text, 8, '0'), c.id, 0, 'Unpaid' from b, c returning id, mobile, campaign_id)
      insert into call_attempts (loan_id, campaign_id, direction, mode, phone, claimed_at, due_at)
      select id, campaign_id, 'outbound', 'predictive', mobile, now(), now() + interval '1 hour' from l returning id, loan_id as "loanId"`)
  ).toSorted((a, b) => a.id - b.id);
  const dialled = (loanId: number) => sql`
    select id from call_attempts where loan_id = ${loanId} and dialed_at is not null`;
  const before = new Set<number>();
  const dial = async (n: number): Promise<void> => {
    const node = { node: String(n), provider: { id: 'simulated' } };
    for (const { id } of ids) await takeClaimed(database, id, new Date(), node);
  };
  const pay = async (): Promise<void> => {
    // Every second loan, from the far end and from the near, to meet the workers in the middle.
    for (const { loanId } of ids.filter((_, n) => n % 2 === 0).toReversed())
      await database.transaction(async (tx) => {
        await tx.run(sql`select from loans where id = ${loanId} for no key update`);
        await tx.run(sql`
          insert into payments (loan_id, amount, payment_date, realized, source) values (${loanId}, 100000, current_date, true, 'PAYMENT_FILE')`);
        await recomputeSummary(tx, [loanId]);
        // Read before the commit; later calls are too late.
        for (const { id } of await tx.rows<{ id: number }>(dialled(loanId))) before.add(id);
      });
  };
  await Promise.all([...Array.from({ length: workers }, (_, n) => dial(n)), pay()]);
  const paid = ids.filter((_, n) => n % 2 === 0);
  const after = await database.rows<{ id: number }>(sql`
    select id from call_attempts where dialed_at is not null and loan_id = any(${paid.map(({ loanId }) => loanId)})`);
  expect(after.map(({ id }) => id).filter((id) => !before.has(id))).toEqual([]);
  // The race occurred: some before, some not.
  expect(before.size).toBeGreaterThan(0);
  expect(before.size).toBeLessThan(paid.length);
  const others = await database.one<{ n: number }>(
    sql`select count(*) as n from call_attempts where dialed_at is not null`,
  );
  expect(others?.n).toBe(ids.length - paid.length + before.size);
  await stop();
});
