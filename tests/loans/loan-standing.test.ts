import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import type { Filters } from '../../src/kernel/server/database/narrow.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { standsOtherwise } from './standing-kit.ts';

let server: TestServer;
let lead: Caller;
let asha: Caller;
let bina: Caller;

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead' });
  asha = await server.person({ roleType: 'agent', reportingTo: lead.id });
  bina = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const { database } = server;
  await database.run(sql`insert into dispositions (id, name, type, parent_id, priority) values
    (301, 'Salary date', 'subDisposition', 1, 1), (302, 'Call back', 'subDisposition', 2, 1)`);
  await database.run(sql`insert into borrowers (id, client_id, name) values (1, 1, 'Imran')`);
  await database.run(sql`insert into campaigns (id, name, campaign_type, max_ratio, client_id, is_active)
    values (1, 'Early', 'predictive', 3, 1, true)`);
  await database.run(sql`insert into campaign_agents values (1, ${asha.id}), (1, ${bina.id})`);
  await database.run(sql`insert into allocation_types (id, name, color_code) values (1, 'Fresh', '#0b7285')`);
  await database.run(sql`
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding, dpd)
    select n, 1, 1, 1, 'LN-' || n, case when n < 10 then ${asha.id}::bigint end, n * 100, 60 - n from generate_series(1, 12) n`);
});
afterAll(() => server.stop());

const differences = () => server.database.rows(standsOtherwise);

const soon = new Date(Date.now() + 86_400_000).toISOString();
const followUp = (loanId: number) =>
  asha.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 2,
    subDispositionId: 302,
    followUpDate: soon,
  });
const promise = (loanId: number) =>
  asha.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 1,
    subDispositionId: 301,
    ptpDate: soon.slice(0, 10),
    amount: 1500,
    followUpDate: soon,
  });

test("a loan's state is current, whatever changes it", async () => {
  const admin = await server.person({ roleType: 'admin' });
  expect(await differences()).toEqual([]);
  for (const id of [2, 4, 6]) await followUp(id);
  for (const id of [3, 4]) await promise(id);
  expect(await differences()).toEqual([]);
  await lead.call(loans.assign, { loanIds: [4, 5], userIds: [bina.id], campaignId: 1 });
  await admin.call(loans.allocate, { loanIds: [2, 12], allocationTypeId: 1 });
  await server.database.run(
    sql`update loans set total_outstanding = total_outstanding + 1 where id in (2, 11)`,
  );
  await server.database.run(sql`update loans set assignee_id = null where id = 9`);
  await server.database.run(sql`update loans set is_active = false where id in (6, 7)`);
  expect(await differences()).toEqual([]);
  await server.database.run(sql`delete from loans where id = 8`);
  expect(await differences()).toEqual([]);
  const [left] = await server.database.rows(sql`select count(*) from loan_standing where id = 8`);
  expect(left).toEqual({ count: 0 });
});

test('the loans of a last disposition are found in every order, counted, and only by who sees them', async () => {
  const asked = { dispositionIds: [2], size: 20 };
  const idsOf = async (who: Caller, query: object) =>
    (await who.call(loans.list, { ...asked, ...query })).rows.map(({ id }) => id);
  expect(await idsOf(lead, {})).toEqual([2]);
  await followUp(3);
  await followUp(1);
  expect(await idsOf(lead, {})).toEqual([3, 2, 1]);
  expect(await idsOf(lead, { sort: 'totalOutstanding' })).toEqual([1, 2, 3]);
  expect(await idsOf(lead, { sort: '-dpd' })).toEqual([1, 2, 3]);
  expect(await idsOf(lead, { q: 'LN-2' })).toEqual([2]);
  expect(await idsOf(lead, { isActive: false })).toEqual([6]);
  expect(await idsOf(lead, { dispositionIds: [1, 2] })).toEqual([4, 3, 2, 1]);
  expect(await idsOf(lead, { newAssigned: true, dispositionIds: [1, 2] })).toEqual([4]);
  expect(await idsOf(bina, { dispositionIds: [1, 2] })).toEqual([4]);
  expect((await lead.call(loans.list, { ...asked, part: 'exact' })).count).toBe(3);
});

test('a list by last disposition accepts every other filter too', async () => {
  // A contract filter missing here does not compile: `loan_standing` needs its column.
  const every: Required<Omit<Filters<typeof loans.list>, 'q'>> = {
    dispositionIds: [2],
    isActive: true,
    ids: [2],
    loanId: 2,
    newAssigned: false,
    clientIds: [1],
    clientId: 1,
    campaignIds: [1],
    campaignId: 1,
    userIds: [asha.id],
    hierarchyUsers: [asha.id],
    allocationTypeId: 1,
    paymentStatus: 'Unpaid',
    paymentHistoryStatus: 'Last Month',
  };
  await server.database.run(
    sql`update loans set campaign_id = 1, allocation_type_id = 1, payment_history_status = 'Last Month' where id = 2`,
  );
  for (const sort of ['-totalOutstanding', 'dpd'] as const)
    expect((await lead.call(loans.list, { ...every, sort })).rows.map(({ id }) => id)).toEqual([2]);
});

test('disposition columns are in no index of loans', async () => {
  const written = await server.database.rows(sql`
    select i.indexrelid::regclass::text as index, a.attname as column
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid
      and (a.attnum = any(i.indkey) or pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M'))
    where i.indrelid = 'loans'::regclass and (a.attname in ('changed_tx', 'updated_at') or a.attname ~ '_disposition_')`);
  expect(written).toEqual([]);
});
