/** What an agent sees and records of the other loans of the borrower on the line. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, refusal } from '../kit.ts';
import { type People, openPeople } from './people.ts';

let floor: People;
let campaignId: number;
let agent: Caller;
/** The loan of the call, one of no user, one of another user, one of the agent. */
let of: Record<'called' | 'free' | 'theirs' | 'own', number>;
/** A loan of the same number at another lender. */
let elsewhere: number;
beforeAll(async () => {
  floor = await openPeople();
  campaignId = await floor.campaign('Loans of a person');
  agent = await floor.ready(campaignId);
  const other = await floor.server.person({ roleType: 'agent' });
  const [called = 0, free = 0, theirs = 0, own = 0] = await floor.person('Nadia', [
    { campaignId, mobile: '9860000025', owes: 500_000, assigneeId: other.id },
    { campaignId, mobile: '9860000026', owes: 400_000 },
    { campaignId: null, mobile: '9860000027', owes: 300_000, assigneeId: other.id },
    { campaignId: null, mobile: '9860000028', owes: 200_000, assigneeId: agent.id },
  ]);
  of = { called, free, theirs, own };
  await floor.server.database.run(sql`
    insert into portfolios (client_id, name) select 2, 'Other lender'
    where not exists (select from portfolios where client_id = 2)`);
  [elsewhere = 0] = await floor.person('Nadia', [{ campaignId: null, mobile: '9860000025' }], 2);
});
afterAll(() => floor.server.stop());

const sees = async (loanId: number): Promise<boolean> =>
  agent.call(loans.one, { id: String(loanId) }).then(
    () => true,
    () => false,
  );
const record = (loanId: number, callRefNo?: string) =>
  agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 900,
    comments: 'Spoke',
    ...(callRefNo && { callRefNo }),
  });

test('an agent on a call sees all loans of the borrower at this lender, and opens those that no other user works', async () => {
  expect(await agent.call(dialer.callLoans, {})).toEqual([]);
  expect(await sees(of.free)).toBe(false);
  await floor.start(campaignId);
  await floor.passes(async () => (await agent.call(dialer.status, {})).status === 'on-call');
  await floor.start(campaignId, false);
  const shown = await agent.call(dialer.callLoans, {});
  expect(shown.map(({ id, totalOutstanding, canOpen }) => [id, totalOutstanding, canOpen])).toEqual([
    [of.called, 5000, true],
    [of.free, 4000, true],
    [of.theirs, 3000, false],
    [of.own, 2000, true],
  ]);
  const row = await agent.call(loans.one, { id: String(of.called) });
  const listed = await agent.call(loans.ofBorrower, { id: String(row.borrowerId) });
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([of.called, of.free, of.own]));
  expect([await sees(of.theirs), await sees(elsewhere)]).toEqual([false, false]);
});

test("each loan's outcome is saved, and its lead is done", async () => {
  const { call } = await agent.call(dialer.status, {});
  const lead = (loanId: number) => floor.lead(loanId);
  expect(await lead(of.free)).toMatchObject({ state: 'queued' });
  await record(of.free);
  expect(await lead(of.free)).toMatchObject({ state: 'done' });
  expect((await refusal(record(of.theirs))).body.code).toBe('NOT_FOUND');
  await agent.call(dialer.hangUp, {});
  await floor.passes(async () => (await agent.call(dialer.status, {})).status === 'wrap-up', 0.2);
  // The after-call window uses the database clock.
  await floor.server.database.run(
    sql`update call_attempts set ended_at = now() where loan_id = ${of.called}`,
  );
  expect((await agent.call(dialer.callLoans, {})).map(({ canOpen }) => canOpen)).toEqual([
    true,
    true,
    false,
    true,
  ]);
  await record(of.own);
  await record(of.called, call?.callRefNo);
  await floor.passes(async () => (await agent.call(dialer.status, {})).status === 'waiting', 0.2);
  expect(await agent.call(dialer.callLoans, {})).toEqual([]);
  expect([await sees(of.called), await sees(of.free)]).toEqual([false, false]);
});

test('only agents get the loans of their call', async () => {
  const desk = await floor.server.as('list_campaign');
  expect((await refusal(desk.call(dialer.callLoans, {}))).body.code).toBe('FORBIDDEN');
});
