/** Second call of an agent: audio, figures, and no party alone. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '../../src/contexts/dialer/contract/calls.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { listening } from '../../src/contexts/dialer/contract/call-control/listening.ts';
import { secondLine } from '../../src/contexts/dialer/contract/call-control/second-line.ts';
import { transfers } from '../../src/contexts/dialer/contract/call-control/transfers.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { toneWav } from '../../src/contexts/dialer/server/telephony/tone.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, refusal } from '../kit.ts';
import { type Desk, becomes, openDesk } from './desk.ts';
import { until } from '../until.ts';

const began = Date.now();
let shift = 0;
const clock = { now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began + shift) };
let desk: Desk;
let agent: Caller;
let extension = 1000;
beforeAll(async () => {
  desk = await openDesk(clock, '&answers=recoup-answered');
  await desk.server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
});
afterAll(() => desk.close());
beforeEach(async () => {
  extension += 1;
  agent = await desk.agent(extension);
  await agent.call(dialer.login, { campaignId: desk.campaignId });
});
afterEach(async () => {
  for (const { id } of desk.fake.channels.values()) desk.fake.giveUp(id);
  await until(() => desk.fake.channels.size === 0);
});

let made = 0;
interface Called {
  loanId: number;
  ref: string;
}
/** A borrower with a number that acts by its last two digits: 21 answers, 00 is busy, 01 rings on. */
async function loanOf(end: string): Promise<number> {
  made += 1;
  const loan = await desk.server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`S${made}`}, ${`98${String(made).padStart(6, '0')}${end}`}, ${agent.id} from b
    returning id`);
  return loan?.id ?? 0;
}
const here = () => agent.call(dialer.status, {});
const line = (): string =>
  [...desk.fake.channels.values()].find(({ name }) => name.startsWith(`PJSIP/${extension}-`))?.id ?? '';
const hears = (id: string, what: string) => until(() => desk.fake.heardBy(id).join() === what);
/** Both have audio with each other, and with no other party. */
const speaks = async (ref: string): Promise<void> => {
  await hears(ref, line());
  await hears(line(), ref);
};
async function first(): Promise<Called> {
  const loanId = await loanOf('21');
  const { callRefNo: ref } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await becomes(agent, 'on-call');
  await speaks(ref);
  return { loanId, ref };
}
async function second(end = '21'): Promise<Called> {
  const loanId = await loanOf(end);
  const { callRefNo: ref } = await agent.call(secondLine.place, { id: String(loanId) });
  return { loanId, ref };
}
async function two(): Promise<{ a: Called; b: Called }> {
  const a = await first();
  const b = await second();
  await becomes(agent, 'on-call');
  await speaks(b.ref);
  return { a, b };
}
const say = ({ loanId, ref }: Called, more: { isEndCall?: boolean } = {}) =>
  agent.call(borrowerDispositions.record, {
    loanId,
    callRefNo: ref,
    dispositionId: 900,
    comments: 'Spoke',
    ...more,
  });
const shown = async () => {
  const { status, call, beside } = await here();
  return {
    status,
    call: call?.callRefNo,
    beside: beside?.callRefNo,
    isOver: beside ? beside.state === 'ended' : null,
  };
};
const isShown = (what: Partial<Awaited<ReturnType<typeof shown>>>) =>
  until(async () => {
    const now = await shown();
    return Object.entries(what).every(([name, value]) => now[name as keyof typeof now] === value);
  });
const isGone = ({ ref }: Called) => until(() => !desk.fake.channels.has(ref));
const rowOf = ({ ref }: Called) =>
  desk.server.database.one<{
    talk: number;
    hold: number;
    aside: number;
    isSecond: boolean;
    wall: number;
    outcome: string;
  }>(sql`
    select talk_duration as talk, hold_duration as hold, aside_duration as aside, is_second as "isSecond", outcome,
      extract(epoch from end_time - bridged_at)::float8 as wall from cdr where reference_id = ${ref}`);
const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;

test('the first is on hold while the second is dialled and bridged, and vice versa after a swap', async () => {
  const a = await first();
  const b = await second();
  expect(await shown()).toEqual({ status: 'ringing', call: b.ref, beside: a.ref, isOver: false });
  await hears(a.ref, 'music');
  await becomes(agent, 'on-call');
  await speaks(b.ref);
  expect(desk.fake.heardBy(a.ref)).toEqual(['music']);
  // As after a reload of the page.
  const now = await here();
  expect(now.call).toMatchObject({ callRefNo: b.ref, loanId: b.loanId, isSecond: true, heldSince: null });
  expect(now.beside).toMatchObject({ callRefNo: a.ref, loanId: a.loanId, state: 'bridged' });
  expect(now.beside?.heldSince).not.toBeNull();
  // Each is recorded in a separate bridge.
  expect([desk.fake.isRecorded(a.ref), desk.fake.live.has(b.ref)]).toEqual([true, true]);
  const bridgeOf = (id: string) =>
    [...desk.fake.bridges.values()].filter(({ channels }) => channels.includes(id));
  expect(bridgeOf(a.ref)[0]?.channels).toEqual([a.ref]);
  const before = desk.fake.asked.length;
  expect(await agent.call(secondLine.swap, {})).toMatchObject({
    status: 'on-call',
    call: { callRefNo: a.ref },
    beside: { callRefNo: b.ref },
  });
  await speaks(a.ref);
  await hears(b.ref, 'music');
  // The agent was there before the music ended.
  const asked = desk.fake.asked.slice(before);
  const [isPut, hasEnded] = [
    asked.findIndex((one) => one.endsWith(`call-${a.ref}/addChannel`)),
    asked.indexOf(`DELETE /channels/${a.ref}/moh`),
  ];
  expect(isPut).toBeGreaterThanOrEqual(0);
  expect(hasEnded).toBeGreaterThan(isPut);
  await agent.call(secondLine.swap, {});
  await speaks(b.ref);
  await hears(a.ref, 'music');
});

test('the first resumes after the second, each outcome is due, and no time is summed twice', async () => {
  const { a, b } = await two();
  shift += 7000;
  await agent.call(dialer.hangUp, {});
  await isShown({ status: 'on-call', call: a.ref, beside: b.ref, isOver: true });
  await speaks(a.ref);
  await agent.call(dialer.hangUp, {});
  await isShown({ status: 'wrap-up', call: a.ref, beside: b.ref });
  await say(a);
  expect(await shown()).toEqual({ status: 'wrap-up', call: b.ref, beside: undefined, isOver: null });
  await say(b);
  expect(await shown()).toEqual({ status: 'IDLE', call: undefined, beside: undefined, isOver: null });
  const [one, other] = [await rowOf(a), await rowOf(b)];
  expect([one?.isSecond, other?.isSecond]).toEqual([false, true]);
  expect([one?.outcome, other?.outcome]).toEqual(['connected', 'connected']);
  const listed = await Promise.all([a, b].map(({ loanId }) => agent.call(calls.list, { loanId })));
  expect(
    listed.map(({ rows }) => rows.map(({ isSecond, talkDuration }) => [isSecond, talkDuration])),
  ).toEqual([[[false, one?.talk]], [[true, other?.talk]]]);
  expect(one?.aside).toBeGreaterThanOrEqual(other?.talk ?? Infinity);
  expect(one?.hold).toBe(one?.aside);
  // What they spoke in both is no longer than the first lasted.
  expect((one?.talk ?? 0) + (other?.talk ?? 0)).toBeLessThanOrEqual(Math.ceil(one?.wall ?? 0));
  const spans = await desk.server.database.rows<{ word: string; ref: string; touches: boolean }>(sql`
    select i.word, k.reference_id as ref, coalesce(i.ended_at = lead(i.started_at) over (order by i.started_at, i.id), true) as touches
    from agent_intervals i join call_attempts k on k.id = i.attempt_id where i.user_id = ${agent.id} order by i.started_at, i.id`);
  expect(spans.map(({ word, ref }) => [word, ref === a.ref ? 'a' : 'b'].join(' '))).toEqual([
    'ringing a',
    'on-call a',
    'ringing b',
    'on-call b',
    'on-call a',
    'wrap-up a',
    'wrap-up b',
  ]);
  expect(spans.every(({ touches }) => touches)).toBe(true);
  // From the sums of the day.
  const summed = await desk.server.database.one<{ talk: number }>(sql`
    select (select coalesce(sum(talk), 0) from sum_changes where user_id = ${agent.id})
      + (select coalesce(sum(talk), 0) from agent_days where user_id = ${agent.id}) as talk`);
  expect(Number(summed?.talk)).toBe((one?.talk ?? 0) + (other?.talk ?? 0));
});

test.each([
  ['is busy', '00'],
  ['rings until it is given up', '01'],
])('the second %s: the first resumes with audio', async (_, end) => {
  const a = await first();
  const b = await second(end);
  await hears(a.ref, 'music');
  if (end === '01') {
    await until(() => desk.fake.channels.get(b.ref)?.state === 'Ringing');
    await agent.call(dialer.hangUp, {});
  }
  await isShown({ status: 'on-call', call: a.ref, beside: b.ref, isOver: true });
  await speaks(a.ref);
  // Disposed at once, so none is due later.
  await say(b);
  expect(await shown()).toMatchObject({ call: a.ref, beside: undefined });
  await agent.call(dialer.hangUp, {});
  await becomes(agent, 'wrap-up');
  await say(a);
  expect((await here()).status).toBe('IDLE');
});

test('a held caller hangs up or is disconnected, and the other continues', async () => {
  const { a, b } = await two();
  desk.fake.giveUp(a.ref);
  await isShown({ status: 'on-call', call: b.ref, beside: a.ref, isOver: true });
  await speaks(b.ref);
  await say(a);
  await say(b, { isEndCall: true });
  await isGone(b);
  await becomes(agent, 'IDLE');
  const again = await two();
  await agent.call(secondLine.end, {});
  await isGone(again.a);
  await isShown({ call: again.b.ref, isOver: true });
  await speaks(again.b.ref);
  expect(await codeOf(agent.call(secondLine.end, {}))).toBe('DIALER_BUSY');
});

test('the first resumes after an outage in which the second hung up', async () => {
  const { a, b } = await two();
  desk.fake.isSilent = true;
  desk.fake.giveUp(b.ref);
  await isGone(b);
  expect((await shown()).call).toBe(b.ref);
  desk.fake.isSilent = false;
  desk.fake.endSockets('cut');
  await isShown({ status: 'on-call', call: a.ref, isOver: true });
  await speaks(a.ref);
});

test('a call placed while the exchange is reconnected is placed once it is', async () => {
  desk.fake.endSockets('cut');
  await first();
});

test('a lost line ends both calls, and each outcome is due', async () => {
  const { a, b } = await two();
  desk.fake.giveUp(line());
  await isGone(a);
  await isGone(b);
  await becomes(agent, 'wrap-up');
  const { call, beside } = await here();
  expect(new Set([call?.callRefNo, beside?.callRefNo])).toEqual(new Set([a.ref, b.ref]));
});

test('a line lost while the second rings cancels it and ends the first', async () => {
  const a = await first();
  const b = await second('01');
  await until(() => desk.fake.channels.get(b.ref)?.state === 'Ringing');
  desk.fake.giveUp(line());
  await isGone(a);
  await isGone(b);
  await becomes(agent, 'wrap-up');
  // Disconnected by us at once: not by the exchange, which would play an announcement.
  const whyOf = async ({ ref }: Called) =>
    (
      await desk.server.database.one<{ why: string | null }>(
        sql`select end_reason as why from call_attempts where reference_id = ${ref}`,
      )
    )?.why;
  expect([await whyOf(a), await whyOf(b)]).toEqual(['hangup', 'cancel']);
});

test('a line lost without a server gives both borrowers an announcement', async () => {
  const { a, b } = await two();
  await agent.call(secondLine.swap, {});
  await speaks(a.ref);
  await hears(b.ref, 'music');
  await until(() => desk.fake.channels.get(line())?.leaves.length === 2);
  desk.fake.isClosed = true;
  desk.fake.endSockets('cut');
  desk.fake.giveUp(line());
  for (const { ref } of [a, b]) await hears(ref, 'recoup/nobody-here-hi');
  desk.fake.isClosed = false;
  await becomes(agent, 'wrap-up');
});

test('an agent who signs out disconnects both', async () => {
  const { a, b } = await two();
  await agent.call(session.logout, {});
  await isGone(a);
  await isGone(b);
  const open = () =>
    desk.server.database.one(
      sql`select 1 as ok from agent_sessions where user_id = ${agent.id} and ended_at is null`,
    );
  await until(async () => (await open()) === undefined);
});

test('two swaps at once leave one borrower active and the other on hold', async () => {
  const { a, b } = await two();
  for (let times = 0; times < 4; times += 1)
    await Promise.all([agent.call(secondLine.swap, {}), agent.call(secondLine.swap, {})]);
  await agent.call(secondLine.swap, {});
  await isShown({ call: a.ref, beside: b.ref });
  await speaks(a.ref);
  await hears(b.ref, 'music');
  // Wherever two servers put their line concurrently, it returns.
  const bridge = [...desk.fake.bridges.values()].find(({ channels }) => channels.includes(a.ref));
  if (bridge) bridge.channels = [a.ref];
  expect(desk.fake.heardBy(a.ref)).toEqual([]);
  await speaks(a.ref);
});

const endsMusic = ({ ref }: Called): string => `DELETE /channels/${ref}/moh`;
const times = (asked: string): number => desk.fake.asked.filter((one) => one === asked).length;
/** Executed by the exchange, with a delayed response. */
function answersLate(called: Called): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  desk.fake.fail({ method: 'DELETE', path: new RegExp(`${called.ref}/moh$`), how: { until: promise } });
  return resolve;
}

test('one server at a time stops the music, because the last command wins', async () => {
  const { a } = await two();
  const asked = times(endsMusic(a));
  const letGo = answersLate(a);
  await agent.call(secondLine.swap, {});
  await until(() => times(endsMusic(a)) > asked);
  // The watchdog has run: it polls the exchange less often than pending commands.
  const looked = times('GET /bridges');
  await until(() => times('GET /bridges') > looked + 1);
  expect(times(endsMusic(a))).toBe(asked + 1);
  letGo();
  await speaks(a.ref);
});

test('a swap while the music stops restarts it before any watchdog', async () => {
  const c = await first();
  extension += 1;
  agent = await desk.agent(extension);
  await agent.call(dialer.login, { campaignId: desk.campaignId });
  const { a, b } = await two();
  // The watchdog waits for a response about another call.
  const watched = times(endsMusic(c)) + 1;
  const letWatch = answersLate(c);
  await desk.server.database.run(
    sql`update call_attempts set is_hold_told = true where reference_id = ${c.ref}`,
  );
  await until(() => times(endsMusic(c)) === watched);
  const letGo = answersLate(a);
  const asked = times(endsMusic(a));
  await agent.call(secondLine.swap, {});
  await until(() => times(endsMusic(a)) > asked);
  await agent.call(secondLine.swap, {});
  letGo();
  await hears(a.ref, 'music');
  expect(times(endsMusic(c))).toBe(watched);
  letWatch();
  await speaks(b.ref);
});

test('a return to the first call is retried after one rejection', async () => {
  const { a, b } = await two();
  desk.fake.fail({ path: /addChannel$/, how: 500, times: 2 });
  await agent.call(secondLine.swap, {});
  await hears(b.ref, 'music');
  await speaks(a.ref);
});

const partBytes = toneWav('', 3).length - 44;
/** As long as its parts, which are three seconds each. */
const isKeptWhole = async ({ ref }: Called, parts: number): Promise<void> => {
  const kept = () =>
    desk.server.database.one<{ bytes: number }>(sql`
      select (facts->>'bytes')::int as bytes from event where type = 'recordings.stored' and facts->>'callRefNo' = ${ref}`);
  await until(async () => (await kept()) !== undefined);
  expect((await kept())?.bytes).toBe(44 + parts * partBytes);
};
const isRecorded = (name: string) => until(() => desk.fake.live.has(name));
const isOverAt = (name: string) => until(() => desk.fake.recordings.has(name));

test('a recording stopped on hold restarts at each return, and is stored completely', async () => {
  const { a, b } = await two();
  await isOverAt(a.ref);
  await agent.call(secondLine.swap, {});
  await isRecorded(`${a.ref}-part-2`);
  await isOverAt(b.ref);
  await agent.call(secondLine.swap, {});
  await isRecorded(`${b.ref}-part-2`);
  await isOverAt(`${a.ref}-part-2`);
  await agent.call(secondLine.swap, {});
  await isRecorded(`${a.ref}-part-3`);
  // No recording starts for a held party.
  desk.fake.endRecording(b.ref);
  for (const one of [a, b]) desk.fake.giveUp(one.ref);
  await isKeptWhole(a, 3);
  await isKeptWhole(b, 2);
});

test('a recording stopped during a talk restarts at once, or after an outage', async () => {
  const { ref } = await first();
  await isRecorded(ref);
  desk.fake.endRecording(ref);
  await isRecorded(`${ref}-part-2`);
  desk.fake.isSilent = true;
  desk.fake.endRecording(ref);
  desk.fake.isSilent = false;
  // Retried once after a rejection, not twice.
  desk.fake.fail({ path: /record$/, how: 500 });
  desk.fake.endSockets('cut');
  await isRecorded(`${ref}-part-3`);
  desk.fake.giveUp(ref);
  await isKeptWhole({ loanId: 0, ref }, 3);
  expect(desk.fake.recordings.has(`${ref}-part-4`)).toBe(false);
});

test('the contact policy is checked before it, and a refusal leaves the first unchanged', async () => {
  const a = await first();
  const loanId = await loanOf('21');
  await desk.server.database.run(sql`update loans set is_dnc = true where id = ${loanId}`);
  expect(await codeOf(agent.call(secondLine.place, { id: String(loanId) }))).toBe('CONTACT_BLOCKED');
  // A borrower in a call is not called.
  expect(await codeOf(agent.call(secondLine.place, { id: String(a.loanId) }))).toBe('CONTACT_BLOCKED');
  expect(await shown()).toEqual({ status: 'on-call', call: a.ref, beside: undefined, isOver: null });
  await speaks(a.ref);
});

test('an agent has one second call, from a bridged call, without transfers meanwhile', async () => {
  const [loanId, another] = [await loanOf('21'), await loanOf('21')];
  const place = () => codeOf(agent.call(secondLine.place, { id: String(another) }));
  expect(await place()).toBe('DIALER_BUSY');
  expect(await codeOf(agent.call(secondLine.swap, {}))).toBe('DIALER_BUSY');
  await agent.call(dialer.manualCall, { id: String(loanId) });
  expect(await place()).toBe('DIALER_BUSY');
  await becomes(agent, 'on-call');
  await second();
  expect(await place()).toBe('DIALER_BUSY');
  expect(await codeOf(agent.call(secondLine.swap, {}))).toBe('DIALER_BUSY');
  await becomes(agent, 'on-call');
  expect(await place()).toBe('DIALER_BUSY');
  await desk.server.database.run(
    sql`insert into transfer_numbers (name, number) values ('Branch', '9700000021')`,
  );
  const number = await desk.server.database.one<{ id: number }>(sql`select id from transfer_numbers`);
  const handOn = agent.call(transfers.start, { isBlind: true, numberId: number?.id ?? 0 });
  expect(await codeOf(handOn)).toBe('DIALER_BUSY');
  // A foreign call cannot be swapped.
  extension += 1;
  const other = await desk.agent(extension);
  expect(await codeOf(other.call(secondLine.swap, {}))).toBe('DIALER_OFF');
});

test('a supervisor monitoring the first does not hear the second', async () => {
  const boss = await desk.server.person({ roleType: 'admin', flags: ['listen_calls'] });
  await desk.server.database.run(
    sql`update users set extension_number = ${extension + 1000} where id = ${boss.id}`,
  );
  await first();
  await boss.call(listening.start, { userId: agent.id, mode: 'listen' });
  await until(async () => (await boss.call(listening.now, {}))?.isThere === true);
  await second();
  expect(await boss.call(listening.now, {})).toBeUndefined();
});
