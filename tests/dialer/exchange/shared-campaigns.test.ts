/** Four campaigns of two servers on a real exchange, one of which is killed: the other continues its campaigns. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NumberPlan } from '../../../src/contexts/dialer/server/telephony/number-plan.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import { agentVoice } from '../../fakes/sip/tones.ts';
import { type Desk, openDesk } from './agents.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { soundsHeard } from './callers.ts';
import { figure, until } from './floor.ts';
import { type Nodes, openNodes } from './nodes.ts';
import { spansOf, tellWaits, waitsOf } from './voices.ts';
import { calledTwice, silences } from './walls.ts';

const types = ['predictive', 'progressive', 'predictive', 'progressive'] as const;
const staff = 3;
const loansOf = Number(process.env['EXCHANGE_CALLS'] ?? 160) / types.length;
const extensions = Array.from({ length: types.length * staff }, (_, i) => String(1001 + i));
/** The first digits of a number identify its campaign. */
const numberOf = (campaign: number, i: number): string =>
  `98${campaign}${String(1_000_000 + i * 7)}`.padEnd(10, '0');
const campaignOf = (number: string): number => Number(number[2]);

const ringsOut = (number: string): boolean => number.endsWith('8');
function planFor(number: string): NumberPlan | undefined {
  if (number.length < 10) return undefined;
  const n = Number(number.slice(-3));
  const rings = { afterMs: 400, type: 'ringing' } as const;
  const answers = { afterMs: 800 + (n % 7) * 400, type: 'answered' } as const;
  const talkMs = 3000 + (n % 5) * 1500;
  if (ringsOut(number)) return { steps: [rings], talkMs };
  return n % 10 < 7
    ? { steps: [rings, answers], talkMs }
    : { steps: [{ afterMs: 1500, type: 'ended', cause: 17, by: 'network' }], talkMs };
}

let exchange: Exchange;
let peer: SipPeer;
let nodes: Nodes;
let desks: Desk[];
let campaigns: number[];

beforeAll(async () => {
  exchange = await openExchange({ extensions });
  peer = await new SipPeer({ ...exchange.phones, exchange: exchange.sip, planFor }).open();
  nodes = await openNodes(exchange.url());
  await nodes.database.run(
    sql`insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`,
  );
  campaigns = [];
  desks = [];
  for (const [c, type] of types.entries()) {
    const made = await nodes.database.one<{ id: number }>(sql`
      insert into campaigns (name, campaign_type, max_ratio, client_id, ring_s)
      values (${`Shared ${c}`}, ${type}, ${type === 'predictive' ? 3 : 1}, 1, 15) returning id`);
    const id = made?.id ?? 0;
    campaigns.push(id);
    const numbers = Array.from({ length: loansOf }, (_, i) => numberOf(c, i));
    await nodes.database.run(sql`
      with n as (select x.number, x.ord from unnest(${numbers}::text[]) with ordinality x (number, ord)),
      b as (insert into borrowers (client_id, name) select 1, number from n order by ord returning id, name)
      insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
      select 1, 1, b.id, b.name, 'S' || b.name, b.name, ${id} from b`);
    for (const extension of extensions.slice(c * staff, (c + 1) * staff))
      desks.push(await openDesk(nodes, id, extension));
  }
  await until('everybody waits', () => desks.every(({ status }) => status === 'waiting'), 90);
});
afterAll(async () => {
  await Promise.all(desks.map((one) => one.stop()));
  await nodes.stop();
  peer.close();
  await exchange.stop();
});

interface Row {
  id: number;
  phone: string;
  state: string;
  outcome: string | null;
  claimedAt: string;
}
/** Longer than a call rings, and than until a killed server is missed. */
const aroundMs = 25_000;
interface Lease {
  campaignId: number;
  node: string;
  epoch: number;
}
const leases = () =>
  nodes.database.rows<Lease>(sql`
    select campaign_id as "campaignId", node, epoch::int as epoch from dialer_leases where expires_at > now()
    order by campaign_id`);
const sharesOf = (all: readonly Lease[]): number[] =>
  [...Map.groupBy(all, ({ node }) => node).values()].map((some) => some.length).toSorted((a, b) => a - b);
const legs = (): SipCall[] => peer.calls.filter((one) => one.place === 'borrower' && one.direction === 'out');
const legsOf = (campaign: number): SipCall[] =>
  legs().filter(({ number }) => campaignOf(number) === campaign);
const isAlone = async (): Promise<boolean> => sharesOf(await leases()).join() === '4';
const setStarted = (isStarted: boolean) =>
  nodes.database.run(sql`
    insert into dialer_processes (campaign_id, is_started) select id, ${isStarted} from unnest(${campaigns}::bigint[]) x (id)
    on conflict (campaign_id) do update set is_started = ${isStarted}`);

test(
  "each of two servers calls for half of the campaigns, and continues a killed one's without duplicates",
  { timeout: 900_000 },
  async () => {
    await setStarted(true);
    await until('each has two', async () => sharesOf(await leases()).join() === '2,2', 30);
    await until('a quarter is dialled', () => legs().length >= (types.length * loansOf) / 4, 300);
    const before = await leases();
    expect(sharesOf(before)).toEqual([2, 2]);
    const dead = Date.now();
    await nodes.live()[0]?.kill();
    await until('the other has all', isAlone, 20);
    figure('killed to all campaigns with the other', Date.now() - dead);
    const taken = await leases();
    const survivor = taken[0]?.node ?? '';
    const moved = before.filter(({ node }) => node !== survivor).map(({ campaignId }) => campaignId);
    expect(moved).toHaveLength(2);
    for (const { campaignId, epoch } of taken)
      expect(epoch - (before.find((one) => one.campaignId === campaignId)?.epoch ?? 0)).toBe(
        moved.includes(campaignId) ? 1 : 0,
      );
    const since = Date.now();
    for (const id of moved)
      await until(
        `campaign ${id} goes on`,
        () => legsOf(campaigns.indexOf(id)).some(({ began }) => began > since),
        60,
      );
    figure('killed to the next call of each of its campaigns', Date.now() - dead);
    // A replacement gets its half during calls.
    await nodes.killHearer();
    await until('each has two again', async () => sharesOf(await leases()).join() === '2,2', 30);
    const dialled = () => new Set(legs().map(({ number }) => number)).size;
    const last = () => legs().at(-1)?.began ?? 0;
    await until(
      'all are tried',
      () => dialled() >= types.length * loansOf || Date.now() - last() > 25_000,
      600,
    );
    await setStarted(false);
    for (const one of peer.live().filter((call) => call.place === 'borrower'))
      setTimeout(() => peer.hangUp(one), 8000);
    const stuck = (): string[] =>
      desks
        .filter(({ status }) => status !== 'waiting')
        .map(({ extension, status }) => `${extension} ${status}`);
    await until('every agent waits', () => stuck().length === 0, 90).catch(() => undefined);
    expect(stuck()).toEqual([]);

    const { twice, again } = await calledTwice(nodes, legs());
    const rows = await nodes.database.rows<Row>(sql`
      select id, phone, state, outcome, claimed_at as "claimedAt" from call_attempts
      where direction = 'outbound' order by id`);
    const spans = await spansOf(nodes.database);
    const voices = new Map(desks.map(({ userId, extension }) => [userId, agentVoice(extension)]));
    const used = new Set<number>();
    const answers = legs()
      .filter(({ answeredAt }) => answeredAt !== undefined)
      .map((leg) => {
        const row = rows.find(({ id, phone }) => phone === leg.number && !used.has(id));
        if (row) used.add(row.id);
        const heard = [...voices].flatMap(([userId, voice]) => {
          const from = leg.media?.heard.alone.get(voice)?.from;
          return from === undefined ? [] : [[userId, from] as const];
        });
        return {
          number: leg.number,
          answeredAt: leg.answeredAt ?? 0,
          voices: new Map(heard),
          endedAt: leg.endedAt,
          attemptId: row?.id,
          isInTrouble: (leg.answeredAt ?? 0) > dead - 1000 && (leg.answeredAt ?? 0) < dead + 8000,
          sounds: soundsHeard(leg),
        };
      });
    process.stdout.write(
      `${legs().length} legs, ${again} again, ${answers.length} answered, ${dialled()} numbers\n`,
    );
    for (const c of types.keys())
      process.stdout.write(`campaign ${c} (${types[c]}): ${legsOf(c).length} legs\n`);
    tellWaits(waitsOf(answers, spans));
    const foreign = answers.filter(({ attemptId, number }) => {
      const by = spans.find((one) => one.attemptId === attemptId)?.userId;
      const desk = desks.findIndex(({ userId }) => userId === by);
      return desk >= 0 && Math.floor(desk / staff) !== campaignOf(number);
    });
    // Only calls that rang during the outage may have been answered.
    const mistaken = rows.filter(
      ({ phone, outcome, claimedAt }) =>
        ringsOut(phone) && outcome !== 'no_answer' && Math.abs(Date.parse(claimedAt) - dead) > aroundMs,
    );
    const outcomes = Map.groupBy(rows, ({ outcome }) => outcome);
    for (const [name, some] of outcomes) process.stdout.write(`${name} ${some.length}\n`);
    const bridges = await exchange.ask<{ bridge_type: string }[]>('/bridges');
    expect({
      twice,
      silent: silences(legs()).map(
        ({ leg, ms, since: from }) => `${leg.number}: ${ms} ms, ${from - dead} ms after the kill`,
      ),
      mistaken,
      foreign: foreign.map(({ number }) => number),
      open: rows.filter(({ state }) => state !== 'ended'),
      left: bridges.filter((one) => one.bridge_type === 'mixing'),
    }).toEqual({ twice: [], silent: [], mistaken: [], foreign: [], open: [], left: [] });
    expect(dialled()).toBeGreaterThan(types.length * loansOf * 0.9);
  },
);
