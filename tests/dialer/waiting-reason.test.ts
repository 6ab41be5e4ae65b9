/** An idle agent sees the reason, its end, and who can change it; a borrower with a future promise is not dialled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { campaigns } from '../../src/contexts/lenders/contract/campaigns.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller } from '../kit.ts';
import { type Desk, openDesk } from './desk.ts';

const began = Date.now();
let shift = 0;
const clock = { now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began + shift) };
const hour = 3_600_000;
const patience = { timeout: 60_000 };
let desk: Desk;
let agent: Caller;
let lead: Caller;
let admin: Caller;
beforeAll(async () => {
  desk = await openDesk(clock, '&answers=recoup-answered');
  lead = await desk.server.person({ roleType: 'tech_lead', flags: ['campaign_start_stop'] });
  admin = await desk.server.as('list_campaign', 'edit_campaign', 'add_campaign', 'campaign_start_stop');
  agent = await desk.agent(1001);
  await desk.server.database.run(sql`update users set reporting_to = ${lead.id} where id = ${agent.id}`);
  await agent.call(dialer.login, { campaignId: desk.campaignId });
  await agent.call(dialer.ready, {});
});
afterAll(() => desk.close());

const waits = () => agent.call(dialer.waiting, {});
const start = async (isStarted: boolean): Promise<void> => {
  await desk.server.database.run(
    sql`update dialer_processes set is_started = ${isStarted} where campaign_id = ${desk.campaignId}`,
  );
};
/** A loan that enters the hopper after what was promised of it. */
async function loan(number: string, promisedOn: string): Promise<number> {
  await start(false);
  const made = await desk.server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${number}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id, assignee_id)
    select 1, 1, b.id, ${number}, ${number}, '98111111' || lpad((b.id % 100)::text, 2, '0'), ${desk.campaignId}, ${agent.id} from b returning id`);
  const id = made?.id ?? 0;
  await agent.call(borrowerDispositions.record, {
    loanId: id,
    dispositionId: 1,
    amount: 1000,
    ptpDate: promisedOn,
    followUpDate: new Date(`${promisedOn}T18:00:00+05:30`).toISOString(),
  });
  // Without the agreed callback: the hopper includes the loan as any other.
  await desk.server.database.run(sql`delete from leads where loan_id = ${id}`);
  await start(true);
  return id;
}
const leadOf = async (loanId: number) =>
  desk.server.database.one<{ state: string; why: string | null; at: string; calls: number }>(sql`
    select x.state, x.block_reason as why, to_char(x.not_before at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as at,
      (select count(*)::int from call_attempts k where k.loan_id = x.loan_id) as calls
    from leads x where x.loan_id = ${loanId}`);

test('a campaign that is not started is named with the leader who can start it', async () => {
  const { reason, people } = await waits();
  expect(reason).toBe('not_started');
  const name = await desk.server.database.one<{ name: string }>(
    sql`select trim(first_name || ' ' || last_name) as name from users where id = ${lead.id}`,
  );
  expect(people[0]).toBe(name?.name);
});

test('an inactive campaign or lender is named with the person who can activate it', async () => {
  const { database } = desk.server;
  await start(true);
  const person = async (first: string, flag: 'edit_campaign' | 'edit_client') => {
    const { id } = await desk.server.person({ roleType: 'admin', flags: [flag] });
    await database.run(sql`update users set first_name = ${first}, last_name = '' where id = ${id}`);
  };
  await person('Campaigns', 'edit_campaign');
  await person('Clients', 'edit_client');
  const peopleWhen = async (table: 'campaigns' | 'clients') => {
    const of =
      table === 'campaigns'
        ? (is: boolean) => sql`update campaigns set is_active = ${is} where id = ${desk.campaignId}`
        : (is: boolean) => sql`update clients set is_active = ${is} where id = 1`;
    await database.run(of(false));
    const { reason, people } = await waits();
    await database.run(of(true));
    expect(reason).toBe('inactive');
    return people;
  };
  expect(await peopleWhen('clients')).toContain('Clients');
  expect(await peopleWhen('clients')).not.toContain('Campaigns');
  expect(await peopleWhen('campaigns')).toContain('Campaigns');
  await start(true);
});

test('a started campaign without leads is named', async () => {
  await start(true);
  expect(await waits()).toMatchObject({ reason: 'no_leads', until: null });
});

test('a campaign with leads in preparation is not reported as one without leads', async () => {
  const { database } = desk.server;
  await database.transaction(async (tx) => {
    // The dialer's cycle is blocked by the lock: the hopper is not filled meanwhile.
    await tx.run(sql`lock table leads in share row exclusive mode`);
    await database.run(sql`
      with b as (insert into borrowers (client_id, name) values (1, 'New') returning id)
      insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, campaign_id)
      select 1, 1, b.id, 'NEW', '9811111199', ${desk.campaignId} from b`);
    expect(await waits()).toMatchObject({ reason: 'filling', until: null, people: [] });
    await database.run(sql`update loans set is_active = false where loan_number = 'NEW'`);
  });
  expect(await waits()).toMatchObject({ reason: 'no_leads' });
});

test('a borrower with a future promise is dialled on the promised day, or before if the campaign allows it', async () => {
  const ahead = await loan('AHEAD', '2026-11-23');
  await expect
    .poll(() => leadOf(ahead), patience)
    .toEqual({ state: 'queued', why: 'promise_ahead', at: '2026-11-23 00:00', calls: 0 });
  expect(await waits()).toMatchObject({ reason: 'later', until: '2026-11-22T18:30:00Z' });
  const { skipped } = await admin.call(leads.preflight, { id: String(desk.campaignId) });
  expect(skipped).toContainEqual({ rule: 'promise_ahead', leads: 1 });
  const before = await admin.call(campaigns.one, { id: String(desk.campaignId) });
  expect(before.callsPromised).toBe(false);
  await admin.call(campaigns.edit, { id: String(desk.campaignId), callsPromised: true } as never);
  await expect.poll(async () => (await leadOf(ahead))?.calls, patience).toBe(1);
});

test('a borrower with a promise due today is dialled', async () => {
  await desk.server.database.run(
    sql`update campaigns set calls_promised = false where id = ${desk.campaignId}`,
  );
  const second = await desk.agent(1002);
  await second.call(dialer.login, { campaignId: desk.campaignId });
  await second.call(dialer.ready, {});
  const due = await loan('DUE', '2026-11-20');
  await expect.poll(async () => (await leadOf(due))?.calls, patience).toBe(1);
});

// Last: pacing uses the clock, which a product server never moves to an earlier time.
test('a started campaign outside its hours is named with the time it opens', async () => {
  shift = 12 * hour;
  const closed = await waits();
  expect(closed.reason).toBe('outside_hours');
  expect(closed.people).toEqual([]);
  expect(new Date(closed.until ?? 0) > clock.now()).toBe(true);
});
