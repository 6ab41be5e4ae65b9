/** Settlement workflow: requested, decided, submitted, queried, reopened. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Flag } from '../../src/kernel/contract/flags.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const decides = ['approve_reject_settlement', 'reopen_settlement', 'update_settlement_amount'] as const;
const reads = ['settlement_history', 'settlement_timeline', 'view_client_settlement_timeline'] as const;
const asks = [
  'list_settlement_raise_query',
  'settlement_raise_query',
  'settlement_raise_query_client',
] as const;
let server: TestServer;
let manager: Caller;
let lead: Caller;
let agent: Caller;
let other: Caller;
let id = 0;
let loanId = 0;
beforeAll(async () => {
  server = await boot();
  const flags: Flag[] = [...decides, ...reads, ...asks];
  manager = await server.person({ roleType: 'manager', flags });
  lead = await server.person({ roleType: 'tech_lead', flags, reportingTo: manager.id });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  // The request is for sixty per cent.
  await server.database.run(sql`update portfolios set max_wavier = '70 %' where id = 1`);
  other = await server.person({ roleType: 'tech_lead', flags });
});
afterAll(() => server.stop());

const addLoan = async (): Promise<number> => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name, city_name) values (1, 'Asha Rao', 'Pune') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, principal_outstanding,
      total_outstanding, max_settlement_amount)
    select 1, 1, b.id, 'S-' || b.id, 'Asha Rao', ${agent.id}, 10000000, 12000000, 6000000 from b returning id`);
  return made?.id ?? 0;
};
const ask = async (loan: number): Promise<number> =>
  (
    await agent.call(settlements.request, {
      loanId: loan,
      amount: 40_000,
      settlementDate: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
      followUpDate: new Date(Date.now() + 86_400_000).toISOString(),
      comments: 'One payment',
    })
  )?.id ?? 0;
beforeEach(async () => {
  loanId = await addLoan();
  id = await ask(loanId);
});

const set = (
  who: Caller,
  status: 'Approved' | 'Rejected' | 'AmountUpdated' | 'ReOpened',
  more: object = {},
) => who.call(settlements.updateStatus, { id, status, ...more });
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;
const seen = (who: Caller) => who.call(settlements.one, { id: String(id) });

test("a settlement shows requested and total amounts; the viewer's decision is pending", async () => {
  expect(await seen(lead)).toMatchObject({
    status: 'Inprogress',
    amount: 40_000,
    recoveryOnPos: 40,
    waiverOnPos: 60,
    preApprovedAmount: 60_000,
    statusData: null,
    lastApprovalUser: null,
    settlementUser: { agentName: expect.stringMatching(/^Test /) },
    settlementLoan: { borrowerName: 'Asha Rao', principalOutstanding: 100_000, totalOutstanding: 120_000 },
  });
  const ids = async (query: object) => (await lead.call(settlements.list, query)).rows.map((row) => row.id);
  expect(await ids({ loanId, status: 'Pending' })).toEqual([id]);
  expect(await ids({ loanId, city: 'pune', clientId: 1, userIds: [agent.id] })).toEqual([id]);
  expect(await ids({ loanId, city: 'Delhi' })).toEqual([]);
  expect(await ids({ loanId, productStatus: 'Approved' })).toEqual([]);
  expect(await ids({ loanId, dateFilteOn: 'settlementDate', endDate: '2020-01-01' })).toEqual([]);
  expect(await lead.call(settlements.clients, {})).toEqual([{ id: 1, name: expect.any(String) }]);
});

test('an approver submits the approved settlement to the lender, and other open ones of the loan become void', async () => {
  const second = await server.database.one<{ id: number }>(sql`
    insert into settlements (loan_id, user_id, amount, settlement_date) values (${loanId}, ${agent.id}, 100, current_date) returning id`);
  expect(await set(lead, 'Approved', { comments: 'Fair' })).toMatchObject({
    status: 'Approved',
    lastApprovalUser: lead.id,
    statusData: { status: 'Approved', reason: 'Fair', userId: lead.id },
  });
  expect(await lead.call(settlements.one, { id: String(second?.id) })).toMatchObject({ status: 'Void' });
  expect(await code(set(lead, 'Approved'))).toBe('SETTLEMENT_STATE');
  expect(await code(manager.call(settlements.sendToClient, { ids: [id] }))).toBe('SETTLEMENT_STATE');
  expect(await code(agent.call(settlements.sendToClient, { ids: [id] }))).toBe('FORBIDDEN');
  expect(await lead.call(settlements.sendToClient, { ids: [id] })).toEqual({ changed: 1 });
  expect(await code(lead.call(settlements.sendToClient, { ids: [id] }))).toBe('SETTLEMENT_STATE');
  expect(await seen(lead)).toMatchObject({ clientStatus: 'Pending', sentToClientAt: expect.any(String) });
  const timeline = await lead.call(settlements.timeline, { id: String(id) });
  expect(timeline.map(({ status }) => status)).toEqual(['Sent', 'Approved', 'Initiated']);
  expect(timeline[1]).toMatchObject({ role: 'tech_lead', comment: 'Fair' });
  expect(await lead.call(settlements.clientTimeline, { id: String(id) })).toMatchObject([{ status: 'Sent' }]);
});

test('a rejection needs its reason and a suggested amount; a rejected one is requested again by an agent', async () => {
  const faults = async (more: object) =>
    (await refusal(set(lead, 'Rejected', more))).body.fields?.map(({ path }) => path);
  expect(await faults({ suggestedAmount: 50_000 })).toEqual(['comments']);
  expect(await faults({ comments: ' ~ ', suggestedAmount: 50_000 })).toEqual(['comments']);
  expect(await faults({ comments: 'Too low' })).toEqual(['suggestedAmount']);
  await set(lead, 'Rejected', { comments: 'Too ~low', suggestedAmount: 50_000 });
  expect(await seen(lead)).toMatchObject({
    status: 'Rejected',
    suggestedAmount: 50_000,
    statusData: { reason: 'Too low', suggestedAmount: 50_000 },
  });
  expect(await code(set(lead, 'Approved'))).toBe('SETTLEMENT_STATE');
  expect(await code(lead.call(settlements.reinitiate, { id: String(id) }))).toBe('FORBIDDEN');
  const again = await agent.call(settlements.reinitiate, { id: String(id), amount: 50_000 });
  expect(again).toMatchObject({ status: 'ReInitiated', amount: 50_000, recoveryOnPos: 50 });
  expect(await seen(lead)).toMatchObject({ statusData: null });
  expect(await set(manager, 'Approved')).toMatchObject({ status: 'Approved', lastApprovalUser: manager.id });
});

test('another amount and reopening both require a new decision', async () => {
  await set(lead, 'Approved');
  const amount = await refusal(set(lead, 'AmountUpdated'));
  expect(amount.body.fields?.map(({ path }) => path)).toEqual(['updateAmount']);
  expect(await set(lead, 'AmountUpdated', { updateAmount: 45_000 })).toMatchObject({
    status: 'AmountUpdated',
    amount: 45_000,
    lastApprovalUser: null,
    statusData: null,
  });
  // Who changed the amount does not approve it; who only opens it again may.
  expect(await code(set(lead, 'Approved'))).toBe('OWN_SETTLEMENT');
  await set(manager, 'Approved');
  expect(await set(manager, 'ReOpened')).toMatchObject({ status: 'ReOpened' });
  await set(manager, 'Approved');
  expect(await set(lead, 'ReOpened')).toMatchObject({ status: 'ReOpened', statusData: null });
  expect(await code(set(lead, 'ReOpened'))).toBe('SETTLEMENT_STATE');
});

test('a team lead approves many at once: exactly the unchanged ones', async () => {
  const second = await ask(await addLoan());
  await set(lead, 'AmountUpdated', { updateAmount: 45_000 });
  expect(await code(manager.call(settlements.bulkApprove, { ids: [second] }))).toBe('FORBIDDEN');
  expect(await lead.call(settlements.bulkApprove, { ids: [id, second] })).toEqual({
    changed: 1,
    left: [{ id, why: 'state' }],
  });
  expect(await code(lead.call(settlements.bulkApprove, { ids: [id] }))).toBe('SETTLEMENT_STATE');
  expect(await seen(lead)).toMatchObject({ status: 'AmountUpdated' });
  const third = await ask(await addLoan());
  expect(await code(other.call(settlements.bulkApprove, { ids: [third] }))).toBe('NOT_FOUND');
});

test('queries and remarks are read by who may; the lender’s are on their timeline', async () => {
  const comment = 'Which account?';
  const query = { settlementId: id, loanId, comment };
  expect(await lead.call(settlements.raiseQuery, query)).toMatchObject({
    status: 'QueryRaised',
    isCollectionQuery: true,
  });
  expect(await code(lead.call(settlements.raiseQuery, { ...query, loanId: loanId + 1 }))).toBe(
    'INVALID_INPUT',
  );
  await manager.call(settlements.remark, { settlementId: id, content: 'The savings one' });
  await manager.call(settlements.remarkToClient, { settlementId: id, content: 'Please confirm' });
  expect(await lead.call(settlements.remarks, { id: String(id) })).toMatchObject([
    { content: 'Please confirm', isForClient: true },
    { content: 'The savings one', isForClient: false },
    { content: comment },
  ]);
  expect(await lead.call(settlements.clientTimeline, { id: String(id) })).toMatchObject([
    { status: 'Query Raised', comment: 'Please confirm' },
  ]);
  expect(await code(agent.call(settlements.remarks, { id: String(id) }))).toBe('FORBIDDEN');
});

test('a query the lender reads too is one remark, on both timelines', async () => {
  const query = { settlementId: id, comment: 'Which account?', isForClient: true };
  const inside = await server.person({
    roleType: 'tech_lead',
    flags: ['settlement_raise_query'],
    reportingTo: lead.id,
  });
  expect(await code(inside.call(settlements.raiseQuery, query))).toBe('FORBIDDEN');
  expect(await lead.call(settlements.raiseQuery, query)).toMatchObject({ status: 'QueryRaised' });
  expect(await lead.call(settlements.remarks, { id: String(id) })).toMatchObject([
    { content: 'Which account?', isForClient: true },
  ]);
  for (const line of [settlements.timeline, settlements.clientTimeline] as const)
    expect((await lead.call(line as typeof settlements.timeline, { id: String(id) }))[0]).toMatchObject({
      status: 'Query Raised',
    });
});

test("the history omits administration events and other users' loans", async () => {
  const chief = await server.person({ roleType: 'system_admin' });
  await server.database.run(sql`update users set role_id = 1 where id = ${chief.id}`);
  await server.database.run(sql`
    insert into settlement_steps (settlement_id, side, status, user_id) values (${id}, 'collection', 'Approved', ${chief.id})`);
  const timeline = await lead.call(settlements.timeline, { id: String(id) });
  expect(timeline.map(({ status }) => status)).toEqual(['Approved', 'Initiated']);
  const history = await lead.call(settlements.history, { id: String(id) });
  expect(history.map(({ status }) => status)).toEqual(['Initiated']);
  for (const tried of [settlements.one, settlements.history, settlements.timeline, settlements.remarks])
    expect(await code(other.call(tried as typeof settlements.one, { id: String(id) }))).toBe('NOT_FOUND');
  expect(await code(set(other, 'Approved'))).toBe('NOT_FOUND');
  const admin = await server.person({ roleType: 'admin' });
  expect(await code(admin.call(settlements.list, {}))).toBe('FORBIDDEN');
});

test('a letter is proposed, sent as edited, and marked when the mail server accepted it', async () => {
  const letter = await lead.call(settlements.email, { id: String(id) });
  expect(letter).toMatchObject({
    customerName: 'Asha Rao',
    recoveryOnPos: '40.00 %',
    waiverOnPos: '60.00 %',
    emailStatus: null,
  });
  const { emailStatus: _, ...said } = letter ?? ({} as never);
  const given = {
    ...said,
    state: 'Maharashtra',
    bkt: '1-30',
    contactNumber: 'XXXXXX1',
    to: 'a@lender.example',
    cc: 'b@lender.example',
  };
  await server.database.run(sql`update clients set letter_addresses = 'lender.example'`);
  const empty = await refusal(lead.call(settlements.sendMail, { ...given, settlementId: id, state: '' }));
  expect(empty.body.fields?.map(({ path }) => path)).toEqual(['state']);
  await lead.call(settlements.sendMail, { ...given, settlementId: id, message: 'As we said on the phone' });
  await expect.poll(async () => (await seen(lead))?.emailStatus).toBe('sent');
  const [mail] = await server.database.rows<{ to: string; body: string }>(sql`
    select recipient as to, body from mailbox where body like ${`%Application Id: ${given.applicationId}%`}`);
  expect(mail?.to).toBe('a@lender.example, b@lender.example');
  expect(mail?.body).toContain('As we said on the phone');
  expect(await code(other.call(settlements.email, { id: String(id) }))).toBe('NOT_FOUND');
  expect(await code(manager.call(settlements.bulkMail, { ids: [id] }))).toBe('FORBIDDEN');
  // Without a recipient first, then with one.
  const write = () => lead.call(settlements.bulkMail, { ids: [id] });
  await server.database.run(sql`update clients set contact_person_email = ''`);
  expect(await code(write())).toBe('INVALID_INPUT');
  await server.database.run(
    sql`update clients set contact_person_email = 'lender' || id || '@lender.example'`,
  );
  expect(await write()).toEqual({ changed: 1 });
  await expect
    .poll(() => server.database.rows(sql`select from mailbox where recipient ~ '^lender[0-9]+@'`), {
      timeout: 60_000,
    })
    .toHaveLength(1);
});
