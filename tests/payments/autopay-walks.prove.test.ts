/**
 * Random walks of borrowers, agents, banks, webhooks, other payments and days: no debit without consent and a day's
 * notice, above the limit, or while an earlier one may still succeed; a final state is permanent.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { autopay } from '../../src/contexts/payments/contract/autopay/autopay.ts';
import {
  autopayLimit,
  mostPresentations,
} from '../../src/contexts/payments/contract/autopay/autopay-rules.ts';
import type { SandboxMandate } from '../../src/contexts/payments/server/gateways/sandbox-autopay.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { Refused } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { Autopays, start } from './autopay-kit.ts';

const desk = new Autopays();
beforeAll(() => desk.begin());
afterAll(() => desk.server.stop());

type Step =
  | { do: 'offer' | 'accept' | 'next' | 'end' | 'stop' | 'ask' | 'link' | 'off' | 'on' | 'lost' | 'late' }
  | { do: 'bank'; says: SandboxMandate }
  | { do: 'hours'; n: number };
const of = <T extends Step>(weight: number, ...all: T[]) => ({
  weight,
  arbitrary: fc.constantFrom(...all) as fc.Arbitrary<Step>,
});
const steps = fc.array(
  fc.oneof(
    of(3, { do: 'offer' }, { do: 'accept' }),
    of(3, { do: 'bank', says: 'active' }),
    of(2, { do: 'bank', says: 'paused' }, { do: 'bank', says: 'revoked' }, { do: 'bank', says: 'rejected' }),
    of(1, { do: 'end' }, { do: 'stop' }, { do: 'off' }, { do: 'on' }, { do: 'lost' }),
    of(4, { do: 'ask' }),
    of(1, { do: 'link' }, { do: 'late' }),
    of(9, { do: 'next' }),
    of(4, { do: 'hours', n: 5 }, { do: 'hours', n: 24 }, { do: 'hours', n: 49 }),
  ),
  { minLength: 8, maxLength: 18 },
);

const hours = (n: number): Step => ({ do: 'hours', n });
const ask: Step = { do: 'ask' };
const untilFirst = [hours(49), hours(49), hours(24)];
const threeDays = [hours(49), hours(24)];
/** The first instalment fails and is retried, once with late webhooks about it. */
const examples: [Step[]][] = [
  [[...untilFirst, ask, ...threeDays, ask, ...threeDays, ask, ...threeDays]],
  [[...untilFirst, ask, { do: 'late' }, ...threeDays, ask]],
];

interface Walk {
  loanId: number;
  url?: string;
  order?: string;
  id?: number;
  /** Charges that were sent when it was looked last. */
  seen: Set<string>;
}
const refused = (error: unknown): void => {
  if (!(error instanceof Refused)) throw error;
};

async function take(step: Step, walk: Walk): Promise<void> {
  const { database } = desk.server;
  if (step.do === 'hours') desk.now = new Date(desk.now.getTime() + step.n * 3_600_000);
  else if (step.do === 'next') {
    const at = await database.one<{ at: string | null }>(sql`
      select least((select min(next_at) from mandate_charges), (select min(next_look_at) from mandates)) as at`);
    if (at?.at) desk.now = new Date(Math.max(desk.now.getTime(), Date.parse(at.at)) + 1000);
  } else if (step.do === 'offer')
    await desk.offer(walk.loanId).then((made) => Object.assign(walk, made), refused);
  else if (step.do === 'accept' && walk.url) {
    const go = await desk.press(walk.url, 'accept');
    if (go.startsWith('/pay/autopay/go/')) walk.order = go.split('/').at(-1) ?? '';
  } else if (step.do === 'bank' && walk.order) await desk.bank(walk.order, step.says);
  else if (step.do === 'stop' && walk.url) await desk.press(walk.url, 'stop');
  else if (step.do === 'end' && walk.id !== undefined)
    await desk.agent.call(autopay.end, { id: walk.id }).catch(refused);
  else if (step.do === 'lost' && walk.order)
    // The bank's books change without a webhook.
    await database.run(
      sql`update sandbox_mandates set state = 'paused' where order_id = ${walk.order} and state = 'active'`,
    );
  else if (step.do === 'late')
    // A failed debit succeeds after all, without a webhook.
    await database.run(sql`
      update sandbox_payments p set outcome = 'success' from payment_attempts t
      where t.id = p.attempt_id and t.loan_id = ${walk.loanId} and t.state = 'failed'`);
  else if (step.do === 'ask') for (const { id } of await desk.charges(walk.loanId)) await desk.ask(id);
  else if (step.do === 'link')
    await database.run(sql`
      insert into payments (loan_id, amount, payment_date, realized, source)
      values (${walk.loanId}, 700_00, ${desk.day(0)}, true, 'PAYMENT_FILE')`);
  else if (step.do === 'off' || step.do === 'on')
    await database.run(sql`update portfolios set has_autopay = ${step.do === 'on'}`);
  await desk.judge();
  await desk.round();
}

interface Sent {
  amount: number;
  told: number | null;
  isOnItsDay: boolean;
  agreed: boolean;
  most: number;
  instalment: string;
  id: string;
  says: string | null;
}
async function holds({ loanId, seen }: Walk, before: Map<number, string>): Promise<void> {
  const { database } = desk.server;
  const sent = await database.rows<Sent>(sql`
    select t.amount, extract(epoch from g.sent_at - g.told_at)::int as told, m.accepted_at is not null as agreed, m.most,
      g.due_on = (g.sent_at at time zone 'Asia/Kolkata')::date as "isOnItsDay", g.instalment, g.order_id as id,
      p.outcome as says
    from mandate_charges g join mandates m on m.id = g.mandate_id join payment_attempts t on t.id = g.order_id
      left join sandbox_payments p on p.attempt_id = t.id
    where m.loan_id = ${loanId} order by g.sent_at, g.id`);
  for (const one of sent) {
    expect(one).toMatchObject({ agreed: true, isOnItsDay: true });
    expect(one.told).toBeGreaterThanOrEqual(24 * 3600);
    expect(one.amount).toBeLessThanOrEqual(Math.min(one.most, autopayLimit));
  }
  // An instalment is debited at most three times, and retried only while the bank reports the earlier ones as failed.
  for (const [n, { instalment, id }] of sent.entries()) {
    const earlier = sent.slice(0, n).filter((one) => one.instalment === instalment);
    expect(earlier.length).toBeLessThan(mostPresentations);
    if (!seen.has(id)) expect(earlier.map(({ says }) => says)).toEqual(earlier.map(() => 'failure'));
  }
  for (const { id } of sent) seen.add(id);
  // What the bank never agreed to was never charged; each success is one payment, and each payment is posted.
  const [books] = await database.rows<{
    wrong: number;
    payments: number;
    successes: number;
    posted: number;
    paid: number;
  }>(sql`
    select (select count(*)::int from payment_attempts t join sandbox_mandates s on s.order_id = t.id
        where t.loan_id = ${loanId} and t.state = 'success' and s.state = 'rejected') as wrong,
      (select count(*)::int from payments where loan_id = ${loanId} and source = 'AUTOPAY' and status = 'success') as payments,
      (select count(*)::int from payment_attempts where loan_id = ${loanId} and state = 'success') as successes,
      (select coalesce(sum(collected_by(from_account, to_account) * amount), 0)::bigint from postings
        where loan_id = ${loanId} and source = 'payment') as posted,
      (select coalesce(sum(amount), 0)::bigint from payments where loan_id = ${loanId} and status = 'success') as paid`);
  expect(books).toMatchObject({ wrong: 0, payments: books?.successes, posted: books?.paid });
  // A final state is permanent.
  for (const { id, state } of await database.rows<{ id: number; state: string }>(
    sql`select id, state from mandates where loan_id = ${loanId}`,
  )) {
    const was = before.get(id);
    if (was === 'revoked' || was === 'withdrawn') expect([id, state]).toEqual([id, was]);
    before.set(id, state);
  }
}

test(
  'no sequence debits without consent and notice, or above the limit or the remaining sum, and every mandate closes',
  async () => {
    let charges = 0;
    let again = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        desk.now = new Date(start);
        desk.failures.length = 0;
        await desk.server.database.run(sql`update portfolios set has_autopay = true`);
        await desk.server.database.run(sql`delete from payment_lookups`);
        // Excludes leftovers of earlier walks.
        await desk.server.database.run(sql`update mandates set next_look_at = null, next_ask_at = null`);
        await desk.server.database.run(sql`update mandate_charges set next_at = null`);
        // The first instalment is one the bank refuses.
        const loanId = await desk.settled(9_000, 3, desk.day(5), 2_999.92);
        const at: Walk = { loanId, seen: new Set() };
        const before = new Map<number, string>();
        for (const step of [
          { do: 'offer' },
          { do: 'accept' },
          { do: 'bank', says: 'active' },
          ...walk,
        ] as Step[]) {
          await take(step, at);
          await holds(at, before);
        }
        charges += at.seen.size;
        again += (await desk.charges(loanId)).filter(({ reason }) => reason === 'failed').length;
        expect(desk.failures).toEqual([]);
      }),
      { numRuns: runsOf(5, 2_000), seed, examples },
    );
    // Walks that charge nothing would prove nothing.
    expect(charges).toBeGreaterThan(0);
    expect(again).toBeGreaterThan(0);
  },
  timeout * 2,
);
