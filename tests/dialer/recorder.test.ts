/** An exchange that does not record: calls that have to be recorded stop, the floor sees why, and they resume. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { exchange } from '../../src/contexts/dialer/contract/exchange/state.ts';
import { processes } from '../../src/contexts/dialer/contract/processes.ts';
import { clients } from '../../src/contexts/lenders/contract/clients.ts';
import { status } from '../../src/contexts/reporting/contract/status.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import {
  type PlayedExchange,
  addBorrower,
  addCampaign,
  addClient,
  openPlayedExchange,
  seatAgent,
} from './played-exchange.ts';
import { until } from '../until.ts';

let played: PlayedExchange;
let fake: FakeAri;
let server: TestServer;
let lead: Caller;
beforeAll(async () => {
  played = await openPlayedExchange();
  ({ fake, server } = played);
  lead = await server.as('list_agent_live_status', 'campaign_start_stop', 'list_campaign');
});
afterAll(() => played.close());

interface Desk {
  agent: Caller;
  campaignId: number;
  processId: number;
}
/** A progressive campaign with an agent who is ready. */
async function desk(records: boolean): Promise<Desk> {
  const campaignId = await addCampaign(server, { records });
  const agent = await seatAgent(server, campaignId);
  const process = await server.database.one<{ id: number }>(
    sql`select id from dialer_processes where campaign_id = ${campaignId}`,
  );
  await agent.call(dialer.ready, {});
  return { agent, campaignId, processId: process?.id ?? 0 };
}
const loanFor = async (
  { agent, campaignId }: Desk,
  { isQueued = true, clientId = 1 }: { isQueued?: boolean; clientId?: number } = {},
): Promise<number> =>
  (await addBorrower(server, { agent, clientId, ...(isQueued && { campaignId }) })).loanId;
const start = ({ processId }: Desk) => lead.call(processes.edit, { id: String(processId), isStarted: true });
const callsOf = async ({ campaignId }: Desk): Promise<number> =>
  (await server.database.rows(sql`select from call_attempts where campaign_id = ${campaignId}`)).length;
const state = () => lead.call(exchange.state, {});
const faultIs = (what: string | null): Promise<void> =>
  until(async () => ((await state()).recordingFault?.what ?? null) === what, `fault ${what}`);
/** The fault persists for longer than a test and a dialer cycle. */
const turns = async (): Promise<void> => {
  const before = fake.asked.filter((one) => /POST .*recoup-test-.*record/.test(one)).length;
  await server.database.run(sql`update exchange_states set recording_test_due_at = now()`);
  await until(
    () => fake.asked.filter((one) => /POST .*recoup-test-.*record/.test(one)).length > before,
    'a test recording',
  );
};

test('the exchange records two seconds, which are read and deleted', async () => {
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
    const byHand = await loanFor(recorded, { isQueued: false });
    const { body } = await refusal(recorded.agent.call(dialer.manualCall, { id: String(byHand) }));
    expect(body.code).toBe('RECORDING_FAILED');
    await recorded.agent.call(dialer.ready, {});
    fake.recorderFault = undefined;
    await faultIs(null);
    await until(async () => (await callsOf(recorded)) > 0);
  },
);

test('a recording fault in a call applies at once, and the call continues', async () => {
  const one = await desk(true);
  await one.agent.call(dialer.pause, {});
  await turns();
  await faultIs(null);
  const first = await loanFor(one, { isQueued: false });
  fake.recorderFault = 'no_folder';
  const { callRefNo } = await one.agent.call(dialer.manualCall, { id: String(first) });
  await until(async () => (await one.agent.call(dialer.status, {})).status === 'on-call');
  await faultIs('no_folder');
  expect(fake.channels.has(callRefNo)).toBe(true);
  fake.recorderFault = undefined;
  await faultIs(null);
});

describe('a client that requires recording', () => {
  let strict = 0;
  beforeAll(async () => {
    strict = await addClient(server);
    const admin = await server.as('edit_client', 'list_client');
    await admin.call(clients.edit, { id: String(strict), requiresRecording: true });
    expect(await admin.call(clients.one, { id: String(strict) })).toMatchObject({ requiresRecording: true });
  });
  const isStored = async (reference: string): Promise<boolean> =>
    (await server.database.one(sql`
      select 1 as ok from recordings r join call_attempts k on k.id = r.attempt_id where k.reference_id = ${reference}`)) !==
    undefined;

  test('is recorded in a campaign that does not record, other clients are not', async () => {
    const one = await desk(false);
    await one.agent.call(dialer.pause, {});
    for (const clientId of [strict, 1]) {
      const loanId = await loanFor(one, { isQueued: false, clientId });
      const { callRefNo } = await one.agent.call(dialer.manualCall, { id: String(loanId) });
      await until(async () => (await one.agent.call(dialer.status, {})).status === 'on-call');
      await one.agent.call(dialer.hangUp, {});
      await until(async () => (await one.agent.call(dialer.status, {})).status === 'wrap-up');
      expect(await isStored(callRefNo)).toBe(clientId === strict);
      await server.database.run(sql`
        update call_attempts set wrap_end_at = now() where reference_id = ${callRefNo}`);
      await one.agent.call(session.logout, {}).catch(() => undefined);
      one.agent = await seatAgent(server, one.campaignId);
    }
  });

  test('is not called while recording fails, by hand or by a campaign that does not record', async () => {
    const mixed = await desk(false);
    const others = await desk(false);
    fake.recorderFault = 'no_folder';
    await turns();
    await faultIs('no_folder');
    await loanFor(mixed, { clientId: strict });
    await loanFor(others);
    await start(mixed);
    await start(others);
    await until(async () => (await callsOf(others)) > 0);
    await turns();
    expect(await callsOf(mixed)).toBe(0);
    expect(await mixed.agent.call(dialer.waiting, {})).toMatchObject({ reason: 'no_recording' });
    await mixed.agent.call(dialer.pause, {});
    const byHand = await loanFor(mixed, { isQueued: false, clientId: strict });
    const { body } = await refusal(mixed.agent.call(dialer.manualCall, { id: String(byHand) }));
    expect(body.code).toBe('RECORDING_FAILED');
    await mixed.agent.call(dialer.ready, {});
    delete fake.recorderFault;
    await faultIs(null);
    await until(async () => (await callsOf(mixed)) > 0);
  });
});
