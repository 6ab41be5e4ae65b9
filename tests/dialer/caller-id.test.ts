/** Caller ID sent to the exchange: never the number of another lender. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, refusal } from '../kit.ts';
import { type Desk, becomes, openDesk } from './desk.ts';
import { until } from '../until.ts';

let desk: Desk;
let agent: Caller;
let lenderId: number;
beforeAll(async () => {
  const began = Date.now();
  desk = await openDesk({ now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began) });
  agent = await desk.agent(1001);
  await agent.call(dialer.login, { campaignId: desk.campaignId });
  await desk.server.database.run(
    sql`insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`,
  );
  const other = await desk.server.database.one<{ id: number }>(
    sql`insert into clients (name) values ('Another lender') returning id`,
  );
  lenderId = other?.id ?? 0;
});
afterAll(() => desk.close());

const campaignShows = (callerId: string | null) =>
  desk.server.database.run(sql`update campaigns set caller_id = ${callerId} where id = ${desk.campaignId}`);
const lenderShows = (id: number, callerId: string | null, is1600 = false) =>
  desk.server.database.run(
    sql`update clients set caller_id = ${callerId}, series_only = ${is1600} where id = ${id}`,
  );
let made = 0;
interface About {
  dpd?: number;
  /** A call was promised for then. */
  promisedFor?: Date;
  /** They called and were missed. */
  hasCalled?: boolean;
}
const agree = (loanId: number, more: { callRefNo?: string; followUpDate?: string }) =>
  agent.call(borrowerDispositions.record, { loanId, dispositionId: 900, comments: 'Spoke', ...more });
const hours = (n: number): Date => new Date(Date.parse('2026-11-20T05:00:00Z') + n * 3_600_000);
/** Calls a borrower of a lender, and returns the caller ID sent to the exchange. */
async function shownTo(
  clientId: number,
  { dpd = 30, promisedFor, hasCalled }: About = {},
): Promise<string | null> {
  made += 1;
  const loan = await desk.server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (${clientId}, 'Called') returning id),
    p as (insert into portfolios (client_id, name) values (${clientId}, ${`Portfolio ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id, dpd)
    select ${clientId}, p.id, b.id, 'Called', ${`C${made}`}, ${`98111${String(made).padStart(3, '0')}15`}, ${agent.id},
      ${desk.campaignId}, ${dpd}
    from b, p returning id`);
  const loanId = loan?.id ?? 0;
  if (promisedFor) await agree(loanId, { followUpDate: promisedFor.toISOString() });
  if (hasCalled)
    await desk.server.database.run(sql`
      with k as (insert into call_attempts (loan_id, direction, mode, phone, state, outcome, claimed_at, ended_at)
        select id, 'inbound', 'inbound', mobile, 'ended', 'no_answer', ${hours(-1)}, ${hours(-1)} from loans where id = ${loanId}
        returning id, phone)
      insert into missed_calls (attempt_id, borrower_id, loan_id, number, why, called_at, waited_s)
      select k.id, l.borrower_id, l.id, k.phone, 'hung_up', ${hours(-1)}, 20 from k, loans l where l.id = ${loanId}`);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  const placed = () =>
    desk.fake.asked.find((one) => one.split(' ', 2).join(' ') === `POST /channels/${callRefNo}`);
  await until(() => placed() !== undefined);
  await agent.call(dialer.hangUp, {});
  await becomes(agent, 'wrap-up');
  await agree(loanId, { callRefNo });
  await agent.call(dialer.ready, {});
  await agent.call(dialer.pause, {});
  return placed()?.split(' ')[2] ?? null;
}

test('a campaign shows its number to borrowers of its client only; others see their client’s number', async () => {
  await campaignShows('1600000001');
  expect(await shownTo(1)).toBe('1600000001');
  expect((await refusal(shownTo(lenderId))).body.code).toBe('NO_CALLER_ID');
  await lenderShows(lenderId, '+912261234567');
  expect(await shownTo(lenderId)).toBe('+912261234567');
});

test('without a number of the campaign that of the lender is shown', async () => {
  await campaignShows(null);
  await lenderShows(1, '1600000009');
  expect(await shownTo(1)).toBe('1600000009');
});

test('where a lender must show numbers of the 1600 series, no other of a campaign is shown', async () => {
  await lenderShows(1, '1600000009', true);
  await campaignShows('+912261234567');
  expect(await shownTo(1)).toBe('1600000009');
  await campaignShows('1600000003');
  expect(await shownTo(1)).toBe('1600000003');
  await expect(lenderShows(1, '+912261234567', true)).rejects.toThrow('clients_1600');
  await expect(lenderShows(1, null, true)).rejects.toThrow('clients_1600');
});

test('a callback, a collection and a pre-due call each show their number', async () => {
  const lenderPurposes = (callBack: string | null, reminder: string | null) =>
    desk.server.database.run(
      sql`update clients set call_back_caller_id = ${callBack}, reminder_caller_id = ${reminder} where id = 1`,
    );
  await campaignShows(null);
  await lenderShows(1, '1600000009', true);
  await lenderPurposes('1600000007', '1600000008');
  expect(await shownTo(1)).toBe('1600000009');
  expect(await shownTo(1, { hasCalled: true })).toBe('1600000007');
  expect(await shownTo(1, { promisedFor: hours(3) })).toBe('1600000007');
  expect(await shownTo(1, { promisedFor: hours(30) })).toBe('1600000009');
  expect(await shownTo(1, { dpd: 0 })).toBe('1600000008');
  expect(await shownTo(1, { dpd: 0, hasCalled: true })).toBe('1600000007');
  // A campaign's number has precedence; a purpose may have none.
  await campaignShows('1600000003');
  expect(await shownTo(1, { hasCalled: true })).toBe('1600000003');
  await campaignShows(null);
  await lenderPurposes(null, '1600000008');
  expect(await shownTo(1, { hasCalled: true })).toBe('1600000009');
  await expect(lenderPurposes('+912261234567', null)).rejects.toThrow('clients_purposes_1600');
  await expect(lenderPurposes(null, '140')).rejects.toThrow('clients_purposes_1600');
});
