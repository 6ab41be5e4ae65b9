import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { calls } from '../../src/contexts/dialer/contract/calls.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let manager: Caller;
let leader: Caller;
let agent: Caller;
let other: Caller;

interface Told {
  loan: number | null;
  user: number | null;
  at: string;
  talk?: number;
  direction?: 'inbound' | 'outbound';
}
/** One call that rang for five seconds and, if answered, continued as a conversation. */
async function call({ loan, user, at, talk = 0, direction = 'outbound' }: Told): Promise<string> {
  const spoke = talk > 0;
  const row = await server.database.one<{ ref: string }>(sql`
    insert into call_attempts (loan_id, user_id, direction, mode, phone, state, outcome, claimed_at, dialed_at, answered_at,
      bridged_at, ended_at, wrap_end_at)
    values (${loan}, ${user}, ${direction}, ${direction === 'inbound' ? 'inbound' : 'manual'}, '9812345678', 'ended',
      ${spoke ? 'connected' : 'busy'}, ${at}, ${at}, ${spoke ? at : null}::timestamptz + interval '5 s',
      ${spoke ? at : null}::timestamptz + interval '5 s', ${at}::timestamptz + make_interval(secs => ${5 + talk}),
      ${at}::timestamptz + interval '9 minutes')
    returning reference_id::text as ref`);
  return row?.ref ?? '';
}
const loanOf = async (number: string, assignee: number): Promise<number> => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, client_borrower_id, name) values (1, ${`B-${number}`}, ${`Asha ${number}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, assignee_id, mobile)
    select 1, 1, id, ${`Asha ${number}`}, ${number}, ${assignee}, '9812345678' from b returning id`);
  return made?.id ?? 0;
};

let loan = 0;
let answered = '';
beforeAll(async () => {
  server = await boot();
  admin = await server.person({ roleType: 'admin', flags: ['export_summary'] });
  manager = await server.person({ roleType: 'manager' });
  leader = await server.person({ roleType: 'tech_lead', reportingTo: manager.id });
  agent = await server.person({ roleType: 'agent', reportingTo: leader.id });
  other = await server.person({ roleType: 'agent' });
  loan = await loanOf('LN-1', agent.id);
  const theirs = await loanOf('LN-2', other.id);
  answered = await call({ loan, user: agent.id, at: '2026-11-20T04:00:00Z', talk: 95 });
  await call({ loan, user: agent.id, at: '2026-11-20T05:00:00Z' });
  // Half past midnight in India is the day before in London.
  await call({ loan, user: agent.id, at: '2026-11-20T19:00:00Z', talk: 10 });
  await call({ loan: theirs, user: other.id, at: '2026-11-20T06:00:00Z', talk: 30 });
  await call({ loan, user: null, at: '2026-11-20T07:00:00Z', direction: 'inbound' });
  await call({ loan: null, user: null, at: '2026-11-20T08:00:00Z', direction: 'inbound' });
  await server.database
    .run(sql`insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, comments,
      amount, action_date, call_ref_no)
    select id, borrower_id, ${agent.id}, 1, 'Pays on Friday', 50000, '2026-11-27', ${answered} from loans where id = ${loan}`);
});
afterAll(() => server.stop());

const day = { startDate: '2026-11-20', endDate: '2026-11-20' };
const startsOf = async (who: Caller, asked: object): Promise<string[]> =>
  (await who.call(calls.list, asked)).rows.map(({ startTime }) => startTime.slice(11, 16));

test('a call is shown with its borrower, times and disposition', async () => {
  const { rows } = await agent.call(calls.list, { ...day, callStatus: 'Answered' });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    referenceId: answered,
    callLoans: { loanNumber: 'LN-1', borrowerName: 'Asha LN-1', isDNC: false },
    mobile: 'XXXXXX5678',
    cdrRefNo: { dispositions: 'PTP', comments: 'Pays on Friday', amount: 500, actionDate: '2026-11-27' },
    date: '2026-11-20',
    duration: 100,
    talkDuration: 95,
    waitDuration: 0,
    direction: 'outbound',
    hasRecording: false,
  });
  expect(JSON.stringify(rows)).not.toContain('9812345678');
});

test('a day is a day in India', async () => {
  expect(await startsOf(agent, day)).toEqual(['07:00', '05:00', '04:00']);
  expect(await startsOf(agent, { startDate: '2026-11-21' })).toEqual(['19:00']);
});

test('agents see their calls and missed ones of their loans; leaders see their team', async () => {
  expect(await startsOf(other, day)).toEqual(['06:00']);
  expect(await startsOf(leader, day)).toEqual(['07:00', '05:00', '04:00']);
  expect(await startsOf(admin, day)).toEqual(['08:00', '07:00', '06:00', '05:00', '04:00']);
  const lender = await server.person({ roleType: 'client', clientId: 1 });
  expect((await refusal(lender.call(calls.list, {}))).body.code).toBe('FORBIDDEN');
});

test('pages of few and of many agents match the same rows and total', async () => {
  // Above the limit for querying agents one by one.
  await server.database.run(sql`
    insert into users (role_id, email, first_name, last_name, reporting_to)
    select role_id, 'many-' || n || '@test.invalid', 'One', 'Of many', ${manager.id} from users, generate_series(1, 30) n where id = ${agent.id}`);
  for (const sort of ['startTime', '-startTime', undefined] as const)
    for (const list of [calls.list, calls.inbound]) {
      const asked = { ...day, ...(sort && { sort }) };
      const pageOf = async (who: Caller, page: number) =>
        (await who.call(list, { ...asked, size: 1, page })).rows.map(({ id }) => id);
      const whole = (await leader.call(list, asked)).rows.map(({ id }) => id);
      for (const who of [agent, leader, manager]) {
        const pages = await Promise.all([1, 2, 3].map((page) => pageOf(who, page)));
        expect(pages.flat()).toEqual(whole);
        expect(await who.call(list, { ...asked, part: 'count' })).toMatchObject({ count: whole.length });
      }
    }
});

test('talk time is compared in seconds, as a minimum by default', async () => {
  const asked = (operator?: string) =>
    startsOf(admin, { ...day, operatorValue: 30, ...(operator && { operator }) });
  expect(await asked()).toEqual(['06:00', '04:00']);
  expect(await asked('gt')).toEqual(['04:00']);
  expect(await asked('eq')).toEqual(['06:00']);
  expect(await asked('lt')).toEqual(['08:00', '07:00', '05:00']);
  expect((await refusal(asked('between'))).body.code).toBe('INVALID_INPUT');
});

test('calls are found by direction, agent, outcome of the talk, loan and name', async () => {
  expect(await startsOf(admin, { ...day, type: 'inbound' })).toEqual(['08:00', '07:00']);
  expect(await startsOf(admin, { ...day, userIds: String(other.id) })).toEqual(['06:00']);
  expect(await startsOf(admin, { ...day, dispositionIds: '1' })).toEqual(['04:00']);
  expect(await startsOf(admin, { ...day, q: 'asha ln-2' })).toEqual(['06:00']);
  expect(await startsOf(admin, { ...day, clientIds: '2' })).toEqual([]);
  expect(await startsOf(admin, { ...day, status: 'Busy', sort: 'startTime' })).toEqual([
    '05:00',
    '07:00',
    '08:00',
  ]);
});

test('inbound calls have a separate list, including unidentified callers', async () => {
  const { rows, count } = await admin.call(calls.inbound, day);
  expect(count).toBe(2);
  expect(rows[0]).toMatchObject({ loanId: null, loanNumber: null, agentId: null, isDNC: false });
  expect(rows[1]).toMatchObject({ loanId: loan, loanNumber: 'LN-1', clientBorrowerId: 'B-LN-1' });
  expect((await agent.call(calls.inbound, day)).rows).toHaveLength(1);
  expect((await other.call(calls.inbound, day)).rows).toEqual([]);
});

test('the list is exported by those who may', async () => {
  const asked = { type: 'EXPORT', export_type: 'calls', filters: { ...day } } as const;
  expect(await admin.call(files.parse, asked)).toMatchObject({ type: 'EXPORT' });
  expect((await refusal(leader.call(files.parse, asked))).body.code).toBe('FORBIDDEN');
});

test('dispositions without a call complete the tracker', async () => {
  await server.database
    .run(sql`insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, comments,
      action_date, created_at, effective_at)
    select id, borrower_id, ${agent.id}, 2, 'Met at home', '2026-11-25', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z' from loans where id = ${loan}`);
  const { rows } = await admin.call(borrowerDispositions.list, { module: 'tracker' });
  expect(rows.map(({ comments }) => comments)).toEqual(['Met at home']);
  expect(rows[0]?.borrowerLoan).toMatchObject({
    loanNumber: 'LN-1',
    principalOutstanding: 0,
    loanUsers: [{ mappingUser: { firstName: 'Test' } }],
    loanAllocationType: null,
  });
  const asked = (filter: object) =>
    admin.call(borrowerDispositions.list, { filter: JSON.stringify({ module: 'tracker', ...filter }) });
  expect((await asked({ startDate: '2026-11-20', endDate: '2026-11-20' })).count).toBe(1);
  expect((await asked({ startDate: '2026-11-25', dateFilteOn: 'actionDate' })).count).toBe(1);
  expect((await asked({ startDate: '2026-11-25' })).count).toBe(0);
  expect((await asked({ dispositionIds: [1] })).count).toBe(0);
  const garbled = admin.call(borrowerDispositions.list, { filter: '{' });
  expect((await refusal(garbled)).body.code).toBe('INVALID_INPUT');
});

test('a call remains its agent’s after reassignment of the loan, and the borrower does not', async () => {
  const moved = await loanOf('LN-9', agent.id);
  const ref = await call({ loan: moved, user: agent.id, at: '2026-11-18T04:00:00Z', talk: 20 });
  await server.database
    .run(sql`insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id,
      comments, amount, action_date, call_ref_no)
    select id, borrower_id, ${agent.id}, 1, 'Asha pays on Friday', 70000, '2026-11-27', ${ref} from loans where id = ${moved}`);
  const asked = { startDate: '2026-11-18', endDate: '2026-11-18' };
  const listed = async (who: Caller, more: object = {}) =>
    (await who.call(calls.list, { ...asked, ...more })).rows;
  const [before] = await listed(agent);
  expect(before).toMatchObject({ loanId: moved, callLoans: { borrowerName: 'Asha LN-9' } });

  await server.database.run(sql`update loans set assignee_id = ${other.id} where id = ${moved}`);
  for (const who of [agent, leader]) {
    const [row] = await listed(who);
    expect(row).toMatchObject({
      id: before?.id,
      loanId: null,
      callLoans: { loanNumber: 'XXXX-9', borrowerName: 'A*****', clientBorrowerId: null },
      cdrRefNo: { comments: '', actionDate: null, amount: null },
      talkDuration: 20,
    });
    expect(JSON.stringify(row)).not.toMatch(/Asha LN|LN-9|Friday/);
    // Neither is it found by what is hidden.
    expect(await listed(who, { q: 'Asha LN-9' })).toEqual([]);
  }
  expect((await listed(admin))[0]).toMatchObject({ loanId: moved, callLoans: { borrowerName: 'Asha LN-9' } });
});
