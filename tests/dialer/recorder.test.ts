/** An exchange that does not record: calls that have to be recorded stop, the floor sees why, and they resume. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { exchange } from '../../src/contexts/dialer/contract/exchange/state.ts';
import { processes } from '../../src/contexts/dialer/contract/processes.ts';
import { status } from '../../src/contexts/reporting/contract/status.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { until } from '../until.ts';

let fake: FakeAri;
let server: TestServer;
let lead: Caller;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  server = await boot({ env: { ARI_URL: `${fake.url}&answers=recoup-answered` } });
  await server.database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  lead = await server.as('list_agent_live_status', 'campaign_start_stop', 'list_campaign');
  await until(() => fake.isHeard());
});
afterAll(async () => {
  await server.stop();
  fake.close();
});

let made = 0;
interface Desk {
  agent: Caller;
  campaignId: number;
  processId: number;
}
/** A progressive campaign with an agent who is ready, and one loan. */
async function desk(records: boolean): Promise<Desk> {
  made += 1;
  const agent = await server.person({ roleType: 'agent' });
  const one = await server.database.one<{ id: number; processId: number }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id, record)
      values (${`Desk ${made}`}, 'progressive', 1, 1, ${records}) returning id)
    select id, 0 as "processId" from c`);
  const campaignId = one?.id ?? 0;
  await server.database.run(
    sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})`,
  );
  await server.database.run(sql`update users set extension_number = ${7000 + made} where id = ${agent.id}`);
  const process = await server.database.one<{ id: number }>(
    sql`select id from dialer_processes where campaign_id = ${campaignId}`,
  );
  await agent.call(dialer.login, { campaignId });
  await agent.call(dialer.ready, {});
  return { agent, campaignId, processId: process?.id ?? 0 };
}
async function loanFor({ agent, campaignId }: Desk, isQueued = true): Promise<number> {
  made += 1;
  const name = `Borrower ${made}`;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${name}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
    select 1, 1, b.id, ${name}, ${`R${made}`}, ${`97${String(made).padStart(6, '0')}20`}, ${agent.id},
      ${isQueued ? campaignId : null} from b returning id`);
  return loan?.id ?? 0;
}
const start = ({ processId }: Desk) => lead.call(processes.edit, { id: String(processId), isStarted: true });
const callsOf = async ({ campaignId }: Desk): Promise<number> =>
  (await server.database.rows(sql`select from call_attempts where campaign_id = ${campaignId}`)).length;
const state = () => lead.call(exchange.state, {});
const faultIs = (what: string | null): Promise<void> =>
  until(async () => ((await state()).recordingFault?.what ?? null) === what, `fault ${what}`);
/** The fault lasts for longer than a test and a turn of the dialer. */
const turns = async (): Promise<void> => {
  const before = fake.asked.filter((one) => /POST .*recoup-test-.*record/.test(one)).length;
  await server.database.run(sql`update exchange_states set recording_test_due_at = now()`);
  await until(
    () => fake.asked.filter((one) => /POST .*recoup-test-.*record/.test(one)).length > before,
    'a test recording',
  );
};

test('the exchange records two seconds, which are read back and deleted', async () => {
  await until(() => fake.asked.some((one) => one.startsWith('DELETE /recordings/stored/recoup-test-')));
  await until(
    async () =>
      (await server.database.rows(sql`select from exchange_states where recording_tested_at is not null`))
        .length > 0,
  );
  expect(await state()).toMatchObject({ hasExchange: true, isHeard: true, recordingFault: null });
  expect([...fake.recordings].filter((name) => name.startsWith('recoup-test-'))).toEqual([]);
});

test.each([
  ['no_folder', 'no_folder', '/var/spool/asterisk/recording'],
  ['disk_full', 'no_sound', '/var/spool/asterisk/recording'],
] as const)(
  'with %s a started campaign that records places no call, one that does not places its calls',
  async (what, shown, folder) => {
    const recorded = await desk(true);
    const unrecorded = await desk(false);
    fake.recorderFault = what;
    await loanFor(recorded);
    await loanFor(unrecorded);
    await start(recorded);
    await start(unrecorded);
    await until(async () => (await callsOf(unrecorded)) > 0);
    await faultIs(shown);
    expect((await state()).recordingFault?.detail).toBe(folder);
    await turns();
    expect(await callsOf(recorded)).toBe(0);
    expect(await recorded.agent.call(dialer.waiting, {})).toMatchObject({ reason: 'no_recording' });
    const admin = await server.person({ roleType: 'admin' });
    const figure = (await admin.call(status.figures, {})).find(({ name }) => name === 'recording_failed');
    expect(figure).toMatchObject({ isOver: true, values: [{ label: shown, value: 1 }] });
    // By hand neither, unless the campaign does not record.
    await recorded.agent.call(dialer.pause, {});
    const byHand = await loanFor(recorded, false);
    const { body } = await refusal(recorded.agent.call(dialer.manualCall, { id: String(byHand) }));
    expect(body.code).toBe('RECORDING_FAILED');
    await recorded.agent.call(dialer.ready, {});
    fake.recorderFault = undefined;
    await faultIs(null);
    await until(async () => (await callsOf(recorded)) > 0);
  },
);

test('a recording that fails in a call counts at once, and the call continues', async () => {
  const one = await desk(true);
  await one.agent.call(dialer.pause, {});
  await turns();
  await faultIs(null);
  const first = await loanFor(one, false);
  fake.recorderFault = 'no_folder';
  const { callRefNo } = await one.agent.call(dialer.manualCall, { id: String(first) });
  await until(async () => (await one.agent.call(dialer.status, {})).status === 'on-call');
  await faultIs('no_folder');
  expect(fake.channels.has(callRefNo)).toBe(true);
  fake.recorderFault = undefined;
  await faultIs(null);
});
