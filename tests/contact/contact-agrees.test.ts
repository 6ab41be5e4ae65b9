/** Lists agree with the guard, on all rows of the demo. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { dispositions } from '../../src/contexts/lenders/contract/dispositions.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { blockOf } from '../../src/contexts/contact/contract/contact-block.ts';
import { today } from '../../src/contexts/work/contract/today.ts';
import { evaluate } from '../../src/contexts/contact/server/compliance-rules/policy.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

/** Half past eleven in India, on the next day: in the hours of contact. */
const now = new Date(
  `${new Date(Date.now() + 86_400_000 + 19_800_000).toISOString().slice(0, 10)}T11:30:00+05:30`,
);
let server: TestServer;
let agent: Caller;
beforeAll(async () => {
  server = await boot({ demo: true, clock: { now: () => now, isMoved: true } });
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`update loans set assignee_id = ${agent.id} where is_active`);
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  // Lapsed PTPs are judged first: a loan with a broken PTP changes its position, and a concurrent paging would miss it.
  await vi.waitUntil(
    async () =>
      (await server.database.one(sql`
        select from promise_queue union all select from promises where state = 'open' and lapses_on < ${businessDay(now)}
        limit 1`)) === undefined,
    { timeout: 60_000, interval: 50 },
  );
  // DNC numbers also on another loan, or on a loan without the flag.
  await server.database.run(sql`
    insert into dnc_numbers (loan_id, mobile, status)
    select (select min(id) from loans), mobile, 'active' from loans
    where is_active and mobile is not null and not is_dnc and id % 40 = 0 on conflict do nothing`);
  await server.database.run(sql`
    insert into contact_wishes (borrower_id, no_calls_since, avoid_from, avoid_until, changed_at)
    select id, case when id % 5 = 0 then now() end, '11:00', '12:00', now() from borrowers where id % 5 = 0 or id % 7 = 0
    on conflict (borrower_id) do update set no_calls_since = excluded.no_calls_since, avoid_from = excluded.avoid_from,
      avoid_until = excluded.avoid_until`);
});
afterAll(() => server.stop());

async function allRows<R>(page: (n: number) => Promise<{ rows: R[]; count: number }>): Promise<R[]> {
  const rows: R[] = [];
  for (let n = 1; ; n += 1) {
    const found = await page(n);
    rows.push(...found.rows);
    if (rows.length >= found.count || found.rows.length === 0) return rows;
  }
}

test('Today and the list of borrowers agree with the guard on every row', async () => {
  const day = await allRows((page) => agent.call(today.list, { page, size: 200 }));
  expect(day.length).toBeGreaterThan(200);
  const asks = day.map(({ id }) => ({ loanId: id, channel: 'call' as const }));
  const guard = new Map(
    (await evaluate(server.database, asks, { now, hasAgent: true })).map((one) => [one.loanId, one]),
  );
  // Whether a line is free at this moment is not the borrower's.
  const ofMoment = new Set(['on_call', 'no_number', 'reference']);
  const differs = day.filter((row) => {
    const { rule = null } = guard.get(row.id)?.refusal ?? {};
    return !ofMoment.has(String(rule)) && (blockOf(row, now)?.code ?? null) !== rule;
  });
  expect(differs).toEqual([]);
  const said = new Set(day.map((row) => blockOf(row, now)?.code ?? null));
  expect([...said]).toEqual(expect.arrayContaining([null, 'do_not_call', 'rests', 'no_calls', 'avoided']));
  const listed = await allRows((page) => agent.call(loans.list, { page, size: 200, isActive: true }));
  expect(listed.filter(({ id, isDNC }) => isDNC !== guard.get(id)?.isDNC)).toEqual([]);
});

test('a deceased borrower may not be contacted, on any of their loans', async () => {
  const dead = await server.database.rows<{ id: number }>(sql`
    select distinct l.id from loans l where l.is_active and l.borrower_id in (
      select d.borrower_id from borrower_dispositions d join dispositions s on s.id in (d.disposition_id, d.sub_disposition_id)
      where s.name = 'Deceased')`);
  expect(dead.length).toBeGreaterThan(0);
  const asks = dead.flatMap(({ id }) =>
    (['call', 'message', 'visit'] as const).map((channel) => ({ loanId: id, channel })),
  );
  const said = await evaluate(server.database, asks, { now, hasAgent: true });
  expect(said.filter(({ refusal: no }) => no === null)).toEqual([]);
});

test('a deceased disposition closes every channel until the hold is released', async () => {
  const admin = await server.as('create_dispositions', 'list_dispositions');
  const outcome = await admin.call(dispositions.create, {
    type: 'disposition',
    name: 'Passed away',
    defaultApply: true,
  });
  expect(outcome?.isDeath).toBe(true);
  const made = await server.database.rows<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, assignee_id)
    select 1, 1, b.id, 'DEAD-' || n, '961234560' || n, ${agent.id} from b, generate_series(1, 2) n returning id`);
  const [first = 0, second = 0] = made.map(({ id }) => id);
  await agent.call(borrowerDispositions.record, { loanId: first, dispositionId: outcome?.id ?? 0 });
  const may = (id: number) => agent.call(dialer.allowance, { id: String(id) });
  for (const id of [first, second])
    expect(await may(id)).toMatchObject({ rule: 'rests', reason: 'Deceased', until: null });
  const [hold] = await agent.call(loanHolds.list, { loanId: first });
  const lead = await server.as();
  await lead.call(loanHolds.end, { id: hold?.uId ?? '' });
  expect(await may(second)).toMatchObject({ rule: null });
  expect((await refusal(agent.call(loanHolds.end, { id: hold?.uId ?? '' }))).status).toBe(403);
});
