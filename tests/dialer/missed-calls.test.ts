/** Missed calls: visibility by agent, team and leader; voicemail playback, disposition, closing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missedCalls } from '../../src/contexts/dialer/contract/missed-calls.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { refusal } from '../kit.ts';
import { type Floor, openFloor } from './floor-of-callers.ts';
import { until } from '../until.ts';

const did = '1600000001';
let floor: Floor;
let team: number;
beforeAll(async () => {
  floor = await openFloor();
  team = await floor.team('Early dues');
  await floor.queue({ number: did, teamId: team });
});
afterAll(() => floor.stop());

async function misses(number: string, o: { message?: boolean } = {}): Promise<void> {
  const id = floor.fake.callIn(number, did);
  await floor.hears(id, 'greeting');
  if (o.message) {
    // An unidentified caller is prompted first; then any caller may leave a voicemail.
    for (let times = 1; times <= 3; times += 1) {
      await floor.hears(id, 'ask-digits', times);
      floor.fake.press(id, '#');
    }
    await floor.hears(id, 'key-voicemail');
    floor.fake.press(id, '2');
    await floor.hears(id, 'speak');
    await until(async () => floor.fake.live.has((await floor.last(number))?.referenceId ?? ''), 'the tone');
    floor.pass(15);
  }
  floor.fake.giveUp(id);
  await until(async () => (await floor.last(number))?.state === 'ended', 'the end');
}

test('the last agent and their leaders alone see the task', async () => {
  const { server } = floor;
  const lead = await server.person({ roleType: 'tech_lead' });
  const agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const other = await server.person({ roleType: 'agent' });
  const loan = await floor.loan(agent);
  await floor.spoke(loan, agent, team);
  await misses(loan.mobile);
  for (const who of [agent, lead])
    expect((await who.call(missedCalls.list, { state: 'open' })).rows).toMatchObject([
      {
        loanId: loan.id,
        why: 'hung_up',
        calls: 1,
        hasMessage: false,
        number: `XXXXXX${loan.mobile.slice(-4)}`,
      },
    ]);
  const [row] = (await agent.call(missedCalls.list, {})).rows;
  expect((await other.call(missedCalls.list, {})).rows).toEqual([]);
  expect((await refusal(other.call(missedCalls.close, { id: String(row?.id) }))).body.code).toBe('NOT_FOUND');
  await agent.call(missedCalls.close, { id: String(row?.id) });
  expect((await agent.call(missedCalls.list, { state: 'open' })).rows).toEqual([]);
  expect((await lead.call(missedCalls.list, { state: 'closed' })).rows).toMatchObject([{ id: row?.id }]);
});

test('a voicemail of an unidentified caller is played and disposed by the team alone', async () => {
  const { server } = floor;
  const agent = await server.person({ roleType: 'agent' });
  const other = await server.person({ roleType: 'agent' });
  await server.database.run(
    sql`insert into campaign_agents (campaign_id, user_id) values (${team}, ${agent.id})`,
  );
  await misses('9600000009', { message: true });
  const [row] = (await agent.call(missedCalls.list, { why: 'voicemail' })).rows;
  expect(row).toMatchObject({
    loanId: null,
    number: '9600000009',
    hasMessage: true,
    transcript: '',
    agent: null,
  });
  const id = String(row?.id);
  const stored = async (): Promise<boolean> =>
    (await server.database.one(sql`
      select 1 as ok from recordings r join missed_calls m on m.message_attempt_id = r.attempt_id
      where m.id = ${Number(id)} and r.state = 'stored'`)) !== undefined;
  await until(stored, 'the file');
  const heard = await agent.call(missedCalls.message, { id });
  expect(heard.headers.get('content-type')).toContain('audio');
  expect((await refusal(other.call(missedCalls.message, { id }))).body.code).toBe('NOT_FOUND');
  const said = { id, transcript: 'Will pay on Friday' };
  expect((await refusal(other.call(missedCalls.transcribe, said))).body.code).toBe('NOT_FOUND');
  await agent.call(missedCalls.transcribe, said);
  // A second call without a message leaves the first where it is.
  await misses('9600000009');
  expect((await agent.call(missedCalls.list, { state: 'open' })).rows).toMatchObject([
    { calls: 2, hasMessage: true, why: 'hung_up' },
  ]);
});

test('erasure deletes messages from a number of the borrower that belonged to no loan, unless another borrower has it', async () => {
  const { server } = floor;
  const officer = await server.person({ roleType: 'admin' });
  const agent = await server.person({ roleType: 'agent' });
  const [own, shared] = ['9600000021', '9600000022'];
  for (const number of [own, shared]) await misses(number, { message: true });
  const calls = () =>
    server.database.rows<{ phone: string | null; state: string | null; key: string; tasks: number }>(sql`
      select k.phone, r.state, k.reference_id as key,
        (select count(*)::int from missed_calls m where m.message_attempt_id = k.id) as tasks
      from call_attempts k left join recordings r on r.attempt_id = k.id where k.id = any(${ids}::bigint[]) order by k.id`);
  const ids: number[] = [];
  for (const number of [own, shared]) ids.push((await floor.last(number))?.id ?? 0);
  await until(
    async () => (await calls()).every(({ state }) => state === 'stored'),
    'both messages are stored',
  );
  const loan = await floor.loan(agent);
  const other = await floor.loan(agent);
  await server.database.run(sql`
    update loans set is_active = false, alternate_contact1 = ${own}, other_mobiles = array[${shared}] where id = ${loan.id}`);
  await server.database.run(sql`
    update loans set closed_at = now() - interval '20 years' where id = ${loan.id}`);
  await server.database.run(sql`update loans set mobile = ${shared} where id = ${other.id}`);
  const borrower = await server.database.one<{ id: number }>(
    sql`select borrower_id as id from loans where id = ${loan.id}`,
  );
  const erased = await officer.call(loans.erase, {
    id: String(borrower?.id),
    reason: 'requested by the borrower',
  });
  expect(erased.files).toBe(1);
  expect(await calls()).toMatchObject([
    { phone: null, state: null, tasks: 0 },
    { phone: shared, state: 'stored', tasks: 1 },
  ]);
  const [gone] = await calls();
  await until(() => !floor.fake.isRecorded(gone?.key ?? ''), 'the exchange has it no more');
});
