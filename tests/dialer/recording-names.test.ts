/** Recording names on a shared exchange: files of other products are never deleted, both forms of names are read. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sweepExchange } from '../../src/contexts/dialer/server/recordings/sweep.ts';
import { ariOptionsIn, openAri } from '../../src/contexts/dialer/server/telephony/asterisk/ari.ts';
import {
  findName,
  recordingOf,
  recordingsOf,
} from '../../src/contexts/dialer/server/telephony/asterisk/asterisk-recordings.ts';
import { asterisk } from '../../src/contexts/dialer/server/telephony/asterisk/asterisk.ts';
import { lineOf } from '../../src/contexts/dialer/server/telephony/line.ts';
import { systemClock } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { until } from '../until.ts';
import {
  type PlayedExchange,
  addBorrower,
  addCampaign,
  openPlayedExchange,
  seatAgent,
} from './played-exchange.ts';

let played: PlayedExchange;
beforeAll(async () => {
  played = await openPlayedExchange((url) => `${url}&recordings=prefixed`);
});
afterAll(() => played.close());

const sweep = () =>
  sweepExchange({
    database: played.server.database,
    clock: systemClock,
    provider: asterisk({
      ...ariOptionsIn(played.env.ARI_URL),
      line: lineOf(played.server.database, 'other'),
      log: pino({ level: 'silent' }),
      trunkNames: () => Promise.resolve([]),
    }),
  });
const isGone = (...names: string[]): Promise<void> =>
  until(() => names.every((name) => !played.fake.isRecorded(name)), `${names.join()} are gone`);
const unknown = ['0b5f8c9a-30d1-4c2f-9a3e-6f2b1c7d8e90', '0b5f8c9a-30d1-4c2f-9a3e-6f2b1c7d8e91'] as const;
const queued = (): Promise<{ id: string }[]> =>
  played.server.database.rows<{ id: string }>(sql`
    select reference_id as id from recording_removals where reference_id = any(${[...unknown]}::uuid[])`);

test('the recording of a new call has a prefix, also its later parts, and leaves the exchange once stored', async () => {
  const { fake, server } = played;
  const agent = await seatAgent(server, await addCampaign(server));
  const { loanId } = await addBorrower(server, { agent });
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await until(() => fake.live.has(`recoup-${callRefNo}`), 'it is recorded');
  expect(fake.isRecorded(callRefNo)).toBe(false);
  fake.endRecording(callRefNo);
  await until(() => fake.live.has(`recoup-${callRefNo}-part-2`), 'it goes on');
  await agent.call(dialer.hangUp, {});
  await until(async () => {
    const found = await server.database.one<{ state: string }>(sql`
      select r.state from recordings r join call_attempts k on k.id = r.attempt_id where k.reference_id = ${callRefNo}`);
    return found?.state === 'stored';
  }, 'it is stored');
  await isGone(`recoup-${callRefNo}`, `recoup-${callRefNo}-part-2`);
});

test('a recording that started without a prefix continues without it, and is read with all parts', async () => {
  const { fake } = played;
  const options = ariOptionsIn(played.env.ARI_URL);
  const ari = openAri(options);
  const on = (prefixesRecordings: boolean) =>
    recordingsOf(ari, {
      log: pino({ level: 'silent' }),
      spokenIn: ({ id }) => id,
      nameOf: (recId) => findName(ari, { ...options, prefixesRecordings }, recId),
    });
  const caller = fake.callIn('9811111120', '');
  await ari.ask('POST', '/bridges/early-call', { type: 'mixing' });
  await ari.ask('POST', '/bridges/early-call/addChannel', { channel: caller });
  await on(false).record('/bridges/early-call', 'early-call');
  fake.endRecording(caller);
  const first = (await recordingOf(ari, 'early-call')).bytes.length;
  await on(true).record('/bridges/early-call', 'early-call');
  expect([...fake.live]).toEqual(['early-call-part-2']);
  fake.endRecording(caller);
  const name = await findName(ari, options, 'early-call');
  expect((await recordingOf(ari, name)).bytes.length).toBeGreaterThan(first);
  for (const part of ['early-call', 'early-call-part-2']) fake.recordings.delete(part);
});

test('a file of no call is deleted a day later with a prefix, and never without: it may be of another product', async () => {
  const [ours, theirs] = unknown;
  for (const name of [`recoup-${ours}`, theirs, `${theirs}-part-2`]) played.fake.recordings.add(name);
  await sweep();
  expect(await queued()).toEqual([{ id: ours }]);
  await played.server.database.run(
    sql`update recording_removals set next_try_at = next_try_at - interval '1 day' where reference_id = ${ours}`,
  );
  await isGone(`recoup-${ours}`);
  expect(await queued()).toEqual([]);
  for (const name of [theirs, `${theirs}-part-2`]) expect(played.fake.isRecorded(name)).toBe(true);
});

test('a file without a prefix is deleted if its call exists or its borrower was erased', async () => {
  const { server, fake } = played;
  const call = await server.database.one<{ reference: string }>(sql`
    insert into call_attempts (direction, mode, phone, state, outcome, dialed_at, answered_at, bridged_at, ended_at, wrap_end_at)
    select 'inbound', 'inbound', '9811111120', 'ended', 'connected', t, t, t, t, t
    from (select now() - interval '2 days' as t) x returning reference_id as reference`);
  const erased = '0b5f8c9a-30d1-4c2f-9a3e-6f2b1c7d8e92';
  for (const name of [call?.reference ?? '', erased, `${erased}-part-2`]) fake.recordings.add(name);
  await server.database.run(sql`
    insert into recording_removals (reference_id, requested_at, next_try_at) values (${erased}, now(), '-infinity')`);
  await sweep();
  await isGone(call?.reference ?? '', erased, `${erased}-part-2`);
});
