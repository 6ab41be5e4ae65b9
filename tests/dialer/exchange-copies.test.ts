/** Recordings leave the exchange: after they are stored, with an erased borrower, and when a server died in between. */
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sweepExchange } from '../../src/contexts/dialer/server/recordings/sweep.ts';
import { forgetRecordings } from '../../src/contexts/dialer/server/recordings/forget.ts';
import { ariOptionsIn } from '../../src/contexts/dialer/server/telephony/asterisk/ari.ts';
import { asterisk } from '../../src/contexts/dialer/server/telephony/asterisk/asterisk.ts';
import { lineOf } from '../../src/contexts/dialer/server/telephony/line.ts';
import { status } from '../../src/contexts/reporting/contract/status.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { systemClock } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { FakeAri } from '../fakes/ari.ts';
import type { Caller, TestServer } from '../kit.ts';
import { until } from '../until.ts';
import {
  type PlayedExchange,
  addBorrower,
  addCampaign,
  openPlayedExchange,
  seatAgent,
} from './played-exchange.ts';

let played: PlayedExchange;
let fake: FakeAri;
let server: TestServer;
let agent: Caller;
beforeAll(async () => {
  played = await openPlayedExchange();
  ({ fake, server } = played);
  await server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
  agent = await seatAgent(server, await addCampaign(server));
});
afterAll(() => played.close());
afterEach(() => fake.clearFaults());

const becomes = (word: string): Promise<void> =>
  until(async () => (await agent.call(dialer.status, {})).status === word, word);
interface Spoken {
  reference: string;
  borrowerId: number;
}
/** A call with a new borrower that is on. */
async function speaks(): Promise<Spoken> {
  const { loanId, borrowerId } = await addBorrower(server, { agent });
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await becomes('on-call');
  await until(() => fake.live.has(callRefNo));
  return { reference: callRefNo, borrowerId };
}
async function ends(): Promise<void> {
  await agent.call(dialer.hangUp, {});
  await becomes('wrap-up');
  const { call } = await agent.call(dialer.status, {});
  await agent.call(borrowerDispositions.record, {
    loanId: call?.loanId ?? 0,
    callRefNo: call?.callRefNo ?? '',
    dispositionId: 900,
    comments: 'Spoke',
  });
  await agent.call(dialer.pause, {});
}
const stateOf = async (reference: string): Promise<string | undefined> =>
  (
    await server.database.one<{ state: string }>(sql`
      select r.state from recordings r join call_attempts k on k.id = r.attempt_id where k.reference_id = ${reference}`)
  )?.state;
const isStored = (reference: string): Promise<void> =>
  until(async () => (await stateOf(reference)) === 'stored');
const isGone = (...names: string[]): Promise<void> =>
  until(() => names.every((name) => !fake.isRecorded(name)), `${names.join()} gone`);
const removed = (name: string): boolean => fake.asked.includes(`DELETE /recordings/stored/${name}`);
const provider = () =>
  asterisk({
    ...ariOptionsIn(played.env.ARI_URL),
    line: lineOf(server.database, 'other'),
    log: pino({ level: 'silent' }),
    trunkNames: () => Promise.resolve([]),
  });
const sweep = () => sweepExchange({ database: server.database, clock: systemClock, provider: provider() });

test('a recording is deleted from the exchange with all its parts once it is stored, and not before', async () => {
  fake.fail({ method: 'GET', path: /stored\/.*\/file/, how: 500, times: 2 });
  const { reference } = await speaks();
  fake.endRecording(reference);
  // The exchange stopped it spontaneously: it continues as the next part.
  fake.recordings.add(`${reference}-part-2`);
  await ends();
  expect(removed(reference)).toBe(false);
  await isStored(reference);
  await isGone(reference, `${reference}-part-2`);
});

test('a deletion that the exchange refuses is tried again until it is done', async () => {
  fake.fail({ method: 'DELETE', path: /recordings\/stored/, how: 500, times: 2 });
  const { reference } = await speaks();
  await ends();
  await isStored(reference);
  await isGone(reference);
});

test('the sweep deletes leftovers of a killed server, and no file of another exchange user', async () => {
  const { reference } = await speaks();
  await ends();
  await isStored(reference);
  await isGone(reference);
  await until(async () => (await server.database.rows(sql`select from recording_removals`)).length === 0);
  const others = ['greeting-en', 'recoup-test', '20261129-1001-call', `x-${reference}`];
  for (const name of [reference, `${reference}-part-3`, ...others]) fake.recordings.add(name);
  await sweep();
  await isGone(reference, `${reference}-part-3`);
  for (const name of others) expect(fake.isRecorded(name)).toBe(true);
  const admin = await server.person({ roleType: 'admin' });
  const figures = await admin.call(status.figures, {});
  expect(figures.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'exchange_recordings_files',
      'exchange_recordings_bytes',
      'exchange_recordings_oldest_seconds',
    ]),
  );
  expect(figures.find(({ name }) => name === 'exchange_recordings_files')?.values[0]?.value).toBe(2);
});

test('a file without a call is deleted after a day', async () => {
  const reference = '0b5f8c9a-30d1-4c2f-9a3e-6f2b1c7d8e90';
  const name = `recoup-${reference}`;
  fake.recordings.add(name);
  await sweep();
  const due = await server.database.one<{ hours: number }>(sql`
    select extract(epoch from next_try_at - now())::float8 / 3600 as hours from recording_removals where reference_id = ${reference}`);
  expect(due?.hours).toBeGreaterThan(23.9);
  expect(removed(name)).toBe(false);
  await server.database.run(
    sql`update recording_removals set next_try_at = next_try_at - interval '1 day' where reference_id = ${reference}`,
  );
  await isGone(name);
});

test('the only copy is stored before its deletion, also of an abandoned recording', async () => {
  const { reference } = await speaks();
  fake.fail({ method: 'GET', path: /stored\/.*\/file/, how: 500, times: 1000 });
  await ends();
  await until(async () => (await stateOf(reference)) === 'at_provider');
  await server.database.run(sql`
    update recordings r set state = 'failed', next_try_at = null from call_attempts k
    where k.id = r.attempt_id and k.reference_id = ${reference}`);
  await server.database.run(sql`
    insert into recording_removals (reference_id, requested_at, next_try_at) values (${reference}, now(), '-infinity')`);
  await sweep();
  expect(await stateOf(reference)).toBe('at_provider');
  expect(removed(reference)).toBe(false);
  fake.clearFaults();
  await server.database.run(sql`update recordings set next_try_at = now() where state = 'at_provider'`);
  await isStored(reference);
  await isGone(reference);
});

test('erasing a borrower during an exchange outage deletes their recordings there after it', async () => {
  const { reference, borrowerId } = await speaks();
  fake.fail({ method: 'GET', path: /stored\/.*\/file/, how: 500, times: 1000 });
  await ends();
  await until(async () => (await stateOf(reference)) === 'at_provider');
  fake.recordings.add(`${reference}-part-2`);
  fake.crash();
  const officer = await server.person({ roleType: 'admin' });
  await server.database.run(sql`
    update loans set is_active = false where borrower_id = ${borrowerId}`);
  await server.database.run(sql`
    update loans set closed_at = now() - interval '20 years' where borrower_id = ${borrowerId}`);
  await officer.call(loans.erase, { id: String(borrowerId), reason: 'asked by the borrower' });
  expect(await stateOf(reference)).toBeUndefined();
  expect(fake.isRecorded(reference)).toBe(true);
  fake.restart();
  fake.clearFaults();
  await isGone(reference, `${reference}-part-2`);
  expect(
    await server.database.rows(sql`select from recordings where storage_key like ${`%${reference}`}`),
  ).toEqual([]);
});

test('the end of the retention deletes the copy on the exchange as well, stored or not', async () => {
  await until(() => fake.isHeard());
  await becomes('IDLE');
  const { reference } = await speaks();
  fake.fail({ method: 'GET', path: /stored\/.*\/file/, how: 500, times: 1000 });
  await ends();
  await until(async () => (await stateOf(reference)) === 'at_provider');
  await server.database.run(sql`
    update recordings r set started_at = now() - interval '21 years' from call_attempts k
    where k.id = r.attempt_id and k.reference_id = ${reference}`);
  const removedFiles: string[] = [];
  const job = forgetRecordings({
    database: server.database,
    clock: systemClock,
    store: { remove: (key: string) => Promise.resolve(void removedFiles.push(key)) } as never,
  });
  await job.run(
    {} as never,
    { signal: new AbortController().signal, log: pino({ level: 'silent' }) } as never,
  );
  expect(await stateOf(reference)).toBeUndefined();
  // A killed server may have stored it without noting that.
  expect(removedFiles).toContain(`recording/${reference}`);
  await isGone(reference);
});
