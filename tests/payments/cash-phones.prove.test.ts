/** Two phones record receipts offline and reconnect simultaneously. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SyncItem } from '../../src/kernel/contract/outbox/sync-rows.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller, TestServer } from '../kit.ts';
import { runsOf, timeout } from '../prove.ts';
import { addLoan, bootTeam } from '../sync/phone.ts';
import { booksOf, paidInCash, phoneOf } from './cash-kit.ts';

let server: TestServer;
let lead: Caller;
beforeAll(async () => {
  ({ server, lead } = await bootTeam());
});
afterAll(() => server.stop());

/** Receipts of each phone, sent in four parts. */
const each = runsOf(60, 500);
const part = each / 4;

/** Like a phone: overload responses are retried. */
async function deliver(phone: Awaited<ReturnType<typeof phoneOf>>, items: SyncItem[]): Promise<void> {
  let left = items;
  for (let tries = 0; left.length > 0; tries += 1) {
    expect(tries).toBeLessThan(20);
    const answers = await phone.send(left);
    const again = new Set(
      answers.filter(({ status }) => status === 409 || status === 503).map(({ key }) => key),
    );
    expect(answers.filter(({ status, key }) => status !== 200 && !again.has(key))).toEqual([]);
    left = left.filter(({ key }) => again.has(key));
  }
}

test(
  `two phones without a network write ${each} receipts each: no number twice, all counted once`,
  { timeout },
  async () => {
    await server.database.run(sql`update clients set cash_limit = 1e11, cash_days = 2`);
    const who = await server.person({ roleType: 'agent', reportingTo: lead.id });
    const loans = await Promise.all(Array.from({ length: 20 }, () => addLoan(server, who.id)));
    const phones = [await phoneOf(who), await phoneOf(who)];
    const written = await Promise.all(
      phones.map(async (phone) => {
        const items = [];
        for (let n = 0; n < each; n += 1)
          items.push(await phone.item(paidInCash(loans[n % 20] ?? 0, phone.number(), { amount: 10 + n })));
        return items;
      }),
    );
    // Both reconnect at once, in batches, and the second batch is sent twice after a lost response.
    await Promise.all(
      phones.map(async (phone, p) => {
        const items = written[p] ?? [];
        for (const from of [0, part, part, 2 * part, 3 * part]) {
          await deliver(phone, items.slice(from, from + part));
        }
      }),
    );
    const [sums] = await server.database.rows(sql`
    select count(*)::int as receipts, count(distinct payment_number(number))::int as numbers, sum(amount)::bigint as amount,
      count(distinct payment_id)::int as payments from cash_receipts where user_id = ${who.id}`);
    const amount = 2 * 100 * Array.from({ length: each }, (_, n) => 10 + n).reduce((sum, n) => sum + n, 0);
    expect(sums).toEqual({ receipts: 2 * each, numbers: 2 * each, amount, payments: 2 * each });
    expect(await booksOf(server, who.id)).toMatchObject({
      hand: amount,
      taken: amount,
      states: { hand: amount },
    });
  },
);
