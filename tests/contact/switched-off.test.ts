/** An inactive lender, portfolio or campaign closes every channel immediately. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const noon = new Date('2026-11-20T06:30:00Z');
let server: TestServer;
let agent: Caller;
let desk: Caller;
let campaignId = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => noon, isMoved: true } });
  agent = await server.person({ roleType: 'agent' });
  desk = await server.as('list_campaign');
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Dues', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  await server.database.run(
    sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})`,
  );
  await agent.call(dialer.login, { campaignId });
});
afterAll(() => server.stop());

let loanId = 0;
beforeEach(async () => {
  await server.database.run(sql`
    with c as (update clients set is_active = true), p as (update portfolios set is_active = true)
    update campaigns set is_active = true`);
  await server.database.run(sql`update loans set campaign_id = null`);
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, payment_account_id, campaign_id)
    select 1, 1, b.id, 'LN-' || b.id, ${agent.id}, '90000' || lpad(b.id::text, 5, '0'), 1, ${campaignId} from b returning id`);
  loanId = made?.id ?? 0;
});

test.each([
  { table: sql`clients`, rule: 'client_inactive' },
  { table: sql`portfolios`, rule: 'portfolio_inactive' },
  { table: sql`campaigns`, rule: 'campaign_inactive' },
])('$rule closes calls, links and messages', async ({ table, rule }) => {
  const allowance = () => agent.call(dialer.allowance, { id: String(loanId) });
  expect(await allowance()).toMatchObject({ rule: null });
  await server.database.run(sql`update ${table} set is_active = false`);
  expect(await allowance()).toMatchObject({ rule, until: null });
  expect((await refusal(agent.call(dialer.manualCall, { id: String(loanId) }))).body).toMatchObject({
    code: 'CONTACT_BLOCKED',
    facts: { rule },
  });
  expect(
    (await refusal(agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' }))).body.message,
  ).toContain('switched off');
  expect(await desk.call(leads.preflight, { id: String(campaignId) })).toMatchObject({
    willCall: 0,
    skipped: [{ rule, leads: 1 }],
  });
  const message = await server.database.one<{ id: number }>(sql`
    insert into messages (loan_id, channel, mobile, message, due_at)
    select id, 'sms', mobile, 'Please pay', ${noon} from loans where id = ${loanId} returning id`);
  await vi.waitUntil(
    async () =>
      (
        await server.database.one<{ fault: string | null }>(
          sql`select fault from messages where id = ${message?.id}`,
        )
      )?.fault === rule,
    { timeout: 60_000 },
  );
});
