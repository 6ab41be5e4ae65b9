import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { usersTask } from '../../src/contexts/work/contract/users-task.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let now = new Date('2026-11-20T06:00:00Z');
let server: TestServer;
let lead: Caller;
let agent: Caller;
let second: Caller;
let other: Caller;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  lead = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  second = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());

const loanOf = async (who: Caller, o: { dnc?: boolean } = {}): Promise<{ loanId: number }> => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, is_dnc)
    select 1, 1, b.id, 'DT-' || b.id, ${who.id}, ${o.dnc ?? false} from b returning id`);
  return { loanId: made?.id ?? 0 };
};
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;
const tasks = async (who: Caller, query: object = {}) => (await who.call(usersTask.list, query)).rows;

test('an agent creates a task from a selection; working its loans completes it', async () => {
  const [a, b] = [await loanOf(agent), await loanOf(agent)];
  const made = await agent.call(usersTask.create, {
    name: 'Evening round',
    taskData: [{ userId: agent.id, loans: [{ ...a, loanNumber: 'x', name: 'y' }, b, a] }],
  });
  expect(made).toEqual({ tasks: 1, loans: 2 });
  const [task] = await agent.call(usersTask.today, {});
  expect(task).toMatchObject({
    name: 'Evening round',
    isStart: false,
    isToday: true,
    total: 2,
    isAttended: 0,
    isPending: 2,
    taskUser: { agentName: expect.stringMatching(/^Test /) },
  });
  await agent.call(borrowerDispositions.record, {
    ...a,
    dispositionId: 2,
    followUpDate: '2026-11-21T06:00:00Z',
    comments: 'Call in the evening',
  });
  const id = String(task?.id);
  expect(await agent.call(usersTask.one, { id })).toMatchObject({ isAttended: 1, isPending: 1 });
  expect(await agent.call(usersTask.one, { id: task?.taskUId ?? '' })).toMatchObject({ isAttended: 1 });
  expect(await agent.call(usersTask.loans, { id })).toMatchObject([
    { ...b, isAttended: false, dispositionId: null, comments: null, name: 'Asha Rao' },
    { ...a, isAttended: true, dispositionId: 2, disposition: 'Followup', comments: 'Call in the evening' },
  ]);
});

test("a task names a borrower's future PTP", async () => {
  const [ahead, due] = [await loanOf(agent), await loanOf(agent)];
  const promised = { dispositionId: 1, amount: 900, followUpDate: '2026-11-23T04:30:00Z' };
  await agent.call(borrowerDispositions.record, { ...ahead, ...promised, ptpDate: '2026-11-23' });
  await agent.call(borrowerDispositions.record, { ...due, ...promised, ptpDate: '2026-11-20' });
  await agent.call(usersTask.create, { name: 'Promised', taskData: [{ loans: [ahead, due] }] });
  const [task] = await tasks(agent, { q: 'Promised' });
  const rows = await agent.call(usersTask.loans, { id: String(task?.id) });
  expect(rows.map(({ loanId, promisedFor }) => [loanId, promisedFor])).toEqual([
    [ahead.loanId, '2026-11-23'],
    [due.loanId, null],
  ]);
});

test('work of other users, or earlier work, completes no task item', async () => {
  const loan = await loanOf(agent);
  await agent.call(usersTask.create, { name: 'Own', taskData: [{ loans: [loan] }] });
  const [task] = await tasks(agent, { q: 'Own' });
  const outcome = { ...loan, dispositionId: 2, followUpDate: '2026-11-21T06:00:00Z' };
  await lead.call(borrowerDispositions.record, outcome);
  await agent.call(borrowerDispositions.record, { ...outcome, occurredAt: '2026-11-19T06:00:00Z' });
  expect(await agent.call(usersTask.one, { id: String(task?.id) })).toMatchObject({ isAttended: 0 });
});

test("a leader distributes a selection to each loan's agent, and sees their progress", async () => {
  const loans = [await loanOf(agent), await loanOf(second), await loanOf(second)];
  const made = await lead.call(usersTask.create, { name: 'Team task', taskData: [{ loans }] });
  expect(made).toEqual({ tasks: 2, loans: 3 });
  const seen = await tasks(lead, { q: 'Team task' });
  expect(seen.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect(await tasks(lead, { q: 'Team task', userIds: [second.id] })).toMatchObject([{ total: 2 }]);
  expect(await tasks(lead, { startDate: '2026-11-21' })).toEqual([]);
  expect(await tasks(lead, { endDate: '2026-11-19' })).toEqual([]);
  expect(await tasks(other)).toEqual([]);
  expect(await tasks(agent, { q: 'Team task' })).toHaveLength(1);
});

test("tasks for other teams' users or loans are rejected", async () => {
  const [own, foreign, never] = [
    await loanOf(agent),
    await loanOf(other),
    await loanOf(agent, { dnc: true }),
  ];
  const make = (who: Caller, taskData: object[], name = 'Task') =>
    code(who.call(usersTask.create, { name, taskData } as never));
  const before = (await tasks(lead)).length;
  expect(await make(agent, [{ loans: [own, foreign] }])).toBe('NOT_FOUND');
  expect(await make(agent, [{ userId: second.id, loans: [own] }])).toBe('NOT_FOUND');
  expect(await make(lead, [{ userId: other.id, loans: [own] }])).toBe('NOT_FOUND');
  expect(await make(lead, [{ userId: lead.id, loans: [own] }])).toBe('INVALID_INPUT');
  expect(await make(agent, [{ loans: [never] }])).toBe('INVALID_INPUT');
  expect(await make(agent, [{ loans: [own] }], ' ')).toBe('INVALID_INPUT');
  expect(await make(agent, [])).toBe('INVALID_INPUT');
  expect(await tasks(lead)).toHaveLength(before);
  const [mine] = await tasks(agent);
  for (const endpoint of [usersTask.one, usersTask.loans, usersTask.call])
    expect(await code(other.call(endpoint, { id: String(mine?.id) }))).toBe('NOT_FOUND');
  expect(await code(other.call(usersTask.edit, { id: String(mine?.id), isStart: false }))).toBe('NOT_FOUND');
});

test('calling needs the dialer; a task without work is stopped with a message', async () => {
  const loan = await loanOf(agent);
  await agent.call(usersTask.create, { name: 'Calls', taskData: [{ loans: [loan] }] });
  const id = String((await tasks(agent, { q: 'Calls' }))[0]?.id);
  const refused = await refusal(agent.call(usersTask.edit, { id, isStart: true }));
  expect([refused.status, refused.body.message]).toEqual([409, 'Dialer is not logged in']);
  expect(await code(agent.call(usersTask.call, { id }))).toBe('DIALER_NOT_IDLE');
  await server.database.run(sql`update daily_tasks set is_started = true where id = ${Number(id)}`);
  expect(await agent.call(usersTask.edit, { id, isStart: false })).toMatchObject({ isStart: false });
  await server.database.run(sql`update daily_tasks set is_started = true where id = ${Number(id)}`);
  await server.database.run(sql`update loans set is_dnc = true where id = ${loan.loanId}`);
  expect(await agent.call(usersTask.call, { id })).toEqual({ isCompleted: true });
  expect(await agent.call(usersTask.one, { id })).toMatchObject({ isStart: false, isDNC: 1, isPending: 0 });
  expect(await code(agent.call(usersTask.edit, { id, isStart: true }))).toBe('TASK_OVER');
});

test('yesterday’s task is only read', async () => {
  await agent.call(usersTask.create, { name: 'Old', taskData: [{ loans: [await loanOf(agent)] }] });
  now = new Date('2026-11-20T19:00:00Z');
  const [task] = await tasks(agent, { q: 'Old' });
  expect(task?.isToday).toBe(false);
  expect(await agent.call(usersTask.today, {})).toEqual([]);
  expect(await code(agent.call(usersTask.edit, { id: String(task?.id), isStart: true }))).toBe('TASK_OVER');
});
