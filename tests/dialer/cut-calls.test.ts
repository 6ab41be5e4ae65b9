/** Borrowers who answer and hang up at once: abandoned only if a campaign dialled and no agent was connected. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { session } from '../../src/kernel/contract/session.ts';
import type { DialStep } from '../../src/contexts/dialer/server/telephony/number-plan.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller } from '../kit.ts';
import { type Desk, becomes, openDesk } from './desk.ts';
import { until } from '../until.ts';

const began = Date.now();
const clock = { now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began) };
const rings = { afterMs: 100, type: 'ringing' } as const;
/** Answered, and hung up in the same moment. */
const cut: DialStep[] = [
  rings,
  { afterMs: 1000, type: 'answered' },
  { afterMs: 0, type: 'ended', cause: 16, by: 'far' },
];
let desk: Desk;
let agent: Caller;
let steps: DialStep[] = cut;
let extension = 9000;
let made = 0;
beforeAll(async () => {
  desk = await openDesk(clock, '&answers=recoup-answered');
  desk.fake.planFor = ({ trunk }) => (trunk === '' ? undefined : { steps, talkMs: 60_000 });
});
afterAll(() => desk.close());
beforeEach(async () => {
  steps = cut;
  extension += 1;
  agent = await desk.agent(extension);
  await agent.call(dialer.login, { campaignId: desk.campaignId });
  await until(() => [...desk.fake.channels.values()].some(({ state }) => state === 'Up'));
});

async function loanOf(): Promise<number> {
  made += 1;
  const id = await desk.loan(agent, `C${made}`);
  await desk.server.database.run(sql`
    update loans set mobile = ${`95${String(made).padStart(8, '0')}`} where id = ${id}`);
  return id;
}
const callOf = (loanId: number) =>
  desk.server.database.one<{ outcome: string | null; talked: boolean; rested: boolean }>(sql`
    select k.outcome, k.bridged_at is not null as talked,
      exists (select from contacts c where c.source = 'call' and c.source_id = k.id and c.abandoned_at is not null) as rested
    from call_attempts k where k.loan_id = ${loanId} order by k.id desc limit 1`);
const ends = (loanId: number): Promise<void> => until(async () => (await callOf(loanId))?.outcome != null);
async function figures() {
  const lead = await desk.server.as('campaign_start_stop', 'list_campaign');
  const campaign = await desk.server.database.one<{ uId: string }>(
    sql`select u_id as "uId" from campaigns where id = ${desk.campaignId}`,
  );
  const { answeredToday, abandonedToday } = await lead.call(leads.campaign, { id: campaign?.uId ?? '' });
  return { answeredToday, abandonedToday };
}
test('a borrower who cuts an agent’s call is not abandoned, and may be called again', async () => {
  const id = await loanOf();
  await agent.call(dialer.manualCall, { id: String(id) });
  await ends(id);
  expect(await callOf(id)).toMatchObject({ outcome: 'rejected', rested: false });
  await becomes(agent, 'wrap-up');
  expect((await figures()).abandonedToday).toBe(0);
  const other = await desk.server.database.one(
    sql`select 1 as ok from contacts where abandoned_at is not null`,
  );
  expect(other).toBeUndefined();
  await agent.call(session.logout, {});
});

test('a caller who hangs up as an agent answers was missed, not abandoned', async () => {
  const id = await loanOf();
  const [row] = await desk.server.database.rows<{ mobile: string }>(
    sql`select mobile from loans where id = ${id}`,
  );
  await until(() => desk.fake.isHeard());
  await agent.call(dialer.ready, {});
  await becomes(agent, 'waiting');
  // The bridge cannot complete before the caller hangs up.
  desk.fake.fail({ how: { ms: 1500 }, path: /addChannel$/, times: 2 });
  const channel = desk.fake.callIn(row?.mobile ?? '', '1600000001');
  await becomes(agent, 'ringing');
  await agent.call(dialer.answer, {});
  desk.fake.giveUp(channel);
  await ends(id);
  expect(await callOf(id)).toMatchObject({ outcome: 'no_answer', talked: false, rested: false });
  await agent.call(session.logout, {});
});
