/** Pages of dispositions: with few users they are found by loan, with equal rows and order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispositionIds } from '../../src/contexts/lenders/contract/dispositions.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let leader: Caller;
let agent: Caller;
let other: Caller;

const loanOf = async (number: string, assignee: Caller): Promise<number> => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, client_borrower_id, name) values (1, ${`B-${number}`}, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, assignee_id)
    select 1, 1, id, 'Asha', ${number}, ${assignee.id} from b returning id`);
  return made?.id ?? 0;
};
const wrote = async (loan: number, user: Caller, hour: number, kind: number): Promise<void> => {
  const at = `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`;
  await server.database.run(sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, action_date, effective_at, created_at)
    select id, borrower_id, ${user.id}, ${kind}, '2026-11-25', ${at}, ${at} from loans where id = ${loan}`);
};

beforeAll(async () => {
  server = await boot();
  admin = await server.person({ roleType: 'admin' });
  leader = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: leader.id });
  for (let n = 0; n < 5; n += 1) await server.person({ roleType: 'agent', reportingTo: leader.id });
  other = await server.person({ roleType: 'agent' });
  const { PTP, Followup } = dispositionIds;
  const [one, two, three] = [
    await loanOf('LN-1', agent),
    await loanOf('LN-2', agent),
    await loanOf('LN-3', agent),
  ];
  // Two loans at the same hour, one with most dispositions, and one by a previous agent.
  for (const hour of [4, 7, 8, 9]) await wrote(one, agent, hour, hour === 8 ? PTP : Followup);
  await wrote(two, agent, 9, Followup);
  await wrote(two, agent, 5, PTP);
  await wrote(three, other, 6, PTP);
  await wrote(await loanOf('LN-4', other), other, 9, PTP);
});
afterAll(() => server.stop());

const queries = [
  {},
  { module: 'PTP', sort: '-createdAt' },
  { startDate: '2026-11-20', endDate: '2026-11-20' },
  { q: 'LN-2' },
  { sort: 'createdAt' },
  { sort: 'due' },
] as const;
test.each(queries)('an agent sees the dispositions of their loans, page by page: %o', async (asked) => {
  const listed = async (who: Caller, more: object) =>
    (await who.call(borrowerDispositions.list, { ...asked, ...more })).rows;
  const whole = (await listed(admin, {})).filter(({ borrowerLoan }) => borrowerLoan.loanNumber !== 'LN-4');
  expect(whole.length).toBeGreaterThan(1);
  const ids = whole.map(({ id }) => id);
  for (const who of [agent, leader]) {
    for (const size of [1, 2, 3, 5]) {
      const found: number[] = [];
      for (let page = 1; (page - 1) * size < ids.length; page += 1)
        found.push(...(await listed(who, { size, page })).map(({ id }) => id));
      expect(found).toEqual(ids);
    }
    const { count } = await who.call(borrowerDispositions.list, { ...asked, part: 'count' });
    expect(count).toBe(ids.length);
  }
});
