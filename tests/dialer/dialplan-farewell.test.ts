/**
 * A borrower without an agent gets the farewell once: from the server, or from the dialplan two seconds after the
 * patience.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { until } from '../until.ts';

/** Slow enough for the server's farewell to last longer than the dialplan's patience. */
const speed = 4;
let fake: FakeAri;
let server: TestServer;
let campaignId = 0;
beforeAll(async () => {
  fake = await new FakeAri(speed).open();
  server = await boot({ env: { ARI_URL: `${fake.url}&answers=recoup-answered` } });
  await server.database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  const campaign = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id, patience_s)
    values ('Farewell', 'predictive', 1, 1, 3) returning id`);
  campaignId = campaign?.id ?? 0;
  await until(() => fake.isHeard());
});
afterAll(async () => {
  await server.stop();
  fake.close();
});
afterEach(() => {
  fake.isSilent = false;
  fake.clearFaults();
});

let made = 0;
/** A new agent calls a borrower who answers when the test says so. */
async function rings(): Promise<{ agent: Caller; reference: string }> {
  made += 1;
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set extension_number = ${1000 + made} where id = ${agent.id}`);
  await agent.call(dialer.login, { campaignId });
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`W${made}`}, ${`95${String(made).padStart(6, '0')}08`}, ${agent.id}
    from b returning id`);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loan?.id) });
  await until(() => fake.channels.has(callRefNo));
  return { agent, reference: callRefNo };
}
const spokenByDialplan = (): number => fake.media.filter((one) => one === 'dialplan:nobody-free').length;
const askedFarewell = (reference: string): boolean =>
  fake.asked.some((one) => one.startsWith(`POST /channels/${reference}/play/farewell-`));

test('an agent connected in time stops the dialplan’s patience', async () => {
  const { agent, reference } = await rings();
  fake.pickUp(reference);
  await until(async () => (await agent.call(dialer.status, {})).status === 'on-call');
  await until(() => fake.channels.get(reference)?.limitS === 0);
  expect([spokenByDialplan(), askedFarewell(reference)]).toEqual([0, false]);
  await agent.call(dialer.hangUp, {});
  await until(() => !fake.channels.has(reference));
});

test('the dialplan plays the farewell two seconds after the campaign’s patience without a server', async () => {
  const { reference } = await rings();
  // Neither events nor polling return data.
  fake.isSilent = true;
  fake.fail({ method: 'GET', path: /./, how: 500, times: 1000 });
  const answered = performance.now();
  fake.pickUp(reference);
  expect(fake.channels.get(reference)?.limitS).toBe(5);
  await until(() => spokenByDialplan() === 1);
  const after = (performance.now() - answered) / 1000;
  expect(after).toBeGreaterThanOrEqual(4.9);
  expect(askedFarewell(reference)).toBe(false);
  await until(() => !fake.channels.has(reference));
  fake.isSilent = false;
  fake.clearFaults();
  const outcome = async () =>
    (
      await server.database.one<{ outcome: string | null }>(
        sql`select outcome from call_attempts where reference_id = ${reference}`,
      )
    )?.outcome;
  await until(async () => (await outcome()) !== null);
});

test('a borrower who gets the farewell of the server does not get that of the dialplan', async () => {
  const before = spokenByDialplan();
  // A call of the dialer itself, which no agent has.
  const { referenceId } = (await server.database.one<{ referenceId: string }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Nobody free') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile)
      select 1, 1, b.id, 'Nobody free', 'WN', '9511111108' from b returning id)
    insert into call_attempts (loan_id, campaign_id, direction, mode, phone, phone_ord, claimed_at, due_at, state)
    select id, ${campaignId}, 'outbound', 'predictive', '9511111108', 0, now() - interval '2 seconds', now() + interval '1 minute', 'claimed' from l
    returning reference_id as "referenceId"`)) ?? { referenceId: '' };
  await until(() => fake.channels.has(referenceId));
  fake.pickUp(referenceId);
  await until(() => askedFarewell(referenceId));
  await until(() => !fake.channels.has(referenceId));
  expect(spokenByDialplan()).toBe(before);
  expect(fake.media.filter((one) => one.includes('nobody-free') && !one.startsWith('dialplan'))).toHaveLength(
    1,
  );
});
