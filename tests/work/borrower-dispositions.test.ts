import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { until } from '../until.ts';

const { record, list } = borrowerDispositions;
const days = (n: number): Date => new Date(Date.now() + n * 86_400_000);
const tomorrow = businessDay(days(1));
const soon = days(1).toISOString();

let server: TestServer;
let lead: Caller;
let agent: Caller;
let other: Caller;
let loanId = 0;
beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = await server.person({ roleType: 'agent' });
  await server.database.run(sql`insert into dispositions (id, name, type, parent_id, priority) values
    (301, 'Salary date', 'subDisposition', 1, 1), (302, 'Call back', 'subDisposition', 2, 1)`);
});
afterAll(() => server.stop());

/** A separate loan of the agent per test. */
beforeEach(async () => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile)
    select 1, 1, b.id, 'LN-' || b.id, ${agent.id}, '9876543210' from b returning id`);
  loanId = made?.id ?? 0;
});

const promise = (o: object = {}) => ({
  loanId,
  dispositionId: 1,
  subDispositionId: 301,
  ptpDate: tomorrow,
  amount: 1500.5,
  followUpDate: soon,
  comments: 'Gets paid on Friday',
  isHotPtp: true,
  ...o,
});
const written = async (): Promise<number> =>
  (
    await server.database.one<{ n: number }>(
      sql`select count(*) as n from borrower_dispositions where loan_id = ${loanId}`,
    )
  )?.n ?? 0;
const raw = (body: unknown, headers: Record<string, string>, who = agent): Promise<Response> =>
  who.fetch('/api/borrower/dispositions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('a promise is recorded and everyone above reads it, the number masked', async () => {
  const made = await agent.call(record, promise());
  for (const who of [agent, lead]) {
    const { rows, count } = await who.call(list, { module: 'PTP', loanId });
    expect(count).toBe(1);
    expect(rows[0]).toMatchObject({
      id: made?.id,
      loanId,
      dispositions: { id: 1, name: 'PTP' },
      subDispositions: { id: 301, name: 'Salary date' },
      comments: 'Gets paid on Friday',
      amount: 1500.5,
      actionDate: tomorrow,
      isHotPtp: true,
      borrowerLoan: { loanNumber: expect.stringMatching(/^LN-/), isDNC: false, mobile: 'XXXXXX3210' },
    });
  }
  expect((await other.call(list, { loanId })).rows).toEqual([]);
});

test('PTPs and follow-ups are separate lists, filtered by day, user and text', async () => {
  await agent.call(record, promise());
  await agent.call(record, { loanId, dispositionId: 2, subDispositionId: 302, followUpDate: soon });
  expect((await agent.call(list, { module: 'followup', loanId })).rows).toMatchObject([
    { dispositions: { name: 'Followup' }, amount: null, actionDate: businessDay(new Date(soon)) },
  ]);
  const has = async (query: object): Promise<number> =>
    (await lead.call(list, { module: 'PTP', loanId, ...query })).count;
  expect(await has({ startDate: tomorrow, endDate: tomorrow })).toBe(1);
  expect(await has({ startDate: businessDay(days(3)) })).toBe(0);
  expect(await has({ hierarchyUsers: [agent.id] })).toBe(1);
  expect(await has({ hierarchyUsers: [other.id] })).toBe(0);
  expect(await has({ clientIds: [2] })).toBe(0);
  expect(await has({ q: 'asha' })).toBe(1);
  expect(await has({ q: 'nobody' })).toBe(0);
});

test('the loan shows the latest and the best disposition', async () => {
  const at = (n: number): string => days(-n).toISOString();
  const standing = async () => {
    const loan = await agent.call(loans.one, { id: String(loanId) });
    return [loan?.loanDispositions[0]?.dispositions.name, loan?.loansStats.bestDispo];
  };
  await agent.call(record, { loanId, dispositionId: 2, followUpDate: soon, occurredAt: at(3) });
  expect(await standing()).toEqual(['Followup', 'Followup']);
  await agent.call(record, promise({ occurredAt: at(2) }));
  expect(await standing()).toEqual(['PTP', 'PTP']);
  await agent.call(record, { loanId, dispositionId: 2, followUpDate: soon, occurredAt: at(1) });
  expect(await standing()).toEqual(['Followup', 'PTP']);
  // An old PTP arriving last changes neither.
  await agent.call(record, promise({ occurredAt: at(9), subDispositionId: null }));
  expect(await standing()).toEqual(['Followup', 'PTP']);
  expect((await agent.call(loans.one, { id: String(loanId) }))?.loansStats.bestSubDispo).toBe('Salary date');
});

test.each<[string, object, string[]]>([
  ['no day', { ptpDate: undefined }, ['ptpDate']],
  ['no amount', { amount: undefined }, ['amount']],
  ['no follow-up', { followUpDate: undefined }, ['followUpDate']],
  ['a negative amount', { amount: -1 }, ['amount']],
  ['a third of a paisa', { amount: 10.003 }, ['amount']],
  ['a day that is none', { ptpDate: '2026-02-30' }, ['ptpDate']],
  ['a moment that is none', { followUpDate: '2026-99-99Tx' }, ['followUpDate']],
  ['a comment too long', { comments: 'x'.repeat(501) }, ['comments']],
  ['an outcome nobody knows', { dispositionId: 999 }, ['dispositionId']],
  ['a reason of another outcome', { subDispositionId: 302 }, ['dispositionId']],
  ['a field nobody asked for', { userId: 1 }, ['userId']],
])('a PTP with %s is rejected and nothing is written', async (_, change, paths) => {
  const { status, body } = await refusal(agent.call(record, promise(change)));
  expect([status, body.code, body.fields?.map(({ path }) => path)]).toEqual([422, 'INVALID_INPUT', paths]);
  expect(await written()).toBe(0);
});

test('a day before the PTP was created is rejected; one passed while the phone was offline is not', async () => {
  const past = businessDay(days(-2));
  expect((await refusal(agent.call(record, promise({ ptpDate: past })))).body.code).toBe('DATE_IN_PAST');
  expect(await written()).toBe(0);
  await agent.call(record, promise({ ptpDate: past, occurredAt: days(-3).toISOString() }));
  expect(await written()).toBe(1);
});

test('a phone with a fast clock records nothing in the future', async () => {
  await agent.call(record, promise({ ptpDate: businessDay(days(9)), occurredAt: days(5).toISOString() }));
  const row = await server.database.one<{ late: boolean }>(
    sql`select effective_at > now() as late from borrower_dispositions where loan_id = ${loanId}`,
  );
  expect(row?.late).toBe(false);
});

test('who does not see the loan, or does not work loans, records nothing', async () => {
  const foreign = await refusal(other.call(record, promise()));
  const nowhere = await refusal(other.call(record, promise({ loanId: 999_999_999 })));
  expect([foreign.status, foreign.body.message]).toEqual([404, nowhere.body.message]);
  const admin = await server.as();
  expect((await refusal(admin.call(record, promise()))).body.code).toBe('FORBIDDEN');
  expect(await written()).toBe(0);
});

test('a loan reassigned while the entry is queued is no longer accessible', async () => {
  const holder = await server.database.connect();
  await holder.query('begin');
  await holder.query('update loans set assignee_id = $1 where id = $2', [other.id, loanId]);
  const asked = promise();
  let isOver = false;
  const waiting = refusal(agent.call(record, asked)).finally(() => (isOver = true));
  const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waits = sql`select from pg_stat_activity where ${own[0]?.pid}::int = any(pg_blocking_pids(pid))`;
  await until(async () => isOver || (await server.database.rows(waits)).length > 0, 'the entry');
  await holder.query('commit');
  holder.release();
  let { body } = await waiting;
  // An entry blocks up to two seconds, exceeded on a busy host: then it gets a retry response.
  if (body.code === 'IN_PROGRESS') ({ body } = await refusal(agent.call(record, asked)));
  expect(body.code).toBe('NOT_FOUND');
  expect(await written()).toBe(0);
});

test('activity on a meanwhile closed loan is stored', async () => {
  await server.database.run(sql`update loans set is_active = false where id = ${loanId}`);
  await agent.call(record, promise());
  expect(await written()).toBe(1);
});

test('thirty concurrent deliveries of one entry create one row and one response', async () => {
  const key = crypto.randomUUID();
  const body = promise();
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const response = await raw(body, { 'Idempotency-Key': key });
      const { row } = (await response.json()) as { row?: { id: number } };
      const replayed = response.headers.get('Idempotency-Replayed');
      return { status: response.status, id: row?.id, replayed };
    }),
  );
  expect(new Set(answers.map(({ status, id }) => `${status} ${id}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
  expect(await written()).toBe(1);
  const events = await server.database.one<{ n: number }>(sql`
    select count(*) as n from event where type = 'borrower-dispositions.recorded' and (facts->>'loanId')::bigint = ${loanId}`);
  expect(events?.n).toBe(1);
});

test('an entry redelivered long after its key expired still creates no second row', async () => {
  const key = crypto.randomUUID();
  const first = await agent.call(record, promise(), { key });
  await server.database.run(sql`delete from idempotency where key = ${key}`);
  await server.database.run(sql`update loans set assignee_id = ${other.id} where id = ${loanId}`);
  expect(await agent.call(record, promise(), { key })).toEqual({ id: first?.id, loanId });
  expect(await written()).toBe(1);
  const stolen = await refusal(other.call(record, promise(), { key }));
  expect(stolen.body.code).toBe('KEY_REUSED');
});

test('a key is for one entry, and an entry needs one', async () => {
  const key = crypto.randomUUID();
  await agent.call(record, promise(), { key });
  const changed = await refusal(agent.call(record, promise({ amount: 2 }), { key }));
  expect([changed.status, changed.body.code]).toEqual([422, 'KEY_REUSED']);
  for (const headers of [{}, { 'Idempotency-Key': 'abc' }, { 'Idempotency-Key': `${key}${key}` }]) {
    const response = await raw(promise(), headers as Record<string, string>);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      'KEY_MISSING',
    ]);
  }
  expect(await written()).toBe(1);
});

test("one user's entry is not sent in another's name", async () => {
  const headers = { 'Idempotency-Key': crypto.randomUUID(), 'X-Actor-Id': String(agent.id + 1) };
  const response = await raw(promise(), headers);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    403,
    'ACTOR_MISMATCH',
  ]);
  expect(await written()).toBe(0);
});

test('a rejected entry may be corrected and sent under its key', async () => {
  const key = crypto.randomUUID();
  await refusal(agent.call(record, promise({ ptpDate: businessDay(days(-1)) }), { key }));
  await agent.call(record, promise(), { key });
  expect(await written()).toBe(1);
});

test('all leaders of the author are notified, and no others', async () => {
  const heard: string[] = [];
  const open = async (who: Caller, name: string) => {
    const socket = io(server.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie: `sid=${who.token}` },
    });
    socket.on('stale', ({ domains }: { domains: string[] }) =>
      heard.push(...domains.map((domain) => `${name} ${domain}`)),
    );
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  };
  const sockets = [await open(lead, 'lead'), await open(agent, 'agent'), await open(other, 'other')];
  await agent.call(record, promise());
  const wanted = ['agent', 'lead'].flatMap((who) =>
    ['borrower-dispositions', 'loans', 'today', 'users-task'].map((domain) => `${who} ${domain}`),
  );
  // Its PTP is judged a moment later, with another event.
  await expect.poll(() => [...new Set(heard)].sort()).toEqual(wanted);
  for (const socket of sockets) socket.disconnect();
});
