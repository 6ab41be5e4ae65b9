/**
 * Families and groups in several campaigns at once: persons with two to four loans, and shared numbers. No person or
 * number is called twice within the rest time of an outcome, or by two campaigns at once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { type People, hour, minute, openPeople } from './people.ts';

let floor: People;
beforeAll(async () => {
  floor = await openPeople();
  // Caps would stop most persons after three calls a day.
  await floor.server.database.run(sql`update compliance_rules set is_active = false where kind = 'cap'`);
});
afterAll(() => floor.server.stop());

/** A generator of numbers from 0 to 1, the same for the same seed. */
function random(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Rest times of these campaigns in minutes: one default, two with short rules. */
const own = { busy: 4, no_answer: 6, switched_off: 5, rejected: 30, machine: 9 } as const;
const usual: Readonly<Record<string, number>> = {
  busy: 15,
  no_answer: 180,
  switched_off: 240,
  rejected: 24 * 60,
  machine: 240,
  abandoned: 72 * 60,
  lost: 15,
  cancelled: 15,
  connected: 24 * 60,
};

interface Made {
  id: number;
  loanId: number;
  borrowerId: number;
  campaignId: number;
  phone: string;
  outcome: string;
  from: string;
  until: string;
}

/** Persons of this round in these campaigns; a third of the numbers are shared with an earlier person. */
async function people(round: number, campaigns: readonly number[], rand: () => number): Promise<number[]> {
  const numbers: string[] = [];
  const number = (): string => {
    const known = numbers[Math.floor(rand() * numbers.length)];
    if (known && rand() < 0.3) return known;
    // Faults end in 00 to 07; of the others 40 in a hundred answer.
    const end = Math.floor(rand() < 0.4 ? rand() * 8 : 20 + rand() * 75);
    const made = `97${String(round).padStart(2, '0')}${String(numbers.length).padStart(4, '0')}${String(end).padStart(2, '0')}`;
    numbers.push(made);
    return made;
  };
  const loanIds: number[] = [];
  for (let n = 0; n < 14; n += 1) {
    const mine = number();
    const owed = Array.from({ length: 2 + Math.floor(rand() * 3) }, () => ({
      campaignId: campaigns[Math.floor(rand() * campaigns.length)] ?? null,
      mobile: rand() < 0.5 ? mine : number(),
      ...(rand() < 0.4 && { other: number() }),
    }));
    loanIds.push(...(await floor.person(`Person ${round} ${n}`, owed)));
  }
  return loanIds;
}

/** Agents dispose of their calls and get ready. */
async function work(agents: readonly Caller[]): Promise<void> {
  for (const agent of agents) {
    const { status, call } = await agent.call(dialer.status, {});
    if (status === 'IDLE') await agent.call(dialer.ready, {}).catch(() => undefined);
    if (status !== 'wrap-up' || call?.loanId == null) continue;
    const said = { loanId: call.loanId, dispositionId: 900, comments: 'Spoke', callRefNo: call.callRefNo };
    await agent.call(borrowerDispositions.record, said).catch(() => undefined);
  }
}

const madeTo = (loanIds: readonly number[]) =>
  floor.server.database.rows<Made>(sql`
    select k.id, k.loan_id as "loanId", l.borrower_id as "borrowerId", k.campaign_id as "campaignId", k.phone, k.outcome,
      k.claimed_at as from, coalesce(k.ended_at, 'infinity') as until
    from call_attempts k join loans l on l.id = k.loan_id
    where k.loan_id = any(${[...loanIds]}::bigint[]) and k.dialed_at is not null order by k.claimed_at, k.id`);

/** Calls too soon after another of the same person or number. */
function tooSoon(calls: readonly Made[], usualId: number): string[] {
  const found: string[] = [];
  for (const [n, later] of calls.entries())
    for (const before of calls.slice(0, n)) {
      const isPerson = before.borrowerId === later.borrowerId;
      if (!isPerson && before.phone !== later.phone) continue;
      const { outcome } = before;
      if (outcome === 'congestion' || (outcome === 'invalid' && before.phone !== later.phone)) continue;
      const short: Readonly<Record<string, number>> = later.campaignId === usualId ? {} : own;
      const rest = (short[outcome] ?? usual[outcome] ?? 60) * minute;
      const gap = Date.parse(later.from) - Date.parse(before.until);
      if (!(gap >= rest))
        found.push(
          `${later.id} ${Math.round(gap / 1000)} s after ${before.id} (${outcome}, ${isPerson ? 'person' : 'number'})`,
        );
    }
  return found;
}

test(`${runsOf(1, 8)} storms call families and groups within the rules`, { timeout }, async () => {
  for (let round = 0; round < runsOf(1, 8); round += 1) {
    const rand = random(seed + round);
    const usualId = await floor.campaign(`Usual ${round}`);
    const others = [
      await floor.campaign(`Short ${round}`),
      await floor.campaign(`Ahead ${round}`, 'predictive'),
    ];
    const campaigns = [usualId, ...others];
    for (const id of others)
      for (const [outcome, minutes] of Object.entries(own))
        await floor.server.database.run(sql`
          insert into redial_rules (campaign_id, outcome, after_minutes, most_a_day, next_number)
          values (${id}, ${outcome}, ${minutes}, 20, true)`);
    const loanIds = await people(round, campaigns, rand);
    const agents: Caller[] = [];
    for (const id of campaigns) agents.push(await floor.ready(id), await floor.ready(id));
    for (const id of campaigns) await floor.start(id);
    const over = floor.now().getTime() + runsOf(35, 120) * minute;
    while (floor.now().getTime() < over) {
      const next = floor.now().getTime() + 24_000;
      await floor.passes(() => floor.now().getTime() >= next, 3);
      await work(agents);
    }
    for (const id of campaigns) await floor.start(id, false);
    await floor.passes(async () => (await madeTo(loanIds)).every(({ until }) => until !== 'infinity'), 3);
    const calls = await madeTo(loanIds);
    expect(tooSoon(calls, usualId)).toEqual([]);
    expect(calls.length).toBeGreaterThan(15);
    const refused = await floor.server.database.one<{ n: number }>(sql`
      select count(*)::int as n from contact_decisions where rule = 'recently_called' and loan_id = any(${loanIds}::bigint[])`);
    expect(refused?.n).toBeGreaterThan(5);
    // Another day, half past ten.
    floor.moveTo((Math.floor(floor.now().getTime() / (24 * hour)) + 5) * 24 * hour + 5 * hour);
  }
});
