/** Pre-flight check of a campaign: excluded loans by reason, equal to the policy's result for each. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { evaluate } from '../../src/contexts/contact/server/compliance-rules/policy.ts';
import { withRests } from '../../src/contexts/dialer/server/leads/rests.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { appendContacts } from '../contacts.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let now = new Date('2026-11-20T05:00:00Z');
let server: TestServer;
let desk: Caller;
let campaigns: { id: number; campaignType: string }[];
beforeAll(async () => {
  server = await boot({ demo: true, clock: { now: () => now, isMoved: true } });
  desk = await server.as('list_campaign');
  campaigns = await server.database.rows(
    sql`select id, campaign_type as "campaignType" from campaigns where is_active order by id`,
  );
  // Future promises are the campaign's rule, not the policy's (`waiting-reason.test.ts`).
  await server.database.run(sql`update campaigns set calls_promised = true`);
  // Every rule has a case: rests, caps by calls and by visits, an active call, an abandoned one. That call has no line,
  // so it is about to be placed: otherwise the watchdog would end it as lost.
  await server.database.run(sql`
    insert into loan_holds (loan_id, rule_id, from_day, until_day)
    select id, (select min(id) from compliance_rules where kind = 'hold'), '2026-11-18', '2026-11-25'
    from loans where campaign_id is not null and id % 11 = 0`);
  await server.database.run(sql`
    insert into call_attempts (loan_id, campaign_id, direction, mode, state, outcome, dialed_at, claimed_at, ended_at, phone)
    select id, campaign_id, 'outbound', 'manual', 'ended', 'no_answer', at, at, at, mobile
    from loans, (values ('2026-11-20 03:00Z'::timestamptz), ('2026-11-20 03:30Z'), ('2026-11-20 04:00Z')) t (at)
    where campaign_id is not null and id % 7 = 0`);
  await server.database.run(sql`
    insert into call_attempts (loan_id, campaign_id, direction, mode, state, outcome, dialed_at, claimed_at, ended_at, phone)
    select id, campaign_id, 'outbound', 'predictive', 'ended', 'abandoned', at, at, at, mobile
    from loans, (values ('2026-11-19 05:00Z'::timestamptz)) t (at) where campaign_id is not null and id % 13 = 0`);
  await server.database.run(sql`
    insert into call_attempts (loan_id, campaign_id, direction, mode, state, claimed_at, phone)
    select id, campaign_id, 'outbound', 'manual', 'claimed', '2028-01-01', mobile
    from loans where campaign_id is not null and id % 29 = 0`);
  await server.database.run(sql`
    insert into contact_wishes (borrower_id, no_calls_since, avoid_from, avoid_until, changed_at)
    select id, case when id % 17 = 0 then now() end, '10:00', '12:00', now() from borrowers
    where id % 17 = 0 or id % 19 = 0`);
  await appendContacts(server.database);
});
afterAll(() => server.stop());

/** Policy result for each loan, with calls to other loans and numbers of the borrower. */
async function guarded(campaignId: number, hasAgent: boolean): Promise<Record<string, number>> {
  const asked = await server.database.rows<{ loanId: number }>(
    sql`select id as "loanId" from loans where campaign_id = ${campaignId} and is_active`,
  );
  const asks = asked.map(({ loanId }) => ({ loanId, channel: 'call' as const }));
  const said = await withRests(evaluate, campaignId)(server.database, asks, { now, hasAgent });
  return Object.fromEntries(
    [...Map.groupBy(said, ({ refusal: no }) => no?.rule ?? 'call')].map(([rule, all]) => [rule, all.length]),
  );
}

test.each(['2026-11-20T05:00:00Z', '2026-11-20T03:00:00Z', '2026-11-20T13:00:00Z', '2027-01-26T05:00:00Z'])(
  'at %s the check equals the policy for each loan',
  async (moment) => {
    now = new Date(moment);
    const rules = new Set<string>();
    for (const { id, campaignType } of campaigns) {
      const seen = await desk.call(leads.preflight, { id: String(id) });
      const counted = Object.fromEntries((seen?.skipped ?? []).map(({ rule, leads: n }) => [rule, n]));
      if (seen?.willCall) counted['call'] = seen.willCall;
      expect(counted).toEqual(await guarded(id, campaignType === 'progressive'));
      expect(Object.values(counted).reduce((all, n) => all + n, 0)).toBe(seen?.leads);
      for (const rule of Object.keys(counted)) rules.add(rule);
    }
    if (moment.startsWith('2026-11-20T05'))
      expect([...rules]).toEqual(
        expect.arrayContaining([
          'call',
          'do_not_call',
          'rests',
          'capped',
          'on_call',
          'abandoned',
          'no_calls',
          'avoided',
        ]),
      );
  },
);

test('a cap includes the calls of all its days, and no others', async () => {
  now = new Date('2026-11-20T05:00:00Z');
  const { id = 0, campaignType } = campaigns[0] ?? {};
  const seen = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await desk.call(leads.preflight, { id: String(id) }))?.skipped.map(({ rule, leads: n }) => [
        rule,
        n,
      ]) ?? [],
    );
  const two = await server.database.rows<{ id: number }>(sql`
    with people as (insert into borrowers (client_id, name) values (1, 'Asha'), (1, 'Bina') returning id)
    insert into loans (client_id, portfolio_id, campaign_id, borrower_id, loan_number, mobile)
    select 1, 1, ${id}, id, 'CAP' || id, (9111100000 + id)::text from people order by id returning id`);
  const before = await seen();
  // The first was called at the first moment of the first of a cap's days, the other the moment before.
  for (const [n, at] of ['2026-10-20T18:30:00Z', '2026-10-20T18:29:59Z'].entries())
    await server.database.run(sql`
      insert into call_attempts (loan_id, campaign_id, direction, mode, state, outcome, dialed_at, claimed_at, ended_at, phone)
      select id, campaign_id, 'outbound', 'manual', 'ended', 'no_answer', ${at}::timestamptz, ${at}, ${at}, mobile
      from loans where id = ${two[n]?.id ?? 0}`);
  await appendContacts(server.database);
  expect(await seen()).toEqual(before);
  await server.database.run(sql`insert into compliance_rules (kind, name, from_day, channel, most, every_days)
    values ('cap', 'Once a month', '2026-01-01', 'call', 1, 31)`);
  const capped = await seen();
  const hasAgent = campaignType === 'progressive';
  const all = await evaluate(
    server.database,
    two.map(({ id: loanId }) => ({ loanId, channel: 'call' as const })),
    { now, hasAgent },
  );
  expect(all.map(({ refusal: no }) => no?.rule)).toEqual(['capped', undefined]);
  expect(capped['capped']).toBe((await guarded(id, hasAgent))['capped']);
  await server.database.run(sql`delete from compliance_rules where name = 'Once a month'`);
});

test('who was called already, and who is to be called later, is not called now', async () => {
  now = new Date('2026-11-20T05:00:00Z');
  const { id = 0 } = campaigns[0] ?? {};
  const before = await desk.call(leads.preflight, { id: String(id) });
  await server.database.run(sql`delete from leads where campaign_id = ${id}`);
  await server.database.run(sql`
    insert into leads (campaign_id, loan_id, phone, state, not_before)
    select l.campaign_id, l.id, l.mobile, case when l.id % 2 = 0 then 'done' else 'queued' end, '2026-11-21'
    from loans l where l.campaign_id = ${id} and l.is_active and l.mobile is not null`);
  const after = await desk.call(leads.preflight, { id: String(id) });
  expect(after).toMatchObject({ leads: before?.leads, willCall: 0 });
  const said = after?.skipped.map(({ rule }) => rule);
  expect(said).toEqual(expect.arrayContaining(['attended', 'later']));
});

test('only for those who see campaigns', async () => {
  const agent = await server.person({ roleType: 'agent' });
  expect((await refusal(agent.call(leads.preflight, { id: '1' }))).body.code).toBe('FORBIDDEN');
  expect((await refusal(desk.call(leads.preflight, { id: '987654' }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(desk.call(dialer.allowance, { id: '987654' }))).body.code).toBe('NOT_FOUND');
});
