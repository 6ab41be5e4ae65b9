/**
 * Random orders of acts, payments, days and reversals: waived exactly when all was received on time, without later
 * collection.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { addDays, spread } from '../../src/contexts/settlements/contract/instalment-days.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { judgeWaitingPlans } from '../../src/contexts/settlements/server/plans/keep.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, Refused, type TestServer, boot } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { changePayments } from '../world.ts';

let now = new Date('2026-11-20T06:00:00Z');
const clock = { now: () => now };
let server: TestServer;
let lead: Caller;
let agent: Caller;
let campaignId = 0;
beforeAll(async () => {
  server = await boot({ clock });
  lead = await server.person({
    roleType: 'tech_lead',
    flags: ['approve_reject_settlement', 'reopen_settlement', 'update_settlement_amount'],
  });
  agent = await server.person({
    roleType: 'agent',
    reportingTo: lead.id,
    flags: ['update_settlement_amount'],
  });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Dues', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
});
afterAll(() => server.stop());

type Step =
  | { do: 'approve' | 'reopen' | 'accept' | 'amount' | 'reverse' | 'claim' }
  | { do: 'pay'; paise: number; daysAgo: number }
  | { do: 'days'; n: number };
const steps = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom('approve' as const, 'accept' as const).map((what) => ({ do: what })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('reopen' as const, 'amount' as const, 'reverse' as const, 'claim' as const)
        .map((what) => ({ do: what })),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('pay' as const),
        paise: fc.constantFrom(10_000_00, 20_000_00, 30_000_00, 45_000_00),
        daysAgo: fc.nat(3),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('days' as const), n: fc.constantFrom(1, 5, 20, 31) }),
    },
  ),
  { minLength: 4, maxLength: 14 },
);

interface Facts {
  state: string | null;
  binds: boolean | null;
  asks: boolean | null;
  accepted: boolean;
  wanted: number;
  waived: number;
  status: string;
  payment: string | null;
  beyond: number;
  letters: number;
  lead: string | null;
  differ: number;
}
const factsOf = (id: number, loanId: number) =>
  server.database.one<Facts>(sql`
    select q.state, q.binds, q.asks, q.accepted_at is not null as accepted, s.status, l.payment_status as payment,
      coalesce(q.outstanding - s.amount, 0)::bigint as wanted,
      coalesce((select sum(case when p.to_account = 'waived' then p.amount else -p.amount end) from postings p
        where p.loan_id = l.id and p.source = 'settlement'), 0)::bigint as waived,
      (select count(*)::int from no_dues_letters n where n.loan_id = l.id and n.revoked_at is null) as letters,
      (select x.state from leads x where x.loan_id = l.id) as lead,
      (select count(*)::int from settlement_instalments i where i.settlement_id = s.id and i.received > i.amount) as beyond,
      (select count(*)::int from ledger_differences d where d.loan_id = l.id) as differ
    from settlements s join loans l on l.id = s.loan_id left join settlement_plans q on q.settlement_id = s.id
    where s.id = ${id} and l.id = ${loanId}`);

async function judged(): Promise<void> {
  await expect
    .poll(
      async () => {
        await judgeWaitingPlans(server.database, clock);
        return (
          await server.database.one<{ n: number }>(sql`select count(*)::int as n from settlement_queue`)
        )?.n;
      },
      { interval: 10, timeout: 60_000 },
    )
    .toBe(0);
  // Who took the last of the queue has committed: its loans are free.
  await server.database.run(sql`select id from loans for update`);
}

async function code(loanId: number): Promise<{ q: string; otp: string }> {
  const link = await server.database.one<{ q: string }>(
    sql`select code as q from settlement_plans where loan_id = ${loanId}`,
  );
  const q = link?.q ?? '';
  await post({ q, step: 'send' });
  const sent = await server.database.one<{ text: string }>(sql`
    select message as text from messages where loan_id = ${loanId} and purpose = 'settlement-code' order by id desc limit 1`);
  return { q, otp: /^\d{6}/.exec(sent?.text ?? '')?.[0] ?? '' };
}
const post = (fields: Record<string, string>) =>
  fetch(`${server.url}/pay/settlement`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
    body: new URLSearchParams(fields).toString(),
  });

async function act(step: Step, { id, loanId }: { id: number; loanId: number }): Promise<void> {
  const set = (status: 'Approved' | 'ReOpened' | 'AmountUpdated', more: object = {}) =>
    lead.call(settlements.updateStatus, { id, status, ...more });
  switch (step.do) {
    case 'approve':
      await set('Approved').catch((error: unknown) => {
        if (!(error instanceof Refused) || error.body.code !== 'SETTLEMENT_EXPIRED') throw error;
        return set('Approved', { settlementDate: addDays(businessDay(now), 3) });
      });
      return;
    case 'reopen':
      await set('ReOpened');
      return;
    case 'amount':
      await agent.call(settlements.updateStatus, { id, status: 'AmountUpdated', updateAmount: 80_000 });
      return;
    case 'accept': {
      await server.database.run(sql`delete from payment_lookups`);
      const { q, otp } = await code(loanId);
      if (otp) await post({ q, step: 'accept', code: otp });
      return;
    }
    case 'pay':
      await changePayments(
        server.database,
        sql`
        insert into payments (loan_id, amount, payment_date, realized, source)
        values (${loanId}, ${step.paise}, ${addDays(businessDay(now), -step.daysAgo)}, true, 'PAYMENT_FILE')`,
      );
      return;
    case 'claim':
      await changePayments(
        server.database,
        sql`
        insert into payments (loan_id, user_id, amount, payment_date, realized, source)
        values (${loanId}, ${agent.id}, 90000_00, ${businessDay(now)}, false, 'DISPOSITION')`,
      );
      return;
    case 'reverse':
      await changePayments(
        server.database,
        sql`
        update payments set status = 'reversed' where id = (select max(id) from payments
          where loan_id = ${loanId} and realized and status = 'success')`,
      );
      return;
    case 'days':
      now = new Date(now.getTime() + step.n * 86_400_000);
  }
}

const runs = runsOf(4, 500);
const met = new Set<string>();
test(
  `${runs} histories satisfy the invariants of instalment settlements`,
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        now = new Date('2026-11-20T06:00:00Z');
        const made = await server.database.one<{ id: number }>(sql`
          with b as (insert into borrowers (client_id, name) values (1, 'Kavya Menon') returning id)
          insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, mobile,
            principal_outstanding, total_outstanding)
          select 1, 1, b.id, 'R-' || b.id, 'Kavya Menon', ${agent.id}, '96' || lpad(b.id::text, 8, '0'), 100000_00, 120000_00
          from b returning id`);
        const loanId = made?.id ?? 0;
        await server.database.run(
          sql`insert into leads (campaign_id, loan_id, phone) select ${campaignId}, id, mobile from loans where id = ${loanId}`,
        );
        const first = addDays(businessDay(now), 3);
        const { id } = await agent.call(settlements.request, {
          loanId,
          amount: 90_000,
          settlementDate: first,
          instalments: spread(90_000_00, 3, first).map(({ dueOn, amount }) => ({
            dueOn,
            amount: amount / 100,
          })),
          followUpDate: now.toISOString(),
        });
        for (const step of history) {
          try {
            await act(step, { id, loanId });
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
          await judged();
          const facts = await factsOf(id, loanId);
          if (!facts) throw new Error('no facts');
          const isPaid = facts.state === 'paid';
          met.add(facts.state ?? 'none');
          expect(facts.waived).toBe(isPaid ? facts.wanted : 0);
          if (isPaid) expect([facts.status, facts.accepted]).toEqual(['Approved', true]);
          expect(facts.payment === 'Settlement Paid').toBe(isPaid);
          expect([facts.beyond, facts.differ]).toEqual([0, 0]);
          // One valid letter, and no planned work, while it is paid.
          expect([facts.letters, facts.lead]).toEqual(isPaid ? [1, 'blocked'] : [0, 'queued']);
          const { rule } = await agent.call(dialer.allowance, { id: String(loanId) });
          expect(rule === 'paid_off').toBe(isPaid);
        }
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  },
  timeout,
);

test('the histories reached what they are about', () => {
  const wanted = ['offered', 'accepted', 'running', 'withdrawn'];
  expect([...met]).toEqual(
    expect.arrayContaining(runsOf(['offered'], [...wanted, 'late', 'paid', 'broken', 'expired'])),
  );
});
