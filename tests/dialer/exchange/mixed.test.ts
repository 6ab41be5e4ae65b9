/**
 * Calls of every kind at once on a real exchange, while a server is killed, the line to the exchange is cut and held, and
 * the exchange itself is killed. EXCHANGE_CALLS says how many calls.
 */
import { setTimeout as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '../../../src/contexts/dialer/server/telephony/number-plan.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import { agentVoice, borrowerVoice, packetMs } from '../../fakes/sip/tones.ts';
import { same } from '../../kit.ts';
import { type Desk, addUser, openDesk, signIn } from './agents.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { figure, until } from './floor.ts';
import { type Nodes, type Wire, openNodes, openWire } from './nodes.ts';
import { heardInWav } from './recording.ts';

const calls = Number(process.env['EXCHANGE_CALLS'] ?? 200);
const staff = 10;
const extensions = Array.from({ length: staff }, (_, i) => String(1001 + i));

/** What becomes of a number, by its last digit. */
function planFor(number: string): Plan | undefined {
  if (number.length < 10) return undefined;
  const n = Number(number.slice(-3));
  const rings = { afterMs: 400, type: 'ringing' } as const;
  const ends = (cause: number, afterMs = 1500) => ({ afterMs, type: 'ended', cause, by: 'network' }) as const;
  const answers = { afterMs: 800 + (n % 7) * 400, type: 'answered' } as const;
  const talkMs = 3000 + (n % 5) * 1500;
  const last = n % 10;
  if (last < 5) return { steps: [rings, answers], talkMs };
  if (last === 5) return { steps: [ends(17)], talkMs };
  if (last === 6) return { steps: [rings], talkMs };
  if (last === 7) return { steps: [rings, ends(21)], talkMs };
  // Answered, and given up in the same breath.
  if (last === 8) return { steps: [rings, answers, ends(16, 300)], talkMs };
  return { steps: [ends(1)], talkMs };
}

let exchange: Exchange;
let peer: SipPeer;
let wire: Wire;
let nodes: Nodes;
let campaignId: number;
let desks: Desk[];
/** Calls that died with the exchange: nobody could have saved them. */
const doomed = new Set<SipCall>();

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
  exchange = await openExchange({ extensions });
  peer = await new SipPeer({ ...exchange.phones, exchange: exchange.sip, planFor }).open();
  wire = await openWire(exchange.url());
  nodes = await openNodes(wire.url);
  const made = await nodes.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id, ring_s)
    values ('Mixed', 'predictive', 3, 1, 15) returning id`);
  campaignId = made?.id ?? 0;
  await nodes.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
  await addLoans();
  desks = [];
  for (const extension of extensions) desks.push(await openDesk(nodes, campaignId, extension));
  await until('everybody waits', () => desks.every(({ status }) => status === 'waiting'), 60);
});
afterAll(async () => {
  await Promise.all(desks.map((desk) => desk.stop()));
  await nodes.stop();
  wire.stop();
  peer.close();
  await exchange.stop();
});

/** In which of the troubles. */
const when = (at: number): string => deaf.findIndex((one) => at >= one.from && at <= one.to).toString();

const outbound = (): SipCall[] =>
  peer.calls.filter((one) => one.place === 'borrower' && one.direction === 'out');
const lastDialled = (): number => outbound().at(-1)?.began ?? 0;
const dialled = (): number => new Set(outbound().map(({ number }) => number)).size;

async function killExchange(): Promise<void> {
  await exchange.kill();
  for (const one of peer.live()) {
    doomed.add(one);
    peer.vanish(one);
  }
  await exchange.start();
}

/** While no server hears the exchange, the end of a talk is heard late: by the agent, and in the recording. */
const deaf: { from: number; to: number }[] = [];
async function deafWhile(work: () => Promise<void>): Promise<void> {
  const from = Date.now();
  await work();
  await until('the exchange is heard', async () => (await hearing()) !== undefined, 60);
  deaf.push({ from: from - 1000, to: Date.now() + 2000 });
}
const hearing = () =>
  nodes.database.one(sql`select 1 as ok from telephony_lines where is_up and expires_at > now()`);

/** One after the other, as the run goes on; callers of yesterday call in all the time. */
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
    setTimeout(() => peer.hangUp(call), 20_000).unref();
  }
}

interface Row {
  phone: string;
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
  recording: string | null;
}
const rows = (): Promise<Row[]> =>
  nodes.database.rows<Row>(sql`
    select k.phone, k.reference_id as "referenceId", k.user_id as "userId", k.state, k.outcome, k.direction,
      k.claimed_at as "claimedAt", k.answered_at as "answeredAt", k.bridged_at as "bridgedAt", k.ended_at as "endedAt",
      k.ended_by as "endedBy", r.state as recording
    from call_attempts k left join recordings r on r.attempt_id = k.id order by k.id`);

const quantile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
const tell = (what: string, all: readonly number[]): void => {
  for (const share of [0.5, 0.99]) figure(`${what}, p${share * 100} of ${all.length}`, quantile(all, share));
};

async function wavOf(token: string, reference: string): Promise<Buffer> {
  const response = await fetch(`${nodes.live()[0]?.url}/api/integrations/ezsip/callRecording/${reference}`, {
    headers: { ...same, Cookie: `sid=${token}` },
  });
  return Buffer.from(await response.arrayBuffer());
}

const isDoomed = (row: Row): boolean => [...doomed].some(({ number }) => number === row.phone);
const voiceOf = (userId: number | null): number =>
  agentVoice(desks.find((desk) => desk.userId === userId)?.extension ?? '0');

const wasHeard = (row: Row): boolean => {
  const [from, to] = [Date.parse(row.answeredAt ?? ''), Date.parse(row.endedAt ?? '')];
  return deaf.every((one) => to < one.from || from > one.to);
};
/** For how long the borrower heard the agent: what the hidden line of their leg says. */
const talkOf = (row: Row): number => {
  const legs = peer.calls.filter(({ number, place }) => place === 'borrower' && number === row.phone);
  const heard = legs.map(({ media }) => media?.heard.voices.get(voiceOf(row.userId)) ?? 0);
  return (Math.max(0, ...heard) * packetMs) / 1000;
};

/** Recordings that are shorter or longer than the talk, or in which one of the two is missing. */
async function badRecordings(all: readonly Row[]): Promise<string[]> {
  const token = await signIn(nodes, await addUser(nodes, 'admin', ['list_summary_disposition']));
  const bad: string[] = [];
  for (const row of all.filter((one) => one.bridgedAt !== null && !isDoomed(one))) {
    const talk = talkOf(row);
    // Who hangs up in the same breath says nothing that could be kept.
    if (talk < 1) continue;
    if (row.recording !== 'stored') {
      bad.push(`${row.phone}: ${row.recording}, talked ${talk} s`);
      continue;
    }
    const { seconds, voices } = heardInWav(await wavOf(token, row.referenceId));
    const both = [voiceOf(row.userId), borrowerVoice(row.phone)].map((voice) => voices.get(voice) ?? 0);
    const isLong = wasHeard(row) && seconds > talk + 1.5;
    if (isLong || seconds < talk - 1 || Math.min(...both) < talk / 2)
      bad.push(`${row.phone}: talked ${talk} s, ${seconds} s recorded, voices ${both.join(' and ')} s`);
  }
  return bad;
}

test(
  'no call twice, nobody in silence, no agent stuck, every recording whole, and no bridge left',
  { timeout: 3_600_000 },
  async () => {
    await nodes.database.run(sql`
    insert into dialer_processes (campaign_id, is_started) values (${campaignId}, true)
    on conflict (campaign_id) do update set is_started = true`);
    let isOver = false;
    const began = Date.now();
    await Promise.all([
      (async () => {
        await trouble();
        // What was lost in the trouble is not tried again for a quarter of an hour.
        await until('all are tried', () => dialled() >= calls || Date.now() - lastDialled() > 25_000, 1800);
        isOver = true;
      })(),
      callers(() => isOver),
    ]);
    figure(`${dialled()} numbers dialled, in`, Date.now() - began);
    await nodes.database.run(
      sql`update dialer_processes set is_started = false where campaign_id = ${campaignId}`,
    );
    for (const one of peer.live().filter((call) => call.place === 'borrower'))
      setTimeout(() => peer.hangUp(one), 8000);
    await until('every agent waits', () => desks.every(({ status }) => status === 'waiting'), 90);
    await until('no call is on', async () => (await rows()).every(({ state }) => state === 'ended'), 60);

    const twice = [...Map.groupBy(outbound(), ({ number }) => number)].filter(([, all]) => all.length > 1);
    expect(twice.map(([number]) => number)).toEqual([]);

    const all = await rows();
    const spoken = outbound().filter((one) => one.answeredAt !== undefined && !doomed.has(one));
    const row = new Map(all.map((one) => [one.phone, one]));
    const silent = spoken.flatMap(({ number, media, answeredAt = 0 }) => {
      const { longestSilence = 0, silentSince = 0 } = media?.heard ?? {};
      return longestSilence > 1000
        ? [
            `${number}: ${longestSilence} ms, ${silentSince - answeredAt} ms after the answer, ${when(silentSince)}`,
          ]
        : [];
    });
    const toVoice = spoken.flatMap(({ number, media, answeredAt = 0 }) => {
      const first = media?.heard.first.get(voiceOf(row.get(number)?.userId ?? null));
      const told = row.get(number);
      return first === undefined || !told || !wasHeard(told) ? [] : [first - answeredAt];
    });
    tell('answer to the agent’s voice', toVoice);
    const ends = spoken.flatMap((one) => {
      const told = row.get(one.number);
      const ended = Date.parse(told?.endedAt ?? '');
      return one.endedBy === 'us' && told && wasHeard(told) && !Number.isNaN(ended)
        ? [ended - (one.endedAt ?? 0)]
        : [];
    });
    tell('end of a leg heard', ends);
    tell(
      'claim to INVITE',
      outbound().flatMap((one) => {
        const claimed = Date.parse(row.get(one.number)?.claimedAt ?? '');
        return Number.isNaN(claimed) ? [] : [one.began - claimed];
      }),
    );
    const outcomes = Map.groupBy(all, ({ direction, outcome }) => `${direction} ${outcome}`);
    for (const [name, some] of outcomes) process.stdout.write(`${name.padEnd(40)} ${some.length}\n`);
    process.stdout.write(`died with the exchange ${doomed.size}\n`);

    await until(
      'recordings are brought',
      async () =>
        (await rows()).every(({ recording }) => recording !== 'at_provider' && recording !== 'recording'),
      60,
    ).catch(() => undefined);
    const bad = await badRecordings(await rows());
    const bridges = await exchange.ask<{ bridge_type: string; channels: string[] }[]>('/bridges');
    expect({ silent, bad, left: bridges.filter((one) => one.bridge_type === 'mixing') }).toEqual({
      silent: [],
      bad: [],
      left: [],
    });
  },
);
