/** Concurrent mutual reassignment of two users' loans: both finish, and the audit is correct. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchOff } from '../../src/contexts/lenders/contract/switch-off.ts';
import { mostHandedOver } from '../../src/contexts/loans/server/switch-off/store.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
let leaders: Caller[] = [];
let people: Caller[] = [];
const loansOfEach = 8 * mostHandedOver - 50;
beforeAll(async () => {
  server = await boot();
  leaders = [
    await server.person({ roleType: 'system_admin', flags: ['edit_user'] }),
    await server.person({ roleType: 'system_admin', flags: ['edit_user'] }),
  ];
  people = [await server.person({ roleType: 'agent' }), await server.person({ roleType: 'agent' })];
  for (const { id } of people)
    await server.database.run(sql`
      with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id),
      l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, assigned_at, total_outstanding)
        select 1, 1, b.id, ${`H${id}-`} || n, ${id}, now() - interval '3 days', n * 100 from b, generate_series(1, ${loansOfEach}) n
        returning id)
      insert into loan_assignments (loan_id, user_id, at) select id, ${id}, now() - interval '3 days' from l`);
});
afterAll(() => server.stop());

/** Like the screen, until none remain or nothing changes. */
async function handOver(who: Caller, from: Caller, to: Caller): Promise<number> {
  let handed = 0;
  let begun: string | undefined;
  // Twice each one's loans, and those assigned meanwhile.
  for (let pieces = 1; pieces <= 20; pieces += 1) {
    const answer = await who.call(switchOff.handOver, { id: String(from.id), userIds: [to.id], begun });
    handed += answer.changed;
    ({ begun } = answer);
    if (answer.left === 0 || answer.changed === 0) return handed;
  }
  throw new Error('it goes on and on');
}

test('reassigning transfers the loans the user had at its start, and concurrent runs assign each loan once', async () => {
  const [first, second] = leaders as [Caller, Caller];
  const [asha, bandhu] = people as [Caller, Caller];
  const handed = await Promise.all([handOver(first, asha, bandhu), handOver(second, bandhu, asha)]);
  expect(Math.min(...handed)).toBeGreaterThanOrEqual(loansOfEach);
  const ids = people.map(({ id }) => id);
  const found = await server.database.one(sql`
    select count(*)::int as loans, count(*) filter (where l.assignee_id = last.user_id)::int as told,
      count(*) filter (where l.assignee_id = s.assignee_id)::int as standing, max(last.moves)::int - 1 as moves
    from loans l join loan_standing s on s.id = l.id
      cross join lateral (select (array_agg(a.user_id order by a.id desc))[1] as user_id, count(*) as moves
        from loan_assignments a where a.loan_id = l.id) last
    where l.assignee_id = any(${ids}) and l.is_active`);
  // No ping-pong: transferred once, and returned at most once.
  expect(found).toEqual({
    loans: 2 * loansOfEach,
    told: 2 * loansOfEach,
    standing: 2 * loansOfEach,
    moves: expect.toBeOneOf([1, 2]),
  });
  const audit = await server.database.rows<{ by: number; loans: number }>(sql`
    select e.actor_id as by, sum((e.facts->>'loans')::int)::int as loans from event e where e.type = 'loans.handed-over'
    group by 1 order by 1`);
  expect(audit).toEqual(leaders.map(({ id }, i) => ({ by: id, loans: handed[i] })));
  const kept = await server.database.rows<{ by: number; loans: number }>(sql`
    select a.assigned_by as by, count(*)::int as loans from loan_assignments a where a.assigned_by is not null
    group by 1 order by 1`);
  expect(kept).toEqual(audit);
});
