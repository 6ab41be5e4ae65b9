/** Contact preferences apply to the borrower: every loan, every number, including future ones. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { blockOf } from '../../src/contexts/contact/contract/contact-block.ts';
import { evaluate } from '../../src/contexts/contact/server/compliance-rules/policy.ts';
import { type Wishes, setWishes } from '../../src/contexts/contact/server/policy/wishes.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { usersTask } from '../../src/contexts/work/contract/users-task.ts';
import { ofVisit } from '../../src/contexts/work/contract/today-rules.ts';
import { today } from '../../src/contexts/work/contract/today.ts';
import { visits } from '../../src/contexts/work/contract/visits.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { eventLog } from '../../src/kernel/server/live/event.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const at = (clock: string): Date => new Date(`2026-11-20T${clock}:00+05:30`);
const four = at('16:00').toISOString();
let now = at('15:00');
let server: TestServer;
let agent: Caller;
let campaignId = 0;
let made = 0;
const number = (): string => `95${String((made += 1)).padStart(8, '0')}`;

beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  const campaign = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Dues', 'progressive', 1, 1) returning id`);
  campaignId = campaign?.id ?? 0;
});
afterAll(() => server.stop());

/** Prevents signing out idle agents when the clock jumps. */
const stays = () => server.database.run(sql`update agent_sessions set heartbeat_at = '2099-01-01'`);
let borrowerId = 0;
let loanId = 0;
const addLoan = async (of: number, mobile = number()): Promise<number> =>
  (
    await server.database.one<{ id: number }>(sql`
      insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, alternate_contact1, assignee_id,
        payment_account_id)
      select 1, 1, ${of}, 'Asha Rao', ${`W-${(made += 1)}`}, ${mobile}, ${number()}, ${agent.id}, 1 returning id`)
  )?.id ?? 0;
const addPerson = async (): Promise<number> =>
  (
    await server.database.one<{ id: number }>(
      sql`insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id`,
    )
  )?.id ?? 0;
beforeEach(async () => {
  now = at('15:00');
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(
    sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})`,
  );
  await agent.call(dialer.login, { campaignId });
  await stays();
  borrowerId = await addPerson();
  loanId = await addLoan(borrowerId);
});

const wish = (more: Partial<Wishes>, loan = loanId): Promise<boolean> =>
  server.database.transaction(async (tx) => {
    const events = eventLog(null, null);
    const wishes = { language: null, avoid: null, noCalls: false, ...more };
    const isNew = await setWishes(tx, { loanId: loan, wishes, now, emit: events.emit });
    await events.flush(tx, []);
    return isNew;
  });
const afternoon = { avoid: { from: '14:00', until: '16:00' } };
const call = (loan = loanId) => agent.call(dialer.manualCall, { id: String(loan) });
const link = (loan = loanId) => agent.call(paymentLinks.generate, { loanId: loan, mobileNumber: 'mobile' });
const visit = (loan = loanId) =>
  agent.call(visits.record, { loanId: loan, visitKey: randomUUID(), outcome: 'locked', place: 'none' });
const mayCall = (loan = loanId) => agent.call(dialer.allowance, { id: String(loan) });
const mayVisit = (loan = loanId) => agent.call(visits.allowance, { id: String(loan) });
const ask = (channel: 'call' | 'message' | 'visit', more = {}, loan = loanId) => ({
  loanId: loan,
  channel,
  ...(channel === 'visit' && { contact: 'visit' }),
  ...more,
});
const rulesOf = async (asks: Parameters<typeof evaluate>[1]) =>
  (await evaluate(server.database, asks, { now, hasAgent: true })).map(({ refusal: no }) => no?.rule ?? null);

test('a blocked time stops calls, messages and visits; they resume after it', async () => {
  await wish(afternoon);
  for (const act of [call, link, visit])
    expect((await refusal(act())).body).toMatchObject({
      code: 'CONTACT_BLOCKED',
      facts: { rule: 'avoided', until: '20 Nov, 16:00' },
    });
  for (const may of [mayCall, mayVisit]) expect(await may()).toMatchObject({ rule: 'avoided', until: four });
  const kept = await server.database.rows(
    sql`select channel, until from contact_decisions where loan_id = ${loanId} and rule = 'avoided' order by id`,
  );
  expect(kept).toHaveLength(3);
  now = at('16:30');
  for (const may of [mayCall, mayVisit])
    expect(await may()).toMatchObject({ rule: null, avoid: [afternoon.avoid] });
  await link();
  await visit();
  await call();
});

test('bulk and single decisions agree', async () => {
  await wish({ ...afternoon, noCalls: true });
  const stranger = await addLoan(await addPerson());
  const asks = (['call', 'message', 'visit'] as const).flatMap((channel) => [
    ask(channel),
    ask(channel, {}, stranger),
  ]);
  const each = (await Promise.all(asks.map((one) => rulesOf([one])))).flat();
  expect(each).toEqual(['no_calls', null, 'avoided', null, 'avoided', null]);
  expect(await rulesOf(asks)).toEqual(each);
  now = at('16:30');
  expect(await rulesOf(asks)).toEqual(['no_calls', null, null, null, null, null]);
});

test('who wants no calls is called at no number, of no loan, and gets messages and visits', async () => {
  await wish({ noCalls: true });
  const second = await addLoan(borrowerId);
  expect((await refusal(call())).body).toMatchObject({
    code: 'CONTACT_BLOCKED',
    facts: { rule: 'no_calls' },
    message: 'This borrower wants no calls; messages and visits go on.',
  });
  expect(await mayCall(second)).toMatchObject({ rule: 'no_calls', until: null });
  await server.database.run(sql`update loans set other_mobiles = array[${number()}] where id = ${loanId}`);
  const numbers = ['mobile', 'alternateContact1', 'otherMobiles.0'];
  expect(await rulesOf(numbers.map((contact) => ask('call', { contact })))).toEqual(
    numbers.map(() => 'no_calls'),
  );
  // Other owners of the number.
  const own = (
    await server.database.one<{ m: string }>(sql`select mobile as m from loans where id = ${loanId}`)
  )?.m;
  const shared = await addLoan(await addPerson(), own);
  expect(await rulesOf([ask('call', {}, shared), ask('message', {}, shared)])).toEqual(['no_calls', null]);
  await link();
  await visit();
  // A recorded call is a message that rings.
  expect(await rulesOf([ask('message'), ask('message', { isSpoken: true })])).toEqual([null, 'no_calls']);
});

test('a recorded call of a file is blocked, its text message is sent', async () => {
  await wish({ noCalls: true });
  await server.database.run(sql`
    insert into messages (loan_id, channel, mobile, message, due_at, status)
    select id, channel, mobile, channel, ${now}, 'stored' from loans, unnest(array['ivr', 'sms']) channel where id = ${loanId}`);
  const became = () =>
    server.database.rows<{ channel: string; fault: string | null; isSent: boolean }>(sql`
      select channel, fault, sent_at is not null as "isSent" from messages where loan_id = ${loanId} order by channel`);
  await expect
    .poll(became)
    .toEqual([
      { channel: 'ivr', fault: 'no_calls', isSent: false },
      expect.objectContaining({ channel: 'sms', fault: null, isSent: true }),
    ]);
});

test('preferences are revoked as recorded; a repeat changes nothing', async () => {
  expect([await wish({ noCalls: true }), await wish({ noCalls: true })]).toEqual([true, false]);
  expect(await wish({})).toBe(true);
  expect(await mayCall()).toMatchObject({ rule: null });
  const events = await server.database.rows<{ after: { noCalls: boolean }; actor: number | null }>(sql`
    select facts -> 'after' as after, actor_id as actor from event where type = 'loans.wished' and entity_id = ${loanId} order by id`);
  expect(events.map(({ after, actor }) => [after.noCalls, actor])).toEqual([
    [true, null],
    [false, null],
  ]);
});

test('a preference change is serialised with contact decisions, so none is executed after it', async () => {
  const other = await server.database.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(7110, hashint8($1))', [borrowerId]);
  const saved = wish({ noCalls: true });
  await expect
    .poll(() =>
      server.database.rows(sql`
        select 1 as waits from pg_locks where locktype = 'advisory' and classid = 7110 and not granted
          and database = (select oid from pg_database where datname = current_database())`),
    )
    .toHaveLength(1);
  await other.query('rollback');
  other.release();
  expect(await saved).toBe(true);
});

test('a task skips blocked borrowers now, and calls them after the blocked time', async () => {
  await wish(afternoon);
  await agent.call(usersTask.create, { name: 'Dues', taskData: [{ loans: [{ loanId }] }] });
  const [task] = await agent.call(usersTask.today, {});
  const id = String(task?.id);
  await agent.call(dialer.ready, {});
  await agent.call(dialer.pause, {});
  await agent.call(usersTask.edit, { id, isStart: true });
  expect((await refusal(agent.call(usersTask.call, { id }))).body).toMatchObject({
    code: 'CONTACT_BLOCKED',
    facts: { rule: 'avoided' },
  });
  // An agent's action is a keep-alive, just before the clock advances.
  await stays();
  now = at('16:00');
  expect(await agent.call(usersTask.call, { id })).toEqual({ isCompleted: false });
  expect((await agent.call(dialer.status, {})).call?.loanId).toBe(loanId);
});

/** Of a lender's loans that may be worked from 14:30 to 15:30 alone. */
async function narrowLoan(): Promise<number> {
  const id = await addLoan(await addPerson());
  await server.database.run(sql`
    insert into compliance_rules (kind, name, client_id, product_type, from_day, starts_at, ends_at)
    select 'hours', 'Narrow', 1, 'NARROW', '2026-01-01', '14:30', '15:30'
    where not exists (select from compliance_rules where product_type = 'NARROW')`);
  await server.database.run(sql`update loans set product_type = 'NARROW' where id = ${id}`);
  return id;
}

test("preferences blocking all hours are shown to the loan's agent, and their removal reopens contact", async () => {
  const narrow = await narrowLoan();
  expect(await mayCall(narrow)).toMatchObject({ rule: null });
  await wish(afternoon, narrow);
  for (const clock of ['06:00', '15:00', '20:00']) {
    now = at(clock);
    expect(await mayCall(narrow)).toMatchObject({ rule: 'no_time', until: null });
  }
  now = at('15:00');
  expect((await refusal(call(narrow))).body).toMatchObject({
    code: 'CONTACT_BLOCKED',
    facts: { rule: 'no_time' },
    message: expect.stringContaining('no time is left'),
  });
  const { rows } = await agent.call(today.list, {});
  const row = rows.find(({ id }) => id === narrow);
  expect(row && blockOf(row, now)).toEqual({ code: 'no_time', until: null });
  await wish({}, narrow);
  expect(await mayCall(narrow)).toMatchObject({ rule: null });
});

test('the dialer skips them: one until the blocked time has passed, others until tomorrow', async () => {
  await wish(afternoon);
  const uncalled = await addLoan(await addPerson());
  await wish({ noCalls: true }, uncalled);
  const narrow = await narrowLoan();
  await wish(afternoon, narrow);
  const free = await addLoan(await addPerson());
  const ids = [loanId, uncalled, narrow, free];
  await server.database.run(sql`update loans set campaign_id = ${campaignId} where id = any(${ids})`);
  const started = (isStarted: boolean) =>
    server.database.run(
      sql`update dialer_processes set is_started = ${isStarted} where campaign_id = ${campaignId}`,
    );
  await started(true);
  await agent.call(dialer.ready, {});
  const leads = async () => {
    // The dialer polls as time advances.
    now = new Date(now.getTime() + 1000);
    const rows = await server.database.rows<{ loanId: number; why: string | null; before: string }>(sql`
      select loan_id as "loanId", block_reason as why, not_before as before from leads
      where loan_id = any(${ids}) and (block_reason is not null or state <> 'queued') order by loan_id`);
    return rows.map(({ before, ...row }) => ({
      ...row,
      before: new Date(before).toISOString().slice(0, 15),
    }));
  };
  await expect.poll(leads).toEqual([
    { loanId, why: 'avoided', before: '2026-11-20T10:3' },
    { loanId: uncalled, why: 'no_calls', before: '2026-11-21T09:3' },
    { loanId: narrow, why: 'no_time', before: '2026-11-21T09:3' },
    { loanId: free, why: null, before: '2026-11-20T09:3' },
  ]);
  await started(false);
});

test('an offline phone decides calls and visits like the guard', async () => {
  await wish({ ...afternoon, noCalls: true });
  const { rows } = await agent.call(today.list, {});
  const row = rows.find(({ id }) => id === loanId);
  if (!row) throw new Error('the loan is not in the day');
  const said = (clock: string) => [blockOf(row, at(clock)), blockOf(ofVisit(row), at(clock))];
  expect(said('15:00')).toEqual([
    { code: 'no_calls', until: null },
    { code: 'avoided', until: four },
  ]);
  expect(said('16:30')).toEqual([{ code: 'no_calls', until: null }, null]);
});

test('agents see it in what happened to the loan, on every loan of the person', async () => {
  await wish({ ...afternoon, noCalls: true, language: 'hi' });
  const second = await addLoan(borrowerId);
  for (const id of [loanId, second]) {
    const rows = await agent.call(loans.timeline, { id: String(id) });
    expect(rows.find(({ kind }) => kind === 'wish')).toMatchObject({
      what: '14:00-16:00',
      more: 'hi',
      state: 'no_calls',
    });
  }
});
