/** Answer history determines call order, number and the hours on the borrower's page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { countAnswers } from '../../src/contexts/dialer/server/best-time/answers.ts';
import { claimLeads, settleLead } from '../../src/contexts/dialer/server/leads/leads.ts';
import type { Attempt } from '../../src/contexts/dialer/server/engine/attempt/attempts.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let campaignId: number;
/** Half past ten in India, and half past six in the evening. */
const morning = new Date('2026-11-20T05:00:00Z');
const evening = new Date('2026-11-20T13:00:00Z');
const of: Record<string, { loanId: number; leadId: number }> = {};

async function addLead(name: string, mobile: string, alternate: string | null): Promise<void> {
  const made = await server.database.one<{ loanId: number; leadId: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${name}) returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, alternate_contact1, campaign_id)
      select 1, 1, id, ${name}, ${name}, ${mobile}, ${alternate}, ${campaignId} from b returning id, mobile)
    insert into leads (campaign_id, loan_id, phone, not_before) select ${campaignId}, id, mobile, ${morning} from l
    returning loan_id as "loanId", id as "leadId"`);
  if (made) of[name] = made;
}
/** So many calls at this hour in India, of which the first were answered. */
const addCalls = (
  name: string,
  phone: string,
  hour: number,
  calls: number,
  answers: number,
): Promise<number> =>
  server.database.run(sql`
    insert into call_attempts (loan_id, campaign_id, direction, mode, state, phone, outcome, claimed_at, dialed_at, ended_at)
    select ${of[name]?.loanId}, ${campaignId}, 'outbound', 'predictive', 'ended', ${phone},
      case when n <= ${answers}::int then 'connected' else 'no_answer' end, at, at, at
    from generate_series(1, ${calls}::int) n,
      lateral (select (date '2026-11-19' - n + make_interval(hours => ${hour}::int)) at time zone 'Asia/Kolkata' as at) t`);
const claim = async (now: Date, most: number): Promise<number[]> => {
  const taken = await server.database.transaction((tx) =>
    claimLeads(tx, { campaignId, most, node: 'test', now }),
  );
  await server.database.run(sql`update leads set state = 'queued' where campaign_id = ${campaignId}`);
  return taken.map(({ loanId }) => loanId);
};

beforeAll(async () => {
  server = await boot({ clock: { now: () => new Date('2020-01-01T05:00:00Z') } });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Hours', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  await addLead('LATE1', '9800000041', '9800000042');
  await addLead('EARLY1', '9800000043', null);
  await addCalls('LATE1', '9800000041', 18, 4, 3);
  await addCalls('LATE1', '9800000041', 10, 9, 1);
  await addCalls('EARLY1', '9800000043', 10, 4, 3);
  await addCalls('EARLY1', '9800000043', 18, 9, 1);
});
afterAll(() => server.stop());

test('a due lead with its best hours now is called first', async () => {
  expect(await claim(morning, 1)).toEqual([of['EARLY1']?.loanId]);
  expect(await claim(evening, 1)).toEqual([of['LATE1']?.loanId]);
  expect(await claim(evening, 5)).toHaveLength(2);
});

test('a lead with higher priority is called before one with better hours', async () => {
  const leadId = of['EARLY1']?.leadId;
  await server.database.run(sql`update leads set priority = 10 where id = ${leadId}`);
  expect(await claim(evening, 1)).toEqual([of['EARLY1']?.loanId]);
  await server.database.run(sql`update leads set priority = 0 where id = ${leadId}`);
});

test('the borrower’s page shows answer hours, and a user without access gets none', async () => {
  const lead = await server.as('view_borrower_profile');
  expect(await lead.call(loans.bestTime, { id: String(of['LATE1']?.loanId) })).toEqual({
    best: {
      from: 18,
      until: 20,
      within: { calls: 4, answers: 3 },
      outside: { calls: 9, answers: 1 },
      isUsual: false,
    },
    number: null,
  });
  expect((await refusal(lead.call(loans.bestTime, { id: '999999' }))).body.code).toBe('NOT_FOUND');
});

test('campaign hours are recomputed, and apply to a borrower without calls', async () => {
  await addLead('NEW1', '9800000045', null);
  await addLead('MANY1', '9800000046', null);
  for (const hour of [9, 12, 14, 16]) await addCalls('MANY1', '9800000046', hour, 25, 5);
  await addCalls('MANY1', '9800000046', 11, 25, 20);
  for (let i = 0; i < 4; i += 1) await addCalls('MANY1', '9800000046', 11, 25, 20);
  await countAnswers(server.database, evening);
  await countAnswers(server.database, evening);
  const sums = await server.database.rows(sql`
    select calls, answers from answer_hours where campaign_id = ${campaignId} and hour = 11`);
  expect(sums).toEqual([{ calls: 125, answers: 100 }]);
  const lead = await server.as('view_borrower_profile');
  expect(await lead.call(loans.bestTime, { id: String(of['NEW1']?.loanId) })).toMatchObject({
    best: { from: 10, until: 12, isUsual: true },
  });
});

test('a new day starts with the best answered number', async () => {
  const { loanId = 0, leadId = 0 } = of['LATE1'] ?? {};
  await server.database.run(sql`update call_attempts set outcome = 'no_answer' where loan_id = ${loanId}`);
  await addCalls('LATE1', '9800000042', 12, 6, 4);
  await server.database.run(sql`
    insert into call_attempts (lead_id, direction, mode, state, outcome, claimed_at, ended_at)
    values (${leadId}, 'outbound', 'predictive', 'ended', 'rejected', ${morning}, ${morning})`);
  const attempt = { leadId, phoneOrd: 0, state: { outcome: 'rejected' } } as Attempt;
  await server.database.transaction((tx) => settleLead({ tx, now: morning }, attempt));
  expect(
    await server.database.one(sql`select phone, phone_ord as ord from leads where id = ${leadId}`),
  ).toEqual({ phone: '9800000042', ord: 1 });
  const lead = await server.as('view_borrower_profile');
  expect(await lead.call(loans.bestTime, { id: String(loanId) })).toMatchObject({
    number: { place: 1, calls: 6, answers: 4 },
  });
});
