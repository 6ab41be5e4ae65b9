/** Dependents of a deactivated object: shown before, reassigned, and continuing ones. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { campaigns } from '../../src/contexts/lenders/contract/campaigns.ts';
import { clients } from '../../src/contexts/lenders/contract/clients.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { portfolios } from '../../src/contexts/lenders/contract/portfolios.ts';
import { switchOff } from '../../src/contexts/lenders/contract/switch-off.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { mostHandedOver } from '../../src/contexts/loans/server/switch-off/store.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changeDispositions } from '../world.ts';
import { asTimePasses } from '../until.ts';

let now = new Date('2026-11-20T05:00:00Z');
let server: TestServer;
let lead: Caller;
let agent: Caller;
let other: Caller;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  const flags = ['edit_client', 'edit_portfolio', 'edit_campaign', 'edit_user', 'list_client'] as const;
  lead = await server.person({ roleType: 'tech_lead', flags });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const { database } = server;
  await database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  await database.run(sql`
    insert into campaigns (id, name, campaign_type, max_ratio, client_id) values (1, 'Dues', 'progressive', 1, 1), (2, 'Old', 'progressive', 1, 1)`);
  await database.run(
    sql`insert into campaign_agents values (1, ${agent.id}), (1, ${other.id}), (2, ${agent.id})`,
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.run(sql`
    with c as (update clients set is_active = true, pays_while_inactive = true), p as (update portfolios set is_active = true)
    update campaigns set is_active = true`);
});

let made = 0;
async function addLoan(o: { end?: string; campaign?: number | null; of?: Caller } = {}): Promise<number> {
  made += 1;
  const { end = '20', campaign = 1, of = agent } = o;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, assignee_id, campaign_id, payment_account_id,
      total_outstanding)
    select 1, 1, b.id, ${`S${made}`}, ${`98${String(made).padStart(6, '0')}${end}`}, ${of.id}, ${campaign}::bigint, 1, 500000
      from b returning id`);
  return loan?.id ?? 0;
}
const until = asTimePasses(
  () => server.database,
  (ms) => (now = new Date(now.getTime() + ms)),
);
const callOf = (reference: string) =>
  server.database.one<{ state: string; outcome: string | null; isDialed: boolean }>(sql`
    select state, outcome, dialed_at is not null as "isDialed" from call_attempts where reference_id = ${reference}`);
const becomes = (reference: string, state: string, step = 0.1): Promise<void> =>
  until(async () => (await callOf(reference))?.state === state, step);

test('dependents are shown to users who may deactivate', async () => {
  const first = await addLoan();
  await addLoan({ campaign: null });
  await server.database
    .run(sql`insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, is_active)
    select client_id, portfolio_id, borrower_id, 'GONE', assignee_id, false from loans where id = ${first}`);
  await changeDispositions(
    server.database,
    sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, action_date)
    select id, borrower_id, ${agent.id}, 1, 500000, '2026-11-22' from loans where id = ${first}`,
  );
  const told = (what: 'client' | 'portfolio' | 'campaign' | 'user', id: number) =>
    lead.call(switchOff.hangs, { what, id: String(id) });
  const all = { loans: 2, promises: 1, people: 0, calls: 0 };
  expect(await told('client', 1)).toEqual({ ...all, campaigns: ['Dues', 'Old'], campaignCount: 2 });
  expect(await told('portfolio', 1)).toEqual({ ...all, campaigns: ['Dues'], campaignCount: 1 });
  expect(await told('campaign', 1)).toEqual({ ...all, loans: 1, campaigns: [], campaignCount: 0 });
  expect(await told('user', agent.id)).toEqual({ ...all, campaigns: ['Dues', 'Old'], campaignCount: 2 });
  expect(await told('user', lead.id)).toMatchObject({ loans: 0, people: 2 });
  const stranger = await server.person({ roleType: 'agent' });
  expect((await refusal(told('user', stranger.id))).body.code).toBe('NOT_FOUND');
  expect((await refusal(told('client', 987_654))).body.code).toBe('NOT_FOUND');
  const clerk = await server.as('edit_portfolio');
  const asked = clerk.call(switchOff.hangs, { what: 'client', id: '1' });
  expect((await refusal(asked)).body.code).toBe('FORBIDDEN');
});

test("a user's loans are reassigned evenly, with their campaign where the new agent works in it", async () => {
  const leaving = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const ids: number[] = [];
  for (const campaign of [1, 2, 2]) ids.push(await addLoan({ of: leaving, campaign }));
  const handOver = (...people: Caller[]) =>
    lead.call(switchOff.handOver, { id: String(leaving.id), userIds: people.map(({ id }) => id) });
  const stranger = await server.person({ roleType: 'agent' });
  for (const wrong of [[stranger], [leaving], [other, stranger]])
    expect((await refusal(handOver(...wrong))).body.code).toBe('INVALID_INPUT');
  expect(await handOver(agent, other)).toMatchObject({ changed: 3, left: 0 });
  const rows = await server.database.rows(sql`
    select assignee_id as who, campaign_id as campaign from loans where id = any(${ids}) order by id`);
  expect(rows).toEqual([
    { who: agent.id, campaign: 1 },
    { who: other.id, campaign: null },
    { who: agent.id, campaign: 2 },
  ]);
  const { rows: past } = await lead.call(loans.list, { size: 100 });
  expect(past.filter(({ id }) => ids.includes(id))).toHaveLength(3);
  expect(await handOver(agent)).toMatchObject({ changed: 0, left: 0 });
  const traces = await server.database.one(sql`
    select count(*)::int as n from loan_assignments where loan_id = any(${ids}) and assigned_by = ${lead.id}`);
  expect(traces).toEqual({ n: 3 });
});

test('thousands of loans are reassigned in batches, evenly', async () => {
  const leaving = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const three = await Promise.all(
    [1, 2, 3].map(() => server.person({ roleType: 'agent', reportingTo: lead.id })),
  );
  await addLoan({ of: leaving });
  await server.database.run(sql`
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding)
    select 1, 1, borrower_id, 'many-' || n, assignee_id, n * 100 from loans, generate_series(1, ${2 * mostHandedOver}) n
    where assignee_id = ${leaving.id}`);
  const people = three.map(({ id }) => id);
  let userIds = people;
  const answers = [];
  for (let left = 1; left > 0;) {
    const answer = await lead.call(switchOff.handOver, { id: String(leaving.id), userIds });
    answers.push(answer);
    left = answer.left;
    const next = answer.changed % userIds.length;
    userIds = [...userIds.slice(next), ...userIds.slice(0, next)];
  }
  expect(answers).toMatchObject([
    { changed: mostHandedOver, left: mostHandedOver + 1 },
    { changed: mostHandedOver, left: 1 },
    { changed: 1, left: 0 },
  ]);
  const dealt = await server.database.rows<{ who: number; tx: string }>(sql`
    select assignee_id as who, changed_tx::text as tx from loans where assignee_id = any(${people})
    order by total_outstanding desc, id`);
  // Like one run: the largest in rotation.
  expect(dealt.map(({ who }) => who)).toEqual(dealt.map((_, n) => people[n % people.length]));
  expect(Math.max(...[...Map.groupBy(dealt, ({ tx }) => tx).values()].map(({ length }) => length))).toBe(
    mostHandedOver,
  );
  await server.database.run(sql`update loans set is_active = false where assignee_id = any(${people})`);
});

test("concurrent reassignments of one user's loans transfer each once, and both finish", async () => {
  const leaving = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const second = await server.person({ roleType: 'system_admin', flags: ['edit_user'] });
  const people = await Promise.all(
    [1, 2].map(() => server.person({ roleType: 'agent', reportingTo: lead.id })),
  );
  const first = await addLoan({ of: leaving });
  await server.database.run(sql`
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding)
    select 1, 1, borrower_id, 'both-' || n, assignee_id, n * 100 from loans, generate_series(1, ${3 * mostHandedOver}) n
    where id = ${first}`);
  const userIds = people.map(({ id }) => id);
  // Like the screen, until none remain or nothing changes.
  const all = async (who: Caller): Promise<{ handed: number; left: number }> => {
    for (let handed = 0; ;) {
      const { changed, left } = await who.call(switchOff.handOver, { id: String(leaving.id), userIds });
      handed += changed;
      if (left === 0 || changed === 0) return { handed, left };
    }
  };
  const told = await Promise.all([all(lead), all(second)]);
  expect(told.map(({ left }) => left)).toEqual([0, 0]);
  expect(told.reduce((sum, { handed }) => sum + handed, 0)).toBe(3 * mostHandedOver + 1);
  const given = await server.database.one<{ n: number; loans: number }>(sql`
    select count(*)::int as n, count(distinct loan_id)::int as loans from loan_assignments
    where user_id = any(${userIds})`);
  expect(given).toEqual({ n: 3 * mostHandedOver + 1, loans: 3 * mostHandedOver + 1 });
  await server.database.run(sql`update loans set is_active = false where assignee_id = any(${userIds})`);
});

test('deactivation requires confirmation of dependents on every path', async () => {
  const leaving = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const loanId = await addLoan({ of: leaving });
  await changeDispositions(
    server.database,
    sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, action_date)
    select id, borrower_id, ${leaving.id}, 1, 500000, '2026-11-22' from loans where id = ${loanId}`,
  );
  const off = { isActive: false };
  const ways = [
    ['this client', (o: object) => lead.call(clients.edit, { id: '1', ...off, ...o })],
    ['this portfolio', (o: object) => lead.call(portfolios.edit, { id: '1', ...off, ...o })],
    ['this campaign', (o: object) => lead.call(campaigns.edit, { id: '1', ...off, ...o })],
    ['this person', (o: object) => lead.call(users.edit, { id: String(leaving.id), ...off, ...o })],
    ['this person', (o: object) => lead.call(users.remove, { id: String(leaving.id), ...o })],
  ] as const;
  for (const [named, send] of ways)
    for (const unconfirmed of [{}, { isConfirmed: false }]) {
      const { status, body } = await refusal(send(unconfirmed));
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'NOT_CONFIRMED' });
      expect(body.message).toMatch(new RegExp(`^On ${named} hang \\d+ active loans?, \\d+ open promises?`));
    }
  const told = await refusal(lead.call(clients.edit, { id: '1', ...off }));
  expect(told.body.message).toContain('2 campaigns (Dues, Old)');
  // Inactive or merely renamed ones need no confirmation.
  await lead.call(clients.edit, { id: '1', landmark: 'Opposite the bank' });
  for (const [, send] of ways) await send({ isConfirmed: true });
  await lead.call(portfolios.edit, { id: '1', ...off });
  const left = await server.database.one(sql`select
    (select is_active from clients where id = 1) or (select is_active from portfolios where id = 1)
      or (select is_active from campaigns where id = 1) or (select is_active from users where id = ${leaving.id}) as "isOn"`);
  expect(left).toEqual({ isOn: false });
  const idle = await server.person({ roleType: 'agent', reportingTo: lead.id });
  expect(await lead.call(users.edit, { id: String(idle.id), ...off })).toMatchObject(off);
});

test.each([
  ['client', sql`clients`],
  ['portfolio', sql`portfolios`],
  ['campaign', sql`campaigns`],
])('a ringing phone stops when its %s is deactivated, and an active call continues', async (_, table) => {
  const talking = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const ringing = await server.person({ roleType: 'agent', reportingTo: lead.id });
  for (const one of [talking, ringing]) {
    await server.database.run(sql`insert into campaign_agents values (1, ${one.id})`);
    await one.call(dialer.login, { campaignId: 1 });
  }
  const spoken = await talking.call(dialer.manualCall, { id: String(await addLoan({ of: talking })) });
  await becomes(spoken.callRefNo, 'bridged');
  const rung = await ringing.call(dialer.manualCall, {
    id: String(await addLoan({ of: ringing, end: '01' })),
  });
  await becomes(rung.callRefNo, 'ringing', 0.02);
  await server.database.run(sql`update ${table} set is_active = false where id = 1`);
  // Only deactivation can stop it: it would ring for 25 seconds.
  const before = now;
  await becomes(rung.callRefNo, 'ended', 0.02);
  expect(now.getTime() - before.getTime()).toBeLessThan(15_000);
  expect(await callOf(rung.callRefNo)).toMatchObject({ outcome: 'cancelled' });
  expect((await callOf(spoken.callRefNo))?.state).toBe('bridged');
  await talking.call(dialer.hangUp, {});
  await becomes(spoken.callRefNo, 'ended');
});

test("a call queued for the agent's phone is no longer dialled", async () => {
  const field = await server.person({ roleType: 'agent', reportingTo: lead.id });
  await server.database.run(sql`insert into campaign_agents values (1, ${field.id})`);
  await field.call(dialer.login, { campaignId: 1, leg: 'per_call', ownPhone: '9700000099' });
  const call = await field.call(dialer.manualCall, { id: String(await addLoan({ of: field })) });
  await server.database.run(sql`update clients set is_active = false where id = 1`);
  await becomes(call.callRefNo, 'ended', 0.02);
  expect(await callOf(call.callRefNo)).toMatchObject({ outcome: 'cancelled', isDialed: false });
});

test('payment pages remain open for a deactivated lender, unless it closes them', async () => {
  const loanId = await addLoan();
  const link = await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile', amount: 1500 });
  const page = async () => (await fetch(`${server.url}/pay/reliance${new URL(link.url).search}`)).text();
  const admin = await server.as('edit_client', 'list_client');
  const edit = (draft: object) => admin.call(clients.edit, { id: '1', ...draft });
  expect(await edit({ isActive: false, isConfirmed: true })).toMatchObject({ paysWhileInactive: true });
  expect(await page()).toContain('value="1500"');
  await edit({ paysWhileInactive: false });
  const closed = await page();
  expect(closed).toContain('This link has expired');
  expect(closed).not.toContain('Borrower');
  await edit({ isActive: true });
  expect(await page()).toContain('value="1500"');
});
