/** A settlement with a past payment day: shown as expired, and decided only with a new day. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { portal } from '../../src/contexts/settlements/contract/portal.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

const flags = [
  'approve_reject_settlement',
  'reopen_settlement',
  'update_settlement_amount',
  'settlement_timeline',
] as const;
let server: TestServer;
let lead: Caller;
let agent: Caller;
let lender: Caller;
let id = 0;
const days = (n: number): string => businessDay(new Date(Date.now() + n * 86_400_000));
beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags: [...flags] });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  lender = await server.person({ roleType: 'client', clientId: 1 });
  await server.database.run(sql`update portfolios set max_wavier = '70 %' where id = 1`);
});
afterAll(() => server.stop());

/** Requested in time; its days pass afterwards. */
async function asked(instalments?: { dueOn: string; amount: number }[]): Promise<number> {
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, principal_outstanding,
      total_outstanding)
    select 1, 1, b.id, 'EX-' || b.id, 'Asha Rao', ${agent.id}, 10000000, 12000000 from b returning id`);
  const made = await agent.call(settlements.request, {
    loanId: loan?.id ?? 0,
    amount: 40_000,
    settlementDate: days(5),
    ...(instalments && { instalments }),
    followUpDate: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return made?.id ?? 0;
}
async function pass(settlement: number, n: number): Promise<void> {
  await server.database.run(
    sql`update settlements set settlement_date = settlement_date - ${n}::int where id = ${settlement}`,
  );
  await server.database.run(
    sql`update settlement_instalments set due_on = due_on - ${n}::int where settlement_id = ${settlement}`,
  );
}
beforeEach(async () => {
  id = await asked();
});
const approve = (more: object = {}) =>
  lead.call(settlements.updateStatus, { id, status: 'Approved', ...more });
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;
const inPortal = async () =>
  (await lender.call(portal.list, { size: 100 })).rows.find((row) => row.id === id);

test('an expired request is shown as such and approved only with a new payment day', async () => {
  expect((await lead.call(settlements.one, { id: String(id) }))?.isExpired).toBe(false);
  await pass(id, 6);
  expect(await lead.call(settlements.one, { id: String(id) })).toMatchObject({
    isExpired: true,
    settlementDate: days(-1),
  });
  const refused = await refusal(approve());
  expect([refused.status, refused.body.code]).toEqual([409, 'SETTLEMENT_EXPIRED']);
  expect(refused.body.message).toContain('new payment day');
  for (const settlementDate of [days(-1), days(4000)])
    expect(await code(approve({ settlementDate }))).toBe('INVALID_INPUT');
  expect(await approve({ settlementDate: days(3) })).toMatchObject({
    status: 'Approved',
    isExpired: false,
    settlementDate: days(3),
  });
  const steps = await lead.call(settlements.timeline, { id: String(id) });
  expect(steps.map(({ status }) => status)).toEqual(['Approved', 'New payment day', 'Initiated']);
  expect(steps[1]?.comment).toContain(days(3).slice(0, 4));
});

test('a request expiring today is not expired', async () => {
  await pass(id, 5);
  expect(await approve()).toMatchObject({ status: 'Approved', settlementDate: days(0) });
});

test('a schedule expires with its first instalment, and a new day moves all of it', async () => {
  id = await asked([
    { dueOn: days(2), amount: 20_000 },
    { dueOn: days(32), amount: 20_000 },
  ]);
  await pass(id, 4);
  expect(await code(approve())).toBe('SETTLEMENT_EXPIRED');
  expect(await approve({ settlementDate: days(1) })).toMatchObject({
    instalments: [{ dueOn: days(1) }, { dueOn: days(31) }],
    settlementDate: days(31),
  });
});

test('approval of many leaves expired ones and names them', async () => {
  const other = await asked();
  await pass(id, 6);
  expect(await lead.call(settlements.bulkApprove, { ids: [id, other] })).toEqual({
    changed: 1,
    left: [{ id, why: 'expired' }],
  });
  expect(await code(lead.call(settlements.bulkApprove, { ids: [id] }))).toBe('SETTLEMENT_EXPIRED');
});

test('an expired settlement is neither submitted to the lender nor approved', async () => {
  await approve();
  await pass(id, 6);
  expect(await code(lead.call(settlements.sendToClient, { ids: [id] }))).toBe('SETTLEMENT_EXPIRED');
  await server.database.run(
    sql`update settlements set sent_to_client_at = now(), client_status = 'Pending' where id = ${id}`,
  );
  expect(await inPortal()).toMatchObject({ isExpired: true, clientStatus: 'Pending' });
  expect(await code(lender.call(portal.answer, { id: String(id), status: 'Approved' }))).toBe(
    'SETTLEMENT_EXPIRED',
  );
  await lender.call(portal.answer, { id: String(id), status: 'QueryRaised', comments: 'Until when?' });
  // The agency reopens it, sets the day and submits it again.
  await lead.call(settlements.updateStatus, { id, status: 'ReOpened' });
  await approve({ settlementDate: days(7) });
  await lead.call(settlements.sendToClient, { ids: [id] });
  expect(await inPortal()).toMatchObject({ isExpired: false, settlementDate: days(7) });
  await lender.call(portal.answer, { id: String(id), status: 'Approved' });
});

test('a settlement with its sum received is paid, not expired', async () => {
  await approve();
  await lead.call(settlements.sendToClient, { ids: [id] });
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, user_id, amount, payment_date, realized, source)
    select loan_id, user_id, amount, ${days(0)}, true, 'PAYMENT_FILE' from settlements where id = ${id}`,
  );
  await pass(id, 9);
  await expect.poll(async () => (await inPortal())?.plan?.state).toBe('paid');
  expect(await inPortal()).toMatchObject({ isExpired: false });
  expect(await lender.call(portal.answer, { id: String(id), status: 'Approved' })).toMatchObject({
    clientStatus: 'Approved',
  });
});

test('the inbox of decisions shows an expired request and decides it with a new day', async () => {
  const manager = await server.person({ roleType: 'manager', flags: [...flags, 'edit_authority'] });
  const junior = await server.person({ roleType: 'tech_lead', flags: [...flags], reportingTo: manager.id });
  const helper = await server.person({ roleType: 'agent', reportingTo: junior.id });
  await server.database.run(sql`
    update loans set assignee_id = ${helper.id} where id = (select loan_id from settlements where id = ${id})`);
  await server.database.run(sql`
    insert into authority_requests (kind, subject_id, asked_by, comment, passed, waits_for, due_at)
    values ('settlement', ${id}, ${junior.id}, 'Fair', '{}', array[${manager.id}]::bigint[], now() + interval '2 days')`);
  await pass(id, 6);
  const [row] = (await manager.call(authority.waiting, {})).rows;
  expect(row).toMatchObject({ subjectId: id, isExpired: true });
  const decide = (more: object = {}) =>
    manager.call(authority.decide, { id: String(row?.id), decision: 'approve', amount: 40_000, ...more });
  expect(await code(decide())).toBe('SETTLEMENT_EXPIRED');
  expect(await decide({ settlementDate: days(2) })).toMatchObject({ became: 'approved' });
});

test('a settlement cannot be requested for a day that has passed', async () => {
  const draft = {
    loanId: 0,
    amount: 100,
    settlementDate: days(-1),
    followUpDate: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding)
    select 1, 1, b.id, 'EX-' || b.id, ${agent.id}, 12000000 from b returning id`);
  expect(await code(agent.call(settlements.request, { ...draft, loanId: loan?.id ?? 0 }))).toBe(
    'DATE_IN_PAST',
  );
});

test('an exported list has the payment day and names what is expired', async () => {
  const exporter = await server.as(
    'export_settlements_tracker',
    'list_settlement_tracker',
    'list_export_files',
  );
  await pass(id, 6);
  const asked = { type: 'EXPORT', export_type: 'settlements', filters: {} } as const;
  const job = await exporter.call(files.parse, asked);
  const done = () => exporter.call(files.job, { id: String(job?.id) });
  await expect.poll(async () => (await done())?.status).toBe('completed');
  const { url } = await exporter.call(files.readLink, { key: (await done())?.fileKey ?? '' });
  const text = await (await exporter.fetch(url)).text();
  const [head = '', first = ''] = text.split('\n');
  expect(head).toContain('"Pay by","Expired"');
  expect(first).toContain(`"${days(-1).split('-').toReversed().join('/')}","Expired"`);
});
