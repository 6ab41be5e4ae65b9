import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { asTimePasses } from '../until.ts';

/** Half past ten in India, on a day like any other. */
const morning = Date.parse('2026-11-20T05:00:00Z');
const minute = 60_000;
let now = new Date(morning);
let server: TestServer;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  await server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99) on conflict do nothing`);
});
afterAll(() => server.stop());

interface Floor {
  campaignId: number;
  loanId: number;
  agents: Caller[];
}
/** A started campaign with one loan, of the first of two agents who are ready; nothing else is to be called. */
async function floor(name: string, type: 'progressive' | 'predictive' = 'progressive'): Promise<Floor> {
  const { database } = server;
  const made = await database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values (${name}, ${type}, ${type === 'predictive' ? 2 : 1}, 1) returning id`);
  const campaignId = made?.id ?? 0;
  const agents = [await server.person({ roleType: 'agent' }), await server.person({ roleType: 'agent' })];
  for (const { id } of agents)
    await database.run(sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${id})`);
  const loan = await database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${name}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id, assignee_id)
    select 1, 1, id, ${name}, ${name}, '98' || lpad((id % 1000000)::text, 6, '0') || '25', ${campaignId}, ${agents[0]?.id ?? 0}
    from b returning id`);
  const loanId = loan?.id ?? 0;
  // A conversation excludes it from the hopper otherwise.
  await database.run(sql`
    insert into leads (campaign_id, loan_id, phone, state) select ${campaignId}, id, mobile, 'done' from loans where id = ${loanId}`);
  return { campaignId, loanId, agents };
}
/** Signs in, and waits until the line is up: it rings by the server's clock. */
async function ready({ campaignId }: Floor, agent: Caller | undefined): Promise<void> {
  await agent?.call(dialer.login, { campaignId });
  await agent?.call(dialer.ready, {});
  const isFree = async (): Promise<boolean> => {
    const free = await server.database.one(sql`
      select 1 as ok from agent_sessions where user_id = ${agent?.id ?? 0} and ended_at is null and activity = 'POOL' and is_leg_up`);
    return free !== undefined;
  };
  await timePasses(isFree, 0.2);
}
const timePasses = asTimePasses(
  () => server.database,
  (ms) => (now = new Date(now.getTime() + ms)),
);
const start = ({ campaignId }: Floor, isStarted = true) =>
  server.database.run(
    sql`update dialer_processes set is_started = ${isStarted} where campaign_id = ${campaignId}`,
  );
const agree = ({ loanId, agents }: Floor, followUpDate?: Date) =>
  agents[0]?.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 900,
    comments: 'Asked to be called',
    ...(followUpDate && { followUpDate: followUpDate.toISOString() }),
  });
const calls = ({ loanId }: Floor) =>
  server.database.rows<{ userId: number | null; mode: string }>(
    sql`select user_id as "userId", mode from call_attempts where loan_id = ${loanId} order by id`,
  );
const lead = ({ loanId }: Floor) =>
  server.database.one<{ state: string; callbackAt: string | null }>(
    sql`select state, callback_at as "callbackAt" from leads where loan_id = ${loanId}`,
  );
/** Dialer cycles use the system clock: a separate campaign shows that one has passed. */
async function aTurnPasses(): Promise<void> {
  const other = await floor(`Turn ${Math.random()}`);
  await ready(other, other.agents[1]);
  await server.database.run(
    sql`update leads set state = 'queued', not_before = ${now} where loan_id = ${other.loanId}`,
  );
  await start(other);
  await expect.poll(() => calls(other)).toHaveLength(1);
  await start(other, false);
}

test('a callback is placed at its time by the promising agent, before a longer waiting lead', async () => {
  const one = await floor('Promised Half Past Eleven');
  const [own, other] = one.agents;
  const at = new Date(now.getTime() + 60 * minute);
  await agree(one, at);
  // Sessions expire after an hour of inactivity.
  now = new Date(at.getTime() - 40_000);
  await ready(one, other);
  await ready(one, own);
  expect(await own?.call(dialer.callBacks, {})).toEqual([
    { loanId: one.loanId, borrower: 'Promised Half Past Eleven', at: '2026-11-20T06:00:00Z', paidOff: null },
  ]);
  expect(await other?.call(dialer.callBacks, {})).toEqual([]);
  await start(one);
  await aTurnPasses();
  expect(await calls(one)).toEqual([]);
  now = at;
  await expect.poll(() => calls(one)).toEqual([{ userId: own?.id, mode: 'progressive' }]);
  await start(one, false);
});

test("a busy agent's callback waits for them, then the team calls", async () => {
  const one = await floor('Promised And Busy');
  const [own, other] = one.agents;
  await agree(one, new Date(now.getTime() + 30 * minute));
  now = new Date(now.getTime() + 32 * minute - 40_000);
  await ready(one, own);
  await ready(one, other);
  await server.database.run(sql`
    update agent_sessions set activity = 'TALK' where user_id = ${own?.id ?? 0} and ended_at is null`);
  await start(one);
  await aTurnPasses();
  expect(await calls(one)).toEqual([]);
  now = new Date(now.getTime() + 40_000);
  await expect.poll(() => calls(one)).toEqual([{ userId: other?.id, mode: 'progressive' }]);
  await start(one, false);
});

test("an absent agent's callback is called by the team at once, and without predictive dialing", async () => {
  const one = await floor('Promised And Gone', 'predictive');
  await agree(one, new Date(now.getTime() + 30 * minute));
  now = new Date(now.getTime() + 30 * minute);
  await ready(one, one.agents[1]);
  await start(one);
  await expect.poll(() => calls(one)).toEqual([{ userId: one.agents[1]?.id, mode: 'predictive' }]);
  await start(one, false);
});

test('a later outcome without a time cancels the callback', async () => {
  const one = await floor('Promised And Taken Back');
  await agree(one, new Date(now.getTime() + 30 * minute));
  expect(await lead(one)).toMatchObject({ state: 'queued', callbackAt: expect.any(String) });
  await agree(one);
  expect(await lead(one)).toEqual({ state: 'done', callbackAt: null });
});

test('a callback agreed during the call remains after it, and an unanswered one is retried normally', async () => {
  const one = await floor('Agreed While Speaking');
  const [own] = one.agents;
  await agree(one, new Date(now.getTime() + 5 * minute));
  now = new Date(now.getTime() + 5 * minute);
  await ready(one, own);
  await start(one);
  await expect.poll(() => calls(one)).toHaveLength(1);
  const later = new Date('2026-11-20T08:00:00Z');
  await agree(one, later);
  expect(await lead(one)).toMatchObject({ state: 'claimed' });
  await own?.call(dialer.hangUp, {});
  await expect.poll(() => lead(one)).toMatchObject({ state: 'queued', callbackAt: '2026-11-20T08:00:00Z' });
  await start(one, false);
});
