/** Calls that have not ended: one per lead, agent and reference; exchange events are processed once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../src/contexts/dialer/contract/calls.ts';
import { addAttempt } from '../../src/contexts/dialer/server/engine/attempt/attempts.ts';
import { callIn } from '../../src/contexts/dialer/server/engine/inbound.ts';
import { newMove } from '../../src/contexts/dialer/server/engine/move.ts';
import { moveAttempt } from '../../src/contexts/dialer/server/engine/transition.ts';
import { sqlState } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

/** The server's dialer runs in the past, where none of this is due. */
const longAgo = { now: () => new Date('2020-01-01T05:00:00Z') };
const at = new Date('2026-11-20T06:30:00Z');
const later = new Date(at.getTime() + 3_600_000);
let server: TestServer;
let campaignId: number;
let admin: Caller;

interface Lead {
  id: number;
  loanId: number;
  phone: string;
}
let n = 0;
async function lead(): Promise<Lead> {
  n += 1;
  const made = await server.database.one<Lead>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Zarina Quill') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
      select 1, 1, id, 'Zarina Quill', ${`C${n}`}, ${`98444${String(n).padStart(5, '0')}`}, ${campaignId} from b returning id, mobile)
    insert into leads (campaign_id, loan_id, phone) select ${campaignId}, id, mobile from l
    returning id, loan_id as "loanId", phone`);
  if (!made) throw new Error('no lead made');
  return made;
}
/** Placed as the pacing loop and an agent do. */
const place = (
  { loanId, phone }: Lead,
  o: { leadId?: number; userId?: number; isSecond?: boolean },
): Promise<number> =>
  server.database.transaction(async (tx) => {
    const call = { loanId, campaignId, mode: 'predictive', phone, phoneOrd: 0, dueAt: later };
    return (await addAttempt(tx, at, { userId: null, ...call, ...o })).id;
  });
const comesIn = (legId: string): Promise<number> =>
  server.database.transaction((tx) =>
    callIn(newMove(tx, at), { legId, from: '9844999999', did: '1600000001' }),
  );
const step = (id: number, event: Parameters<typeof moveAttempt>[2]) =>
  server.database.transaction((tx) => moveAttempt(newMove(tx, at), id, event));
const over = (id: number) => step(id, { type: 'ended', cause: 17, by: 'far' });

/** Six concurrent attempts; returns how many succeeded. The others fail on the unique constraint. */
async function six(work: () => Promise<number>): Promise<number> {
  const done = await Promise.allSettled(Array.from({ length: 6 }, work));
  const refused = done.filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => sqlState(reason)).filter((state) => state !== '23505')).toEqual([]);
  return done.length - refused.length;
}
const isOn = async (id: number): Promise<boolean> =>
  (await server.database.one(
    sql`select 1 as ok from call_attempts where id = ${id} and state <> 'ended'`,
  )) !== undefined;

const reference = (end: number): string => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`;
/** Open calls. */
let before: { lead: Lead; dialed: number; agent: number; agents: number; beside: number; caller: number };

beforeAll(async () => {
  server = await boot({ clock: longAgo });
  admin = await server.person({ roleType: 'admin' });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Live calls', 'predictive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  const dialedLead = await lead();
  const agent = (await server.person({ roleType: 'agent' })).id;
  before = {
    lead: dialedLead,
    dialed: await place(dialedLead, { leadId: dialedLead.id }),
    agent,
    agents: await place(await lead(), { userId: agent }),
    beside: await place(await lead(), { userId: agent, isSecond: true }),
    caller: await comesIn(reference(1)),
  };
});
afterAll(async () => {
  await server.stop();
});

test('a lead on a call is not called concurrently, and once after it', async () => {
  const again = () => place(before.lead, { leadId: before.lead.id });
  expect(await six(again)).toBe(0);
  expect(await isOn(before.dialed)).toBe(true);
  await over(before.dialed);
  expect(await isOn(before.dialed)).toBe(false);
  expect(await six(again)).toBe(1);
  const places = await server.database.rows(sql`
    select state from call_attempts where lead_id = ${before.lead.id} order by id`);
  expect(places).toEqual([{ state: 'ended' }, { state: 'claimed' }]);
});

test('an agent has one call and one second call, and none after a transfer', async () => {
  const [first, beside] = [await lead(), await lead()];
  const call = () => place(first, { userId: before.agent });
  const second = () => place(beside, { userId: before.agent, isSecond: true });
  expect([await six(call), await six(second)]).toEqual([0, 0]);
  // An unassigned call is not assigned to them either.
  const id = await place(await lead(), {});
  expect(
    await six(() =>
      server.database.run(sql`
    update call_attempts set user_id = ${before.agent} where id = ${id}`),
    ),
  ).toBe(0);
  await server.database.run(sql`update call_attempts set is_handed = true where id = ${before.agents}`);
  await over(before.beside);
  expect([await six(call), await six(second)]).toEqual([1, 1]);
  await over(before.agents);
  expect(await six(call)).toBe(0);
});

test('an inbound exchange call is one call while open and afterwards', async () => {
  const again = () => comesIn(reference(1));
  expect(await six(again)).toBe(0);
  await server.database.run(sql`
    update call_attempts set state = 'ended', outcome = 'cancelled', ended_at = ${at} where id = ${before.caller}`);
  expect(await isOn(before.caller)).toBe(false);
  expect(await six(again)).toBe(0);
  expect(await six(() => comesIn(reference(2)))).toBe(1);
});

test('a repeated exchange event is processed once by all servers', async () => {
  const receive = (eventId: string): Promise<number> =>
    server.database.run(sql`
      insert into call_events (at, type, provider_event_id) values (${at}, 'leg.ringing', ${eventId})`);
  await receive('an earlier event');
  expect(await six(() => receive('an earlier event'))).toBe(0);
  expect(await six(() => receive('a concurrent event'))).toBe(1);
  await expect(receive('a concurrent event')).rejects.toThrow('provider_event_id');
});

test('the list of calls shows the newest first', async () => {
  const moments = [2, 1, 3].map((hours) => new Date(at.getTime() + hours * 3_600_000));
  const made: number[] = [];
  const { loanId } = await lead();
  for (const moment of moments)
    made.push(
      (
        await server.database.one<{ id: number }>(sql`
      insert into call_attempts (loan_id, direction, mode, phone, state, outcome, dialed_at, ended_at)
      values (${loanId}, 'outbound', 'manual', '9844888888', 'ended', 'busy', ${moment}, ${moment}) returning id`)
      )?.id ?? 0,
    );
  const { rows } = await admin.call(calls.list, { size: 10, loanId });
  expect(rows.map(({ id }) => id)).toEqual([made[2], made[0], made[1]]);
});
