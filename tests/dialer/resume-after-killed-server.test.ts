/**
 * A server is killed during the loss of an agent's line: the next server resumes the call, or disconnects it in time.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { until } from '../until.ts';
import { addUser, asker, signIn } from './exchange/agents.ts';
import { type Nodes, openNodes } from './exchange/nodes.ts';

let fake: FakeAri;
let nodes: Nodes;
let ask: ReturnType<typeof asker>;
let userId = 0;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  nodes = await openNodes(`${fake.url}&answers=recoup-answered&wss=wss://pbx.test:8089/ws`, 1);
  userId = await addUser(nodes, 'agent');
  const made = await nodes.database.one<{ campaignId: number }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Kills', 'progressive', 1, 1) returning id),
      a as (insert into campaign_agents (campaign_id, user_id) select id, ${userId} from c),
      u as (update users set extension_number = 6001 where id = ${userId}),
      n as (update clients set caller_id = '1600111111' where id = 1),
      d as (insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99))
    select id as "campaignId" from c`);
  ask = asker(nodes, await signIn(nodes, userId));
  await ask('POST /dialer/login', { campaignId: made?.campaignId, leg: 'webrtc' });
  await ready();
});
afterAll(async () => {
  await nodes.stop();
  fake.close();
});

const line = (): string | undefined =>
  [...fake.channels.values()].find(({ name, state }) => name.startsWith('PJSIP/6001-') && state === 'Up')?.id;
async function ready(): Promise<void> {
  await ask('POST /dialer/browser-line', { hasCall: false });
  await until(() => line() !== undefined, 'the line is up');
}
const nodeOf = async (): Promise<string | undefined> =>
  (
    await nodes.database.one<{ node: string }>(
      sql`select node from telephony_lines where is_up and expires_at > now()`,
    )
  )?.node;
/** Kills the server that listens to the exchange, until the next one does. */
async function killServer(): Promise<void> {
  const before = await nodeOf();
  await nodes.killHearer();
  await until(async () => ![undefined, before].includes(await nodeOf()), 'the next server listens');
}
const hears = (id: string, what: string): Promise<void> =>
  until(() => fake.heardBy(id).join() === what, `${id} hears ${what}`);
interface Here {
  status: string;
  call: { loanId: number; callRefNo: string; lineLoss: { isResuming: boolean } | null } | null;
}
const here = async (): Promise<Here | undefined> => (await ask<{ row: Here }>('GET /dialer/status'))?.row;
let made = 0;
/** A conversation with a lost line, as after a killed browser. */
async function lost(): Promise<string> {
  made += 1;
  const loan = await nodes.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Resumed') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, id, 'Resumed', ${`K${made}`}, ${`981111612${made}`}, ${userId} from b returning id`);
  const placed = await ask<{ row: { callRefNo: string } }>(`POST /dialer/manual-call/${loan?.id}`, {});
  const ref = placed?.row.callRefNo ?? '';
  await until(() => line() !== undefined && fake.heardBy(ref).join() === line(), 'they speak');
  fake.giveUp(line() ?? '');
  await hears(ref, 'music');
  await until(async () => (await here())?.call?.lineLoss?.isResuming === false, 'the line is lost');
  return ref;
}

test('the agent resumes the call on the next server', async () => {
  const ref = await lost();
  await killServer();
  await hears(ref, 'music');
  await ready();
  expect(await ask('POST /dialer/resume-call', {})).toBeDefined();
  await hears(ref, line() ?? '');
  await hears(line() ?? '', ref);
  expect((await here())?.call?.lineLoss).toBeNull();
  await ask('POST /dialer/hang-up', {});
  await until(async () => (await here())?.status === 'wrap-up', 'wrap-up');
  const { call } = (await here()) ?? {};
  await ask('POST /borrower/dispositions', {
    loanId: call?.loanId,
    callRefNo: call?.callRefNo,
    dispositionId: 900,
    comments: 'Spoke',
  });
});

test('a call that no agent resumes is ended by the next server', async () => {
  const ref = await lost();
  await killServer();
  await until(() => !fake.channels.has(ref), 'the borrower is let go');
  const callOf = () =>
    nodes.database.one<{ outcome: string; reason: string }>(sql`
      select outcome, end_reason as reason from call_attempts where reference_id = ${ref} and state = 'ended'`);
  await until(async () => (await callOf()) !== undefined, 'the call is over');
  expect(await callOf()).toEqual({ outcome: 'connected', reason: 'line-lost' });
});
