/** Recordings left by a killed server, a killed exchange, a full disk or a slow network. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { recordings } from '../../src/contexts/dialer/contract/recordings.ts';
import { sweepExchange } from '../../src/contexts/dialer/server/recordings/sweep.ts';
import { ariOptionsIn } from '../../src/contexts/dialer/server/telephony/asterisk/ari.ts';
import { asterisk } from '../../src/contexts/dialer/server/telephony/asterisk/asterisk.ts';
import { lineOf } from '../../src/contexts/dialer/server/telephony/line.ts';
import { isWholeWav } from '../../src/contexts/dialer/server/telephony/wav.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { status } from '../../src/contexts/reporting/contract/status.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { systemClock } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller } from '../kit.ts';
import { until } from '../until.ts';
import {
  type PlayedExchange,
  addBorrower,
  addCampaign,
  openPlayedExchange,
  seatAgent,
} from './played-exchange.ts';

let played: PlayedExchange;
let agent: Caller;
let boss: Caller;
let listener: Caller;
beforeAll(async () => {
  played = await openPlayedExchange();
  await played.server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
  boss = await played.server.person({ roleType: 'admin' });
  listener = await played.server.as('list_summary_disposition');
});
afterAll(() => played.close());
beforeEach(async () => {
  agent = await seatAgent(played.server, await addCampaign(played.server));
});
afterEach(async () => {
  played.fake.clearFaults();
  played.fake.pieceMs = 0;
  delete played.fake.recorderFault;
  await played.server.database.run(sql`update exchange_states set recording_test_due_at = now()`);
  await until(
    async () =>
      (await played.server.database.one(
        sql`select from exchange_states where recording_fault is null and recording_test_due_at > now()`,
      )) !== undefined,
    'the exchange records',
  );
});

const becomes = (word: string): Promise<void> =>
  until(async () => (await agent.call(dialer.status, {})).status === word, word);
interface Spoken {
  reference: string;
  borrowerId: number;
}
async function speaks(): Promise<Spoken> {
  const { loanId, borrowerId } = await addBorrower(played.server, { agent });
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await becomes('on-call');
  await until(() => played.fake.live.has(callRefNo));
  return { reference: callRefNo, borrowerId };
}
async function writesDown(): Promise<void> {
  await becomes('wrap-up');
  const { call } = await agent.call(dialer.status, {});
  await agent.call(borrowerDispositions.record, {
    loanId: call?.loanId ?? 0,
    callRefNo: call?.callRefNo ?? '',
    dispositionId: 900,
    comments: 'Spoke',
  });
}
async function ends(): Promise<void> {
  await agent.call(dialer.hangUp, {});
  await writesDown();
}
const stateOf = async (reference: string): Promise<string | undefined> =>
  (
    await played.server.database.one<{ state: string }>(sql`
      select r.state from recordings r join call_attempts k on k.id = r.attempt_id where k.reference_id = ${reference}`)
  )?.state;
const isStored = (reference: string): Promise<void> =>
  until(async () => (await stateOf(reference)) === 'stored', 'stored');
const isGone = (...names: string[]): Promise<void> =>
  until(() => names.every((name) => !played.fake.isRecorded(name)), `${names.length} files are gone`);
const cannotBeRead = (): void =>
  played.fake.fail({ method: 'GET', path: /stored\/.*\/file/, how: 500, times: 1000 });
/** The next tries are due now. */
const tryAgain = (): Promise<number> =>
  played.server.database.run(sql`update recordings set next_try_at = now() where state = 'at_provider'`);
/** What a server leaves that was killed after it had stored the file and before it had noted that. */
function leaveFile(reference: string): string {
  const file = join(played.server.folder, 'files', 'recording', reference);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'sound');
  return file;
}

test('a file stored by a killed server without a database record is deleted with its erased borrower', async () => {
  const { reference, borrowerId } = await speaks();
  cannotBeRead();
  await ends();
  await until(async () => (await stateOf(reference)) === 'at_provider');
  const file = leaveFile(reference);
  await played.server.database.run(sql`
    update loans set is_active = false, closed_at = now() - interval '20 years' where borrower_id = ${borrowerId}`);
  await played.server.database.run(sql`
    update loans set closed_at = now() - interval '20 years' where borrower_id = ${borrowerId}`);
  await boss.call(loans.erase, { id: String(borrowerId), reason: 'requested by the borrower' });
  await until(() => !existsSync(file), 'the file is deleted');
  await isGone(reference);
});

test('a file slower than the response timeout is stored', async () => {
  played.fake.pieceMs = 1000;
  const { reference } = await speaks();
  await ends();
  await isStored(reference);
  await isGone(reference);
});

test('what was recorded until the exchange was killed is stored, with its true length', async () => {
  const { reference } = await speaks();
  played.fake.crash();
  played.fake.restart();
  await writesDown();
  await isStored(reference);
  const sound = await listener.call(recordings.play, { referenceId: reference });
  expect(isWholeWav(Buffer.from(await sound.arrayBuffer()))).toBe(true);
  await isGone(reference);
});

test('a part without sound does not prevent storing the other parts', async () => {
  const { reference } = await speaks();
  played.fake.endRecording(reference);
  played.fake.recordings.add(`${reference}-part-2`);
  played.fake.empty.add(`${reference}-part-2`);
  await ends();
  await isStored(reference);
  await isGone(reference, `${reference}-part-2`);
});

test('a recording without any sound is reported as lost, and its file leaves the exchange', async () => {
  const { reference } = await speaks();
  played.fake.recorderFault = 'disk_full';
  await ends();
  delete played.fake.recorderFault;
  await until(async () => {
    await tryAgain();
    return (await stateOf(reference)) === 'failed';
  }, 'given up');
  await isGone(reference);
  const figure = (await boss.call(status.figures, {})).find(({ name }) => name === 'recordings_lost');
  expect(figure).toMatchObject({ isOver: true, values: [{ label: null, value: 1 }] });
});

test.each([409, 500, 'silence', 'lost'] as const)(
  'a deletion with response %s is repeated until its file is deleted',
  async (how) => {
    played.fake.fail({ method: 'DELETE', path: /recordings\/stored\/[\da-f]{8}-/, how, times: 2 });
    const { reference } = await speaks();
    await ends();
    await isStored(reference);
    await isGone(reference);
    await until(
      async () => (await played.server.database.rows(sql`select from recording_removals`)).length === 0,
      'nothing is left to delete',
    );
  },
);

test('several servers that sweep at once delete each leftover, and preserve recordings of other users', async () => {
  const { server, fake } = played;
  const calls = await server.database.rows<{ reference: string }>(sql`
    with k as (insert into call_attempts (direction, mode, phone, state, outcome, dialed_at, answered_at, bridged_at, ended_at, wrap_end_at)
      select 'inbound', 'inbound', '9811111120', 'ended', 'connected', t, t, t, t, t
      from (select now() - interval '2 days' as t from generate_series(1, 60)) x returning id, reference_id)
    select reference_id as reference from k`);
  const names = calls.flatMap(({ reference }) => [reference, `${reference}-part-2`]);
  const others = ['voicemail-7', '1764430000.42', `north-${calls[0]?.reference}`];
  for (const name of [...names, ...others]) fake.recordings.add(name);
  const provider = asterisk({
    ...ariOptionsIn(played.env.ARI_URL),
    line: lineOf(server.database, 'other'),
    log: pino({ level: 'silent' }),
    trunkNames: () => Promise.resolve([]),
  });
  const deps = { database: server.database, clock: systemClock, provider };
  const swept = await Promise.all([1, 2, 3].map(() => sweepExchange(deps)));
  for (const one of swept) expect(one?.files).toBe(names.length);
  await isGone(...names);
  for (const name of others) expect(fake.isRecorded(name)).toBe(true);
});
