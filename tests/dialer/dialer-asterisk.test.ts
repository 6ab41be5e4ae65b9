/** The dialer on an Asterisk that is played: what agents see is the same as on the simulated carrier. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { keypad } from '../../src/contexts/dialer/contract/call-control/keypad.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { recordings } from '../../src/contexts/dialer/contract/recordings.ts';
import { status } from '../../src/contexts/reporting/contract/status.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { until } from '../until.ts';

/** 10:30 IST, then in real time. */
const began = Date.now();
const clock = {
  now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began),
  isMoved: true as const,
};
let fake: FakeAri;
let server: TestServer;
let agent: Caller;
let made = 0;
let campaignId: number;

beforeAll(async () => {
  fake = await new FakeAri(20).open();
  server = await boot({ clock, env: { ARI_URL: fake.url } });
  agent = await server.person({ roleType: 'agent' });
  const campaign = await server.database.one<{ id: number }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Asterisk', 'progressive', 1, 1)
      returning id),
    a as (insert into campaign_agents (campaign_id, user_id) select id, ${agent.id} from c)
    select id from c`);
  campaignId = campaign?.id ?? 0;
  await server.database.run(sql`update users set extension_number = 1001 where id = ${agent.id}`);
  await server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
  await until(async () => fake.isHeard());
  await agent.call(dialer.login, { campaignId });
});
afterAll(async () => {
  await server.stop();
  fake.close();
});
const statusOf = async (): Promise<string> => (await agent.call(dialer.status, {})).status;
const becomes = (word: string): Promise<void> => until(async () => (await statusOf()) === word);
/** Calls a new borrower, after the disposition of the last call. */
async function place(end: string): Promise<string> {
  const { call } = await agent.call(dialer.status, {});
  if (call)
    await agent.call(borrowerDispositions.record, {
      loanId: call.loanId ?? 0,
      callRefNo: call.callRefNo,
      dispositionId: 900,
      comments: 'Spoke',
    });
  await agent.call(dialer.ready, {});
  await agent.call(dialer.pause, {});
  made += 1;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`A${made}`}, ${`98${String(made).padStart(6, '0')}${end}`}, ${agent.id}
    from b returning id`);
  return (await agent.call(dialer.manualCall, { id: String(loan?.id) })).callRefNo;
}
const callOf = (reference: string) =>
  server.database.one<{ outcome: string | null }>(
    sql`select outcome from call_attempts where reference_id = ${reference}`,
  );

test('a call is bridged, disconnected by the agent, and its recording is stored', async () => {
  fake.fail({ how: 500, method: 'GET', path: /recordings/ });
  const reference = await place('20');
  await becomes('on-call');
  const { call } = await agent.call(dialer.status, {});
  expect(call).toMatchObject({ borrower: `Borrower ${made}`, totalOutstanding: 0 });
  await agent.call(dialer.hangUp, {});
  await becomes('wrap-up');
  expect(await callOf(reference)).toMatchObject({ outcome: 'connected' });
  const lead = await server.as('list_summary_disposition');
  const kept = () =>
    server.database.one<{ state: string; sha256: string | null }>(sql`
      select r.state, encode(r.sha256, 'hex') as sha256 from recordings r join call_attempts k on k.id = r.attempt_id
      where k.reference_id = ${reference}`);
  await until(async () => (await kept())?.state === 'stored');
  // The exchange has nothing of it any more.
  fake.recordings.clear();
  for (const asked of [
    lead.call(recordings.play, { referenceId: reference }),
    lead.call(recordings.download, { id: reference }),
  ]) {
    const sound = await asked;
    expect(sound.headers.get('content-type')).toMatch(/wav/);
    const bytes = Buffer.from(await sound.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe((await kept())?.sha256);
  }
});

test('keypad digits are sent once, to the active call only, and stored nowhere', async () => {
  const reference = await place('20');
  const refused = async (): Promise<string> =>
    (await refusal(agent.call(keypad.press, { keys: '1' }))).body.code;
  expect(await refused()).toBe('DIALER_BUSY');
  await becomes('on-call');
  for (const keys of ['1', '05*#']) await agent.call(keypad.press, { keys });
  expect((await refusal(agent.call(keypad.press, { keys: '1p' }))).status).toBe(422);
  const pressed = () =>
    fake.asked.flatMap((one) => one.match(`^POST /channels/${reference}/dtmf (.*)$`)?.[1] ?? []).join('');
  await until(async () => pressed().length >= 5);
  await agent.call(dialer.hangUp, {});
  await becomes('wrap-up');
  expect(pressed()).toBe('105*#');
  expect(await refused()).toBe('DIALER_BUSY');
  expect(await server.database.rows(sql`select keys from call_keys`)).toEqual([]);
});

test.each([
  ['00', 'busy'],
  ['02', 'switched_off'],
  ['03', 'rejected'],
  ['04', 'invalid'],
  ['05', 'congestion'],
  ['10', 'congestion'],
])('a number that ends in %s is %s', async (end, outcome) => {
  const reference = await place(end);
  await becomes('wrap-up');
  expect(await callOf(reference)).toMatchObject({ outcome });
});

test('a call answered during a socket outage is abandoned, not lost', async () => {
  const reference = await place('01');
  await until(() => fake.channels.get(reference)?.state === 'Ringing');
  // It rings on until they answer.
  fake.channels.get(reference)?.timers.splice(0).forEach(clearTimeout);
  const stateOf = async () =>
    (
      await server.database.one<{ state: string }>(
        sql`select state from call_attempts where reference_id = ${reference}`,
      )
    )?.state;
  await until(async () => (await stateOf()) === 'ringing');
  fake.isClosed = true;
  fake.endSockets('cut');
  fake.pickUp(reference);
  expect(fake.channels.has(reference)).toBe(false);
  fake.isClosed = false;
  await becomes('wrap-up');
  expect(await callOf(reference)).toMatchObject({ outcome: 'abandoned' });
  await until(async () => fake.isHeard());
});

test('no lead is claimed during an outage, and the idle agent gets a call after it', async () => {
  await agent.call(dialer.hangUp, {}).catch(() => undefined);
  const reference = await place('00');
  await becomes('wrap-up');
  const busy = (await agent.call(dialer.status, {})).call?.loanId ?? 0;
  await agent.call(borrowerDispositions.record, {
    loanId: busy,
    callRefNo: reference,
    dispositionId: 900,
    comments: 'Busy',
  });
  // Another borrower: the one of the busy line is not dialled again at once.
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Not called yet') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
    select 1, 1, b.id, 'Not called yet', 'WAITS1', '9811111120', ${agent.id}, ${campaignId} from b returning id`);
  fake.isClosed = true;
  fake.endSockets('close');
  await until(async () => {
    const line = await server.database.one<{ isUp: boolean }>(
      sql`select is_up as "isUp" from telephony_lines where provider = 'asterisk'`,
    );
    return line?.isUp === false;
  });
  const admin = await server.person({ roleType: 'admin' });
  const unheard = async () =>
    (await admin.call(status.figures, {})).find(({ name }) => name === 'exchange_unheard');
  expect(await unheard()).toMatchObject({ values: [{ value: 1 }], isOver: true });
  await agent.call(dialer.ready, {});
  await server.database.run(
    sql`update dialer_processes set is_started = true where campaign_id = ${campaignId}`,
  );
  const turnsOf = async () =>
    (
      await server.database.one<{ at: string | null }>(
        sql`select max(expires_at)::text as at from dialer_leases where campaign_id = ${campaignId}`,
      )
    )?.at ?? '';
  for (let turns = 0, last = ''; turns < 5; turns += 1) {
    await until(async () => (await turnsOf()) !== last);
    last = await turnsOf();
  }
  const claims = () =>
    server.database.one<{ n: number }>(
      sql`select count(*) as n from call_attempts where loan_id = ${loan?.id} and mode = 'progressive'`,
    );
  expect(await claims()).toEqual({ n: 0 });
  fake.isClosed = false;
  await becomes('on-call');
  expect(await claims()).toEqual({ n: 1 });
  expect(await unheard()).toMatchObject({ values: [{ value: 0 }], isOver: false });
  await server.database.run(
    sql`update dialer_processes set is_started = false where campaign_id = ${campaignId}`,
  );
  await agent.call(dialer.hangUp, {});
  await becomes('wrap-up');
});

test('a conversation continues when its bridge event is late', async () => {
  const reference = await place('23');
  await becomes('on-call');
  // State of a node that has not processed that event yet.
  const attempt = await server.database.one<{ id: number }>(sql`
    update call_attempts set state = 'queued', bridged_at = null, due_at = ${clock.now()}
    where reference_id = ${reference} returning id`);
  const stateOf = async () =>
    (await server.database.one<{ state: string; reason: string | null }>(sql`
        select state, end_reason as reason from call_attempts where id = ${attempt?.id}`)) ?? {
      state: '',
      reason: null,
    };
  await until(async () => {
    const { state, reason } = await stateOf();
    return state !== 'queued' || reason !== null;
  });
  expect(await stateOf()).toEqual({ state: 'bridged', reason: null });
  await agent.call(dialer.hangUp, {});
  await becomes('wrap-up');
  expect(await callOf(reference)).toMatchObject({ outcome: 'connected' });
});

test('a request without a response is not repeated when the exchange has the call', async () => {
  fake.fail({ how: 'lost', path: /^\/channels\/[^/]+$/ });
  const reference = await place('22');
  await becomes('on-call');
  expect(fake.asked.filter((one) => one === `POST /channels/${reference} 1600000001`)).toHaveLength(1);
  await agent.call(dialer.hangUp, {});
  await becomes('wrap-up');
});
