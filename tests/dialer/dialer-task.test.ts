import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { usersTask } from '../../src/contexts/work/contract/users-task.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { asTimePasses } from '../until.ts';

let now = new Date('2026-11-20T05:00:00Z');
let server: TestServer;
let agent: Caller;
let campaignId: number;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  agent = await server.person({ roleType: 'agent' });
  const made = await server.database.one<{ id: number }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Tasks', 'progressive', 1, 1) returning id),
    a as (insert into campaign_agents (campaign_id, user_id) select id, ${agent.id} from c)
    select id from c`);
  campaignId = made?.id ?? 0;
  await server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
});
afterAll(() => server.stop());

async function addLoan(name: string, mobile: string): Promise<number> {
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${name}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, ${name}, ${name}, ${mobile}, ${agent.id} from b returning id`);
  return loan?.id ?? 0;
}
const statusOf = async (): Promise<string> => (await agent.call(dialer.status, {})).status;
const until = asTimePasses(
  () => server.database,
  (ms) => (now = new Date(now.getTime() + ms)),
);
const becomes = (word: string): Promise<void> => until(async () => (await statusOf()) === word, 1, word);

test('a daily task calls each loan, fails a blocked one, and is done after the last', async () => {
  const loanIds = [
    await addLoan('A Busy', '9811111100'),
    await addLoan('B Rests', '9811111120'),
    await addLoan('C Off', '9811111102'),
  ];
  await server.database.run(sql`
    insert into loan_holds (loan_id, rule_id, from_day, until_day)
    select ${loanIds[1]}, id, '2026-11-19', '2026-11-25' from compliance_rules where name = 'Bereavement'`);
  await agent.call(usersTask.create, {
    name: 'Morning',
    taskData: [{ loans: loanIds.map((loanId) => ({ loanId })) }],
  });
  const [task] = await agent.call(usersTask.today, {});
  const id = String(task?.id);
  expect((await refusal(agent.call(usersTask.edit, { id, isStart: true }))).body.code).toBe(
    'DIALER_NOT_IDLE',
  );
  await agent.call(dialer.login, { campaignId });
  // A newly signed-in agent is not idle yet (G041).
  expect((await refusal(agent.call(usersTask.edit, { id, isStart: true }))).body.code).toBe(
    'DIALER_NOT_IDLE',
  );
  await agent.call(dialer.ready, {});
  await agent.call(dialer.pause, {});
  await agent.call(usersTask.edit, { id, isStart: true });
  const called: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    expect(await agent.call(usersTask.call, { id })).toEqual({ isCompleted: false });
    const { call } = await agent.call(dialer.status, {});
    called.push(call?.loanId ?? 0);
    await becomes('wrap-up');
    expect((await refusal(agent.call(usersTask.call, { id }))).body.code).toBe('DIALER_NOT_IDLE');
    await agent.call(borrowerDispositions.record, {
      loanId: call?.loanId ?? 0,
      dispositionId: 900,
      callRefNo: call?.callRefNo,
      isEndCall: true,
    });
    await becomes('IDLE');
  }
  expect(called).toEqual([loanIds[0], loanIds[2]]);
  expect(await agent.call(usersTask.call, { id })).toEqual({ isCompleted: true });
  expect(await agent.call(usersTask.one, { id })).toMatchObject({
    isStart: false,
    total: 3,
    isAttended: 2,
    isFailed: 1,
    isPending: 0,
  });
});
