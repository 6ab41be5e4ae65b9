/** Acts on all loans that match a list: the server reads the filter itself, and only what the caller sees is touched. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { usersTask } from '../../src/contexts/work/contract/users-task.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let lead: Caller;
let asha: Caller;
let bina: Caller;
let other: Caller;
const all = 8;

/** Eight of the lead's team, every fourth DNC; two of another team, one unassigned, one closed. */
async function addLoans(): Promise<void> {
  const people = [asha, bina];
  const loan = (n: number, who: Caller | null, o: { dnc?: boolean; isActive?: boolean; clientId?: number }) =>
    server.database.run(sql`
      with b as (insert into borrowers (client_id, client_borrower_id, name)
        values (${o.clientId ?? 1}, ${`CB${n}`}, ${`Borrower ${n}`}) returning id)
      insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, total_outstanding,
        is_dnc, is_active)
      select ${n}, ${o.clientId ?? 1}, ${o.clientId ?? 1}, id, ${`LN-${n}`}, ${who?.id ?? null}, ${`98765${10_000 + n}`},
        ${n * 100}, ${o.dnc ?? false}, ${o.isActive ?? true} from b`);
  for (let n = 1; n <= all; n += 1) await loan(n, people[n % 2] as Caller, { dnc: n % 4 === 0 });
  await loan(21, other, {});
  await loan(22, other, {});
  await loan(23, null, {});
  await loan(24, asha, { isActive: false });
  await loan(25, asha, { clientId: 2 });
}

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead' });
  asha = await server.person({ roleType: 'agent', reportingTo: lead.id });
  bina = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = await server.person({ roleType: 'agent' });
  await addLoans();
  await server.database.run(sql`insert into allocation_types (id, name) values (1, 'Fresh'), (2, 'Legal')`);
  await server.database.run(sql`
    insert into campaigns (id, name, campaign_type, max_ratio, client_id) values (1, 'Early', 'predictive', 3, 1)`);
  await server.database.run(
    sql`insert into campaign_agents (campaign_id, user_id) values (1, ${asha.id}), (1, ${bina.id})`,
  );
});
beforeEach(() => server.database.run(sql`update loans set allocation_type_id = null`));
afterAll(() => server.stop());

const allocated = async (): Promise<number[]> =>
  (
    await server.database.rows<{ id: number }>(
      sql`select id from loans where allocation_type_id is not null order by id`,
    )
  ).map(({ id }) => id);

test('all that match are allocated: of those the caller sees, but for who must not be called', async () => {
  const { count } = await lead.call(loans.list, { clientId: 1 });
  expect(count).toBe(all);
  const matching = { filter: { clientId: 1 }, most: all };
  expect(await lead.call(loans.allocate, { allocationTypeId: 1, matching })).toEqual({ changed: 6 });
  expect(await allocated()).toEqual([1, 2, 3, 5, 6, 7]);
});

test('a filter selects equal loans for a bulk action and the list: search, users, closed loans', async () => {
  const act = (filter: object) =>
    lead.call(loans.allocate, { allocationTypeId: 1, matching: { filter, most: 20 } });
  await act({ q: 'borrower 7' });
  expect(await allocated()).toEqual([7]);
  await act({ isActive: false });
  expect(await allocated()).toEqual([7, 24]);
  await act({ userIds: [bina.id, other.id], clientId: 1 });
  // The odd ones are Bina's.
  expect(await allocated()).toEqual([1, 3, 5, 7, 24]);
});

test('nothing is changed when more match than the person was shown', async () => {
  const matching = { filter: { clientId: 1 }, most: all - 1 };
  const { body } = await refusal(lead.call(loans.allocate, { allocationTypeId: 1, matching }));
  expect(body).toMatchObject({ code: 'MORE_MATCH', facts: { most: all - 1 } });
  expect(await allocated()).toEqual([]);
});

test('ids in a filter reach only visible loans, and bulk actions need permission', async () => {
  const matching = { filter: { ids: [1, 21, 22, 23] }, most: 10 };
  expect(await lead.call(loans.allocate, { allocationTypeId: 2, matching })).toEqual({ changed: 1 });
  expect(await allocated()).toEqual([1]);
  const agents = await refusal(asha.call(loans.allocate, { allocationTypeId: 1, matching }));
  expect(agents.body.code).toBe('FORBIDDEN');
});

test('rows and a filter together mean nothing, and neither does none', async () => {
  const matching = { filter: {}, most: 10 };
  for (const which of [{}, { loanIds: [1], matching }]) {
    const { body } = await refusal(lead.call(loans.allocate, { allocationTypeId: 1, ...which }));
    expect(body.code).toBe('INVALID_INPUT');
  }
  const wide = lead.call(loans.allocate, { allocationTypeId: 1, matching: { filter: {}, most: 10_001 } });
  expect((await refusal(wide)).body.code).toBe('INVALID_INPUT');
});

test('all that match are dealt out within the campaign’s lender only', async () => {
  const asked = { userIds: [asha.id, bina.id], campaignId: 1 };
  const mixed = lead.call(loans.assign, { ...asked, matching: { filter: {}, most: 20 } });
  expect((await refusal(mixed)).body.fields).toEqual([{ path: 'campaignId', fault: 'invalid' }]);
  const matching = { filter: { clientId: 1 }, most: all };
  expect(await lead.call(loans.assign, { ...asked, matching })).toEqual({ changed: 6 });
  expect((await lead.call(loans.list, { campaignId: 1 })).count).toBe(6);
});

test("a task of all matches is assigned to each loan's agent; an agent's is personal", async () => {
  const matching = { filter: { clientId: 1 }, most: all };
  expect(await lead.call(usersTask.create, { name: 'Round', matching })).toEqual({ tasks: 2, loans: 6 });
  const own = await asha.call(usersTask.create, { name: 'Mine', matching: { filter: {}, most: 20 } });
  const { count, rows } = await asha.call(loans.list, {});
  expect(own).toEqual({ tasks: 1, loans: count - rows.filter(({ isDNC }) => isDNC).length });
  const nobody = other.call(usersTask.create, {
    name: 'None',
    matching: { filter: { q: 'nothing' }, most: 5 },
  });
  expect((await refusal(nobody)).body.code).toBe('INVALID_INPUT');
});
