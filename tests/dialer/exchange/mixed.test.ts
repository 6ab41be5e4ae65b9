/**
 * Concurrent calls of every kind on a real exchange, with hold, transfer, monitoring and callbacks, while a server is
 * killed, its connection is cut and blocked, the exchange is killed and every agent's page is reloaded. EXCHANGE_CALLS
 * sets the number of calls.
 */
import { setTimeout as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NumberPlan } from '../../../src/contexts/dialer/server/telephony/number-plan.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import { type Media, halfMs } from '../../fakes/sip/media.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import { agentVoice, borrowerVoice, packetMs } from '../../fakes/sip/tones.ts';
import { same } from '../../kit.ts';
import { soundsHeard } from './callers.ts';
import { type Desk, addOthers, addUser, openDesk, signIn } from './agents.ts';
import { type Supervisor, openSupervisor } from './supervisors.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { tell, tellDone } from './figures.ts';
import { figure, until } from './floor.ts';
import { type Nodes, type Wire, openNodes, openWire } from './nodes.ts';
import { type Judged, heardBetween, heardInWav, judge, talkIn } from './recording.ts';
import { calledTwice, silences } from './walls.ts';
import { spansOf, tellWaits, waitsOf } from './voices.ts';

const calls = Number(process.env['EXCHANGE_CALLS'] ?? 200);
const staff = Number(process.env['EXCHANGE_STAFF'] ?? 10);
const supervisorsAt = ['2011', '2012'];
/** No agent has the voice of a supervisor. */
const extensions = Array.from({ length: staff * 2 }, (_, i) => String(1001 + i))
  .filter((one) => !supervisorsAt.some((other) => agentVoice(other) === agentVoice(one)))
  .slice(0, staff);
/** A branch to which calls are sent: it answers, speaks a while and hangs up. */
const branch = '9700000022';

/** What becomes of a number, by its last digit. */
function planFor(number: string): NumberPlan | undefined {
  if (number.length < 10) return undefined;
  const n = Number(number.slice(-3));
  const rings = { afterMs: 400, type: 'ringing' } as const;
  const ends = (cause: number, afterMs = 1500) => ({ afterMs, type: 'ended', cause, by: 'network' }) as const;
  const answers = { afterMs: 800 + (n % 7) * 400, type: 'answered' } as const;
  const talkMs = n % 10 === 2 ? 12_000 : 3000 + (n % 5) * 1500;
  const last = n % 10;
  if (last < 5) return { steps: [rings, answers], talkMs };
  if (last === 5) return { steps: [ends(17)], talkMs };
  if (last === 6) return { steps: [rings], talkMs };
  if (last === 7) return { steps: [rings, ends(21)], talkMs };
  // Answered, and dropped immediately.
  if (last === 8) return { steps: [rings, answers, ends(16, 300)], talkMs };
  return { steps: [ends(1)], talkMs };
}

let exchange: Exchange;
let peer: SipPeer;
let wire: Wire;
let nodes: Nodes;
let campaignId: number;
let desks: Desk[];
let supervisors: Supervisor[];
/** Calls lost with the exchange: unavoidable. */
const doomed = new Set<SipCall>();
/** Calls that had just ended then: what was not written of their recordings yet died with it. */
const unwritten = new Set<SipCall>();
const writesMs = 1000;

const numberOf = (i: number): string => `98${String(30_000_000 + i * 7).padStart(8, '0')}`;
async function addLoans(): Promise<void> {
  const numbers = Array.from({ length: calls }, (_, i) => numberOf(i));
  await nodes.database.run(sql`
    with n as (select x.number, x.ord from unnest(${numbers}::text[]) with ordinality x (number, ord)),
    b as (insert into borrowers (client_id, name) select 1, 'Borrower ' || ord from n order by ord returning id, name)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
    select 1, 1, b.id, b.name, 'M' || n.ord, n.number, ${campaignId} from b join n on b.name = 'Borrower ' || n.ord`);
}

beforeAll(async () => {
  exchange = await openExchange({ extensions: [...extensions, ...supervisorsAt] });
  peer = await new SipPeer({ ...exchange.phones, exchange: exchange.sip, planFor }).open();
  wire = await openWire(exchange.url());
  nodes = await openNodes(wire.url);
  const made = await nodes.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id, ring_s)
    values ('Mixed', 'predictive', 3, 1, 15) returning id`);
  campaignId = made?.id ?? 0;
  await nodes.database.run(sql`
    with n as (insert into transfer_numbers (name, number) values ('Branch', ${branch})),
      q as (insert into inbound_queues (name, number, client_id, opens_at, closes_at, greeting, team_id, overflow_seconds,
        has_call_back, has_voicemail, is_active)
        values ('Queue', '1600000001', 1, '00:00', '23:59', '', ${campaignId}, 600, true, true, true))
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
  await addLoans();
  desks = [];
  for (const extension of extensions) desks.push(await openDesk(nodes, campaignId, extension));
  for (const one of desks) await addOthers(nodes, one, Math.ceil(calls / 40));
  await until('everybody waits', () => desks.every(({ status }) => status === 'waiting'), 60);
  supervisors = [];
  for (const one of supervisorsAt) {
    const putDown = (): void => peer.live(one).forEach((call) => peer.hangUp(call));
    supervisors.push(await openSupervisor(nodes, one, desks, putDown));
  }
});
afterAll(async () => {
  await Promise.all([...desks, ...supervisors].map((one) => one.stop()));
  await nodes.stop();
  wire.stop();
  peer.close();
  await exchange.stop();
});

/** In which of the troubles. */
const when = (at: number): string =>
  `${new Date(at).toISOString()} in trouble ${deaf.findIndex((one) => at >= one.from && at <= one.to)}`;

const outbound = (): SipCall[] =>
  peer.calls.filter((one) => one.place === 'borrower' && one.direction === 'out' && one.number !== branch);
let started = 0;
const lastDialled = (): number => outbound().at(-1)?.began ?? started;
const dialled = (): number =>
  new Set(outbound().flatMap(({ number }) => (number.startsWith('98') ? [number] : []))).size;

async function killExchange(): Promise<void> {
  await exchange.kill();
  const at = Date.now();
  for (const one of peer.calls) if (at - (one.endedAt ?? 0) < writesMs) unwritten.add(one);
  for (const one of peer.live()) {
    doomed.add(one);
    peer.vanish(one);
  }
  await exchange.start();
}

/** During an outage the end of a conversation is detected late: by the agent, and in the recording. */
const deaf: { from: number; to: number }[] = [];
async function deafWhile(work: () => Promise<void>): Promise<void> {
  const from = Date.now();
  await work();
  await until('the exchange is heard', async () => (await hearing()) !== undefined, 60);
  deaf.push({ from: from - 1000, to: Date.now() + 2000 });
}
const hearing = () =>
  nodes.database.one(sql`select 1 as ok from telephony_lines where is_up and expires_at > now()`);

/** Sequential faults during the run; yesterday's callers call in all the time. */
async function trouble(): Promise<void> {
  const at = (share: number): Promise<number> =>
    until(
      `${share} of the calls`,
      () => dialled() >= calls * share || Date.now() - lastDialled() > 25_000,
      1200,
    );
  await at(0.15);
  await deafWhile(() => nodes.killHearer());
  await at(0.4);
  await deafWhile(async () => wire.cut());
  await at(0.55);
  await deafWhile(async () => {
    wire.hold(true);
    await turn(10_000);
    wire.hold(false);
  });
  await at(0.75);
  await deafWhile(killExchange);
}
async function callers(isOver: () => boolean): Promise<void> {
  for (let i = 0; !isOver(); i += 1) {
    await turn(6000);
    const known = outbound().filter((one) => Number(one.number.slice(-1)) === 6 && one.endedAt !== undefined);
    const one = known[i % Math.max(1, known.length)];
    const from = i % 3 === 2 || !one ? `97${String(i).padStart(8, '0')}` : one.number;
    const call = await peer.callIn(from);
    // Some enter digits of no loan, some record a voicemail instead of waiting.
    setTimeout(() => (i % 4 === 1 ? peer.press(call, '2') : peer.type(call, '999999')), 4000).unref();
    setTimeout(() => peer.hangUp(call), 30_000).unref();
  }
}

interface Row {
  id: number;
  phone: string;
  loanId: number | null;
  transfers: number;
  referenceId: string;
  userId: number | null;
  state: string;
  outcome: string | null;
  direction: string;
  claimedAt: string;
  answeredAt: string | null;
  bridgedAt: string | null;
  endedAt: string | null;
  endedBy: string | null;
  asideS: number | null;
  keys: number;
  recording: string | null;
}
const rows = (): Promise<Row[]> =>
  nodes.database.rows<Row>(sql`
    select k.id, k.phone, k.loan_id as "loanId", (select count(*)::int from call_transfers x where x.attempt_id = k.id) as transfers, k.reference_id as "referenceId", k.user_id as "userId", k.state, k.outcome, k.direction,
      k.claimed_at as "claimedAt", k.answered_at as "answeredAt", k.bridged_at as "bridgedAt", k.ended_at as "endedAt",
      k.ended_by as "endedBy", k.aside_s as "asideS", r.state as recording,
      (select count(*)::int from call_events e where e.attempt_id = k.id and e.type = 'leg.dtmf' and e.at >= k.bridged_at) as keys
    from call_attempts k left join recordings r on r.attempt_id = k.id order by k.id`);

async function wavOf(token: string, reference: string): Promise<Buffer> {
  const response = await fetch(`${nodes.live()[0]?.url}/api/integrations/ezsip/callRecording/${reference}`, {
    headers: { ...same, Cookie: `sid=${token}` },
  });
  return Buffer.from(await response.arrayBuffer());
}

const isDoomed = (row: Row): boolean => [...doomed].some(({ number }) => number === row.phone);
const wasHeard = (row: Row): boolean => {
  const [from, to] = [Date.parse(row.answeredAt ?? ''), Date.parse(row.endedAt ?? '')];
  return deaf.every((one) => to < one.from || from > one.to);
};
/**
 * The telephone's leg of a call: the next one placed after the claim, or for inbound calls the one with the same end.
 */
function legOf(row: Row): SipCall | undefined {
  const claimed = Date.parse(row.claimedAt);
  const theirs = peer.calls.filter(({ number, place }) => place === 'borrower' && number === row.phone);
  if (row.direction !== 'inbound')
    return theirs.find(({ direction, began }) => direction === 'out' && began >= claimed - 50);
  // During a fault one end may be recorded after the next start; equal ends are ordered by start.
  const off = ({ endedAt }: SipCall): number =>
    Math.abs((endedAt ?? Date.now()) - Date.parse(row.endedAt ?? ''));
  return theirs
    .filter(({ direction, began }) => direction === 'in' && began <= claimed + 50)
    .toSorted((a, b) => Math.round((off(a) - off(b)) / 1000) || b.began - a.began)[0];
}
const ourVoices = (): number[] => [...extensions, ...supervisorsAt].map(agentVoice);
/** Event history of a call, for debugging. */
async function storyOf(row: Row | undefined): Promise<string> {
  const steps = await nodes.database.rows<{ at: string; what: string }>(sql`
    with k as (select id, user_id, reference_id, claimed_at, answered_at, bridged_at, ended_at, ended_by, end_reason
      from call_attempts where reference_id = ${row?.referenceId ?? null}::uuid)
    select at, what from (
      select e.at, 'told ' || e.type || ' ' || e.data::text as what from k join call_events e on e.attempt_id = k.id
      union all select bridged_at, 'bridged with ' || user_id from k
      union all select ended_at, concat_ws(' ', 'ended by', ended_by, end_reason) from k
      union all select x.asked_at, concat_ws(' ', 'handed on', x.dials, x.to_user_id, 'blind', x.is_blind, x.stage, x.result,
          'placed', x.placed_at, 'there', x.answered_at, 'joined', x.joined_at, 'theirs', x.handed_at, 'over', x.ended_at)
        from k join call_transfers x on x.attempt_id = k.id
      union all select h.asked_at, concat_ws(' ', 'heard by', h.extension, h.mode, h.told_mode, 'there', h.answered_at, 'over',
          h.ended_at, h.has_taken_over) from k join call_listens h on h.attempt_id = k.id) x order by at`);
  return steps.map(({ at, what }) => `\n      ${at} ${what}`).join('');
}

/** Seconds of the borrower's voice on agents' lines connected to the call: their lines were in no other. */
const linesHeard = (media: Media, voice: number): number =>
  desks.reduce((sum, { extension }) => {
    const alone = media.heard.alone.get(agentVoice(extension));
    const lines = peer.of(extension).flatMap((one) => one.media ?? []);
    return alone ? sum + heardBetween(lines, voice, alone) : sum;
  }, 0);
/** Recordings that are shorter or longer than the talk, or in which one of the two is missing. */
async function badRecordings(all: readonly Row[]): Promise<{ bad: string[]; judged: number }> {
  const token = await signIn(nodes, await addUser(nodes, 'admin', ['list_summary_disposition']));
  const bad: string[] = [];
  const lacks: Judged['lacks'][] = [];
  for (const row of all.filter((one) => one.bridgedAt !== null && !isDoomed(one))) {
    const leg = legOf(row);
    const media = leg?.media;
    const theirs = borrowerVoice(row.phone);
    // The branch to which a call was sent speaks for us, with the voice of a borrower.
    const ours = [...ourVoices(), ...(row.transfers > 0 ? [borrowerVoice(branch)] : [])].filter(
      (one) => one !== theirs,
    );
    const talk = media && talkIn(media, ours);
    // An immediate hang-up leaves no audio to record.
    if (!talk || talk.heard < 1) continue;
    const recorded = row.recording === 'stored' && heardInWav(await wavOf(token, row.referenceId));
    const judged =
      recorded &&
      judge(recorded, talk, {
        ours,
        theirs: { voice: theirs, heard: linesHeard(media, theirs) },
        deaf,
        asideS: row.asideS,
        keys: row.keys,
      });
    if (judged) lacks.push(judged.lacks);
    if (!judged && leg && unwritten.has(leg)) continue;
    const faults = judged ? judged.faults : [`${row.recording}, talked ${talk.heard} s`];
    if (faults.length === 0) continue;
    const at = (ms: number): string => new Date(ms).toISOString();
    const passed = wire
      .passed(talk.from - 10_000, talk.over + 15_000, [row.referenceId])
      .filter((line) => !/variable/i.test(line));
    const heard = media.heard.sounds.map((one) => `${one.name} ${at(one.from)}`).join(', ');
    bad.push(
      `${row.phone} ${row.direction}: ${faults.join('; ')}; ours from ${at(talk.from)} to ${at(talk.last)}, over ${at(talk.over)}, ${when(talk.from)}; ${heard}${await storyOf(row)}${passed.map((line) => `\n      ${line}`).join('')}`,
    );
  }
  for (const name of ['whole', 'over', 'ours', 'theirs'] as const) {
    const all = lacks.map((one) => one[name] * 1000);
    figure(`recordings lack ${name}, most`, Math.max(...all));
    tell(`recordings lack ${name}`, all);
  }
  return { bad, judged: lacks.length };
}

/** Borrowers who received a silent supervisor for most of half a second. */
const overheard = (): string[] =>
  outbound().flatMap(({ number, media }) =>
    supervisors.flatMap(({ voice, audible, extension }) => {
      const halves = [...(media?.heard.halves ?? [])].filter(
        ([half, packets]) => half.startsWith(`${voice}:`) && packets * packetMs > halfMs / 2,
      );
      const wrong = halves.find(([half]) => {
        const at = Number(half.split(':')[1]) * halfMs;
        return !audible.some(({ from, to }) => at >= from - halfMs && at <= to + 1000);
      });
      return wrong ? [`${number} heard ${extension} at ${wrong.join(', ')} packets`] : [];
    }),
  );
/** Open monitoring, or monitoring without start or end in the audit log. */
const unsaid = (): Promise<{ id: number }[]> =>
  nodes.database.rows<{ id: number }>(sql`
    select h.id from call_listens h where h.ended_at is null
    union all select -1 from (
      select (select count(*) from call_listens) as listens,
        count(*) filter (where type = 'listening.started') as began,
        count(*) filter (where type in ('listening.stopped', 'listening.taken-over')) as ended
      from event where domain = 'listening') x where listens <> began or listens <> ended`);

test(
  'a mixed run has no duplicate calls, silence, stuck agents, incomplete recordings or leftover bridges',
  { timeout: 3_600_000 },
  async () => {
    await nodes.database.run(sql`
    insert into dialer_processes (campaign_id, is_started) values (${campaignId}, true)
    on conflict (campaign_id) do update set is_started = true`);
    let isOver = false;
    const began = (started = Date.now());
    await Promise.all([
      (async () => {
        await trouble();
        // Calls lost in a fault are retried after 15 minutes at the earliest.
        await until('all are tried', () => dialled() >= calls || Date.now() - lastDialled() > 25_000, 1800);
        isOver = true;
      })(),
      callers(() => isOver),
    ]);
    figure(`${dialled()} numbers dialled, in`, Date.now() - began);
    // The others lost their call in a fault before it was placed.
    expect(dialled()).toBeGreaterThan(calls * 0.8);
    await nodes.database.run(
      sql`update dialer_processes set is_started = false where campaign_id = ${campaignId}`,
    );
    await Promise.all(supervisors.map((one) => one.stop()));
    for (const one of peer.live().filter((call) => call.place === 'borrower'))
      setTimeout(() => peer.hangUp(one), 8000);
    const stuck = (): Desk[] => desks.filter(({ status }) => status !== 'waiting');
    await until('every agent waits', () => stuck().length === 0, 90).catch(async (error: unknown) => {
      const open = (await rows()).filter(
        ({ state, userId }) => state !== 'ended' || stuck().some((one) => one.userId === userId),
      );
      const stories = await Promise.all(open.slice(-6).map((row) => storyOf(row)));
      const who = stuck().map(
        ({ extension, status, since }) => `${extension} ${status} since ${new Date(since).toISOString()}`,
      );
      throw new Error(
        `${String(error)}: ${who.join(', ')}; ${JSON.stringify(open.slice(-6))}${stories.join('')}`,
      );
    });
    await until('no call is on', async () => (await rows()).every(({ state }) => state === 'ended'), 60);

    const all = await rows();
    const { twice, again, promised } = await calledTwice(nodes, outbound());
    const kept = all.filter(({ direction, phone }) => direction === 'outbound' && promised.has(phone));
    process.stdout.write(`call-backs promised ${promised.size}, calls of those borrowers ${kept.length}\n`);
    const spoken = outbound().filter((one) => one.answeredAt !== undefined && !doomed.has(one));
    const rowOf = new Map(all.map((one) => [legOf(one), one]));
    const silent: string[] = [];
    // A caller recording a voicemail hears no audio meanwhile.
    const queued = peer.calls.filter(
      (one) =>
        one.direction === 'in' &&
        one.answeredAt !== undefined &&
        !doomed.has(one) &&
        !soundsHeard(one).includes('beep'),
    );
    for (const { leg, ms, since } of silences([...spoken, ...queued])) {
      const after = since - (leg.answeredAt ?? 0);
      silent.push(
        `${leg.number}: ${ms} ms, ${after} ms after the answer, ${when(since)}${await storyOf(rowOf.get(leg))}`,
      );
    }
    const answers = spoken.map((one) => {
      const told = rowOf.get(one);
      const voices = desks.flatMap(({ userId, extension }) => {
        const heard = one.media?.heard.alone.get(agentVoice(extension));
        return heard ? [[userId, heard.from] as const] : [];
      });
      return {
        number: one.number,
        answeredAt: one.answeredAt ?? 0,
        voices: new Map(voices),
        endedAt: one.endedAt,
        attemptId: told?.id,
        isInTrouble: told !== undefined && !wasHeard(told),
        sounds: soundsHeard(one),
      };
    });
    const unheard = spoken.flatMap((one) => {
      const talked = (one.endedAt ?? 0) - Date.parse(rowOf.get(one)?.bridgedAt ?? '');
      const isHeard = ourVoices().some((voice) => one.media?.heard.alone.has(voice));
      return talked > 1000 && !isHeard
        ? [`${one.number}: ${talked} ms, heard ${soundsHeard(one).join(', ')}`]
        : [];
    });
    const waits = waitsOf(answers, await spansOf(nodes.database));
    tellWaits(waits);
    for (const one of waits.free.filter(({ ms }) => ms > 250)) {
      const told = all.find(({ id }) => id === one.attemptId);
      const passed = wire.passed(one.answeredAt - 50, one.answeredAt + one.ms + 50, [
        told?.referenceId ?? '-',
      ]);
      const heard = spoken.find((leg) => leg.number === one.number && leg.answeredAt === one.answeredAt)
        ?.media?.heard;
      const voices = [...(heard?.voices ?? [])]
        .map(([hertz, packets]) => `${hertz} Hz ${packets}`)
        .join(', ');
      const sounds = heard?.sounds.map(({ name, packets }) => `${name} ${packets}`).join(', ');
      process.stdout.write(`heard ${heard?.loud} of ${heard?.packets} packets: ${voices}; ${sounds}\n`);
      process.stdout.write(
        `late ${one.number}, answered ${new Date(one.answeredAt).toISOString()}, ${Math.round(one.ms)} ms${await storyOf(told)}
      agents waiting ${one.there.map(({ userId, to }) => `${userId} until ${to - one.answeredAt} ms`).join(', ')}; before them ${one.before}, given one after ${one.taken - one.answeredAt} ms${passed.map((line) => `\n      ${line}`).join('')}\n`,
      );
    }
    const ends = spoken.flatMap((one) => {
      const told = rowOf.get(one);
      const ended = Date.parse(told?.endedAt ?? '');
      return one.endedBy === 'us' && told && wasHeard(told) && !Number.isNaN(ended)
        ? [ended - (one.endedAt ?? 0)]
        : [];
    });
    tell('end of a leg heard', ends);
    tell(
      'claim to INVITE',
      outbound().flatMap((one) => {
        const claimed = Date.parse(rowOf.get(one)?.claimedAt ?? '');
        return Number.isNaN(claimed) ? [] : [one.began - claimed];
      }),
    );
    const outcomes = Map.groupBy(all, ({ direction, outcome }) => `${direction} ${outcome}`);
    for (const [name, some] of outcomes) process.stdout.write(`${name.padEnd(40)} ${some.length}\n`);
    process.stdout.write(`died with the exchange ${doomed.size}\n`);
    for (const { from, to } of deaf)
      process.stdout.write(`trouble from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}\n`);
    tellDone([...desks, ...supervisors]);

    await until(
      'recordings are brought',
      async () =>
        (await rows()).every(({ recording }) => recording !== 'at_provider' && recording !== 'recording'),
      60,
    ).catch(() => undefined);
    const { bad, judged } = await badRecordings(await rows());
    const bridges = await exchange.ask<{ bridge_type: string; channels: string[] }[]>('/bridges');
    const channels = await exchange.ask<{ name: string }[]>('/channels');
    const walls = {
      twice,
      silent,
      unheard,
      overheard: overheard(),
      unsaid: await unsaid(),
      bad,
      left: bridges.filter((one) => one.bridge_type === 'mixing'),
      ears: channels.filter(({ name }) => name.startsWith('Snoop/')),
    };
    const looked = {
      twice: `${outbound().length} borrower legs, ${again} of them call-backs or tried again later`,
      silent: `${spoken.length} answered legs, and ${queued.length} of callers`,
      unheard: `${spoken.length} answered legs`,
      overheard: `${spoken.length} answered legs`,
      unsaid: 'listenings',
      bad: `${judged} recordings`,
      left: `${bridges.length} bridges`,
      ears: `${channels.length} channels`,
    };
    for (const [name, found] of Object.entries(walls))
      process.stdout.write(
        `wall ${name.padEnd(12)} ${found.length} of ${looked[name as keyof typeof walls]}\n`,
      );
    process.stdout.write('wall stuck        0 agents: all wait\n');
    expect(walls).toEqual({
      twice: [],
      silent: [],
      unheard: [],
      overheard: [],
      unsaid: [],
      bad: [],
      left: [],
      ears: [],
    });
  },
);
