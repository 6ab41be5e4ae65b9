/** Complaints from all sides: numbered, owned, rested for, answered, escalated, and never decided by whom they are about. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { complaints } from '../../src/contexts/complaints/contract/complaints.ts';
import { escalateLate, keepHolds } from '../../src/contexts/complaints/server/escalate.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal, same } from '../kit.ts';
import { addLoan, days } from '../sync/phone.ts';

let server: TestServer;
let manager: Caller;
let lead: Caller;
let agent: Caller;
let lender: Caller;
let loanId = 0;

beforeAll(async () => {
  server = await boot();
  manager = await server.person({ roleType: 'manager' });
  lead = await server.person({ roleType: 'tech_lead', reportingTo: manager.id });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  lender = await server.person({ roleType: 'client', clientId: 1 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
});

const day = (n: number): string => businessDay(days(n));
const words = 'Somebody shouted at my mother on the phone';
const take = (o: object = {}, who = agent) =>
  who.call(complaints.take, { loanId, kind: 'conduct', words, ...o } as never);
const act = (id: number, what: string, o: object = {}, who = lead) =>
  who.call(complaints.act, { id: String(id), act: what, ...o } as never);
const isHeld = async () => (await lead.call(loanHolds.list, { loanId })).some(({ isNow }) => isNow);
const messages = () =>
  server.database.rows<{ channel: string; message: string }>(
    sql`select channel, message from messages where loan_id = ${loanId} and purpose = 'complaint' order by id`,
  );

test('a complaint from a call has a number, an owner and a deadline, holds the loan and notifies the borrower', async () => {
  const { id, number, dueOn } = await take();
  expect(dueOn).toBe(day(30));
  expect(await lead.call(complaints.one, { id: String(id) })).toMatchObject({
    number,
    state: 'open',
    ownerId: lead.id,
    aboutId: agent.id,
    channel: 'call',
    isLate: false,
  });
  expect(await isHeld()).toBe(true);
  expect((await messages())[0]?.message).toContain(`Your complaint ${number}`);
});

test('an answer is sent by mail or message; closing releases the loan; reopening restores the hold', async () => {
  const { id } = await take({ kind: 'amount' });
  expect((await refusal(act(id, 'close'))).body.code).toBe('COMPLAINT_STATE');
  expect((await refusal(act(id, 'answer'))).body.fields?.[0]?.path).toBe('words');
  expect((await act(id, 'answer', { words: 'The fee was taken back.' })).state).toBe('answered');
  expect((await messages()).at(-1)).toMatchObject({ channel: 'sms' });
  expect((await act(id, 'close')).state).toBe('closed');
  expect(await isHeld()).toBe(false);
  expect((await act(id, 'reopen', { words: 'The fee is back' })).state).toBe('reopened');
  expect(await isHeld()).toBe(true);
  await server.database.run(
    sql`update borrowers set email = 'a@b.in' where id = (select borrower_id from loans where id = ${loanId})`,
  );
  await act(id, 'answer', { words: 'Now it is gone.' });
  expect((await messages()).at(-1)?.channel).toBe('email');
  const steps = await lead.call(complaints.steps, { id: String(id) });
  expect(steps.map(({ what }) => what)).toEqual(['taken', 'answered', 'closed', 'reopened', 'answered']);
  expect(steps.map(({ sentBy }) => sentBy)).toEqual([null, 'sms', null, null, 'email']);
});

test('whom it is about neither sees nor decides it, and never gets it', async () => {
  const { id } = await take({ aboutId: lead.id });
  expect((await refusal(lead.call(complaints.one, { id: String(id) }))).body.code).toBe('NOT_FOUND');
  for (const what of ['note', 'answer', 'close', 'reopen', 'assign'])
    expect(
      (await refusal(act(id, what, { words: 'x', ...(what === 'assign' && { ownerId: manager.id }) }))).body
        .code,
    ).toBe('OWN_COMPLAINT');
  const seen = await manager.call(complaints.one, { id: String(id) });
  expect([seen.ownerId, seen.aboutId]).toEqual([manager.id, lead.id]);
  expect((await refusal(act(id, 'assign', { ownerId: lead.id }, manager))).body.code).toBe('OWN_COMPLAINT');
  expect((await refusal(act(id, 'assign', { ownerId: agent.id }, manager))).body.fields?.[0]?.path).toBe(
    'ownerId',
  );
  expect((await refusal(act(id, 'note', { words: 'x' }, agent))).status).toBe(403);
});

test("an overdue complaint escalates to the owner's leader once", async () => {
  const { id } = await take({ kind: 'paid' });
  expect(await escalateLate(server.database, days(29))).toBe(0);
  expect(await escalateLate(server.database, days(31))).toBeGreaterThan(0);
  const late = await manager.call(complaints.one, { id: String(id) });
  expect(late.ownerId).toBe(manager.id);
  expect(await escalateLate(server.database, days(60))).toBe(0);
  const steps = await manager.call(complaints.steps, { id: String(id) });
  expect(steps.at(-1)).toMatchObject({ what: 'escalated', who: null });
});

test('a lender forwards a complaint, and sees only its complaints with their answers', async () => {
  const loanNumber = `LN-${(await server.database.one<{ b: number }>(sql`select borrower_id as b from loans where id = ${loanId}`))?.b}`;
  const { id, number } = await lender.call(complaints.send, { loanNumber, kind: 'privacy', words });
  await act(id, 'answer', { words: 'The agent was warned.' });
  const { rows, summary } = await lender.call(complaints.ofLender, {});
  expect(rows.find((row) => row.number === number)).toMatchObject({
    channel: 'portal',
    state: 'answered',
    answer: 'The agent was warned.',
  });
  expect(summary).toMatchObject({ taken: rows.length });
  const other = await server.person({ roleType: 'client', clientId: 2 });
  expect((await other.call(complaints.ofLender, {})).rows).toEqual([]);
  const foreign = other.call(complaints.send, { loanNumber, kind: 'other', words });
  expect((await refusal(foreign)).body.code).toBe('LOAN_UNKNOWN');
});

test("the link page is in the borrower's language; unknown links and floods are rejected", async () => {
  await server.database.run(
    sql`insert into payment_codes (channel, code, loan_id, expires_at) values ('sms', ${`code-${loanId}`}, ${loanId}, now() - interval '1 day')`,
  );
  const code = `code-${loanId}`;
  const page = (q: string, more: RequestInit = {}) =>
    fetch(`${server.url}/pay/complaint?q=${q}&lang=hi`, more);
  expect(await (await page(code)).text()).toContain('शिकायत करें');
  expect((await page('unknown')).status).toBe(404);
  const send = (said: string, kind = 'threat') =>
    fetch(`${server.url}/pay/complaint`, {
      method: 'POST',
      headers: { ...same, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ q: code, kind, words: said }),
    });
  expect((await send('')).status).toBe(422);
  expect(await (await send(words)).text()).toContain('Your complaint is recorded under number C');
  const again = await send(words);
  expect([again.status, (await again.text()).includes('You told us of this already')]).toEqual([422, true]);
  expect((await send(words, 'amount')).status).toBe(200);
  expect((await send(words, 'paid')).status).toBe(200);
  const flood = await send(words, 'other');
  expect([flood.status, (await flood.text()).includes('Your complaints of today')]).toEqual([422, true]);
  const { rows } = await lead.call(complaints.list, { size: 500 });
  const taken = rows.filter((row) => row.loanId === loanId);
  expect(taken).toHaveLength(3);
  expect(taken[0]).toMatchObject({ channel: 'page', takenBy: null });
});

test('others see nothing of it; admins set the days', async () => {
  const { id } = await take();
  const stranger = await server.person({ roleType: 'tech_lead' });
  expect((await refusal(stranger.call(complaints.one, { id: String(id) }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(act(id, 'note', { words: 'x' }, stranger))).body.code).toBe('NOT_FOUND');
  const admin = await server.as();
  await admin.call(complaints.setRule, { answerDays: 7 });
  expect((await take({ kind: 'amount' })).dueOn).toBe(day(7));
  expect((await refusal(lead.call(complaints.setRule, { answerDays: 9 }))).status).toBe(403);
});

test('the hold shows only the number, and cannot be released before the complaint is closed', async () => {
  const { id, number } = await take({ aboutId: lead.id });
  const [hold] = await agent.call(loanHolds.list, { loanId });
  expect(hold?.note).toBe(number);
  for (const who of [lead, manager]) {
    const refused = (await refusal(who.call(loanHolds.end, { id: hold?.uId ?? '' }))).body;
    expect([refused.code, refused.facts['number']]).toEqual(['HOLD_OF_COMPLAINT', number]);
  }
  await act(id, 'answer', { words: 'We are sorry.' }, manager);
  expect((await refusal(manager.call(loanHolds.end, { id: hold?.uId ?? '' }))).body.code).toBe(
    'HOLD_OF_COMPLAINT',
  );
  await act(id, 'close', {}, manager);
  expect(await isHeld()).toBe(false);
  await act(id, 'reopen', { words: 'It happened again' }, manager);
  expect((await agent.call(loanHolds.list, { loanId })).map(({ note }) => note)).toEqual([number, number]);
});

test('a duplicate open complaint is rejected, also concurrently, and a daily limit applies', async () => {
  const both = await Promise.allSettled([take({ kind: 'paid' }), take({ kind: 'paid' }, lead)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await refusal(take({ kind: 'paid' }))).body.code).toBe('COMPLAINT_OPEN');
  await take({ kind: 'amount' });
  await take({ kind: 'other' });
  expect((await refusal(take({ kind: 'not-theirs' }))).body.code).toBe('COMPLAINT_LIMIT');
  expect(await messages()).toHaveLength(1);
});

test('an answer leaves three times in a day at most', async () => {
  const { id } = await take({ kind: 'amount' });
  for (const words of ['One', 'Two', 'Three']) {
    await act(id, 'answer', { words });
    await act(id, 'reopen', { words: 'Not yet' });
  }
  expect((await refusal(act(id, 'answer', { words: 'Four' }))).body.code).toBe('COMPLAINT_LIMIT');
  expect(await messages()).toHaveLength(4);
});

test('the hold lasts until the complaint is closed, also after a late reopening', async () => {
  const { id } = await take({ kind: 'amount' });
  const until = async () => (await lead.call(loanHolds.list, { loanId }))[0]?.untilDay ?? '';
  const first = await until();
  const last = new Date(`${first}T06:00:00Z`);
  await keepHolds(server.database, new Date(last.getTime() - 86_400_000));
  expect(await until()).toBe(first);
  expect(await keepHolds(server.database, last)).toBeGreaterThan(0);
  expect((await until()) > first).toBe(true);
  await act(id, 'answer', { words: 'It was taken back.' });
  await server.database.run(
    sql`update loan_holds set from_day = ${day(-9)}::date, until_day = ${day(-1)}::date where loan_id = ${loanId}`,
  );
  expect(await isHeld()).toBe(false);
  await act(id, 'reopen', { words: 'It was not' });
  expect(await isHeld()).toBe(true);
  await act(id, 'answer', { words: 'Now it was.' });
  await act(id, 'close');
  await keepHolds(server.database, days(400));
  expect(await isHeld()).toBe(false);
});

test('a complaint can only name users connected to the loan', async () => {
  const stranger = await server.person({ roleType: 'agent' });
  const refused = (await refusal(take({ aboutId: stranger.id }))).body;
  expect([refused.code, refused.fields?.[0]?.path]).toEqual(['INVALID_INPUT', 'aboutId']);
  await server.database.run(
    sql`insert into loan_assignments (loan_id, user_id, at) values (${loanId}, ${stranger.id}, now())`,
  );
  await take({ aboutId: stranger.id });
});
