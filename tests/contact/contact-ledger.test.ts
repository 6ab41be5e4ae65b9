/** Contact ledger: rows of every channel, their display, and locks of a permit. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { evaluate } from '../../src/contexts/contact/server/compliance-rules/policy.ts';
import { permit, permits } from '../../src/contexts/contact/server/policy/permit.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import {
  addAttempt,
  lockAttempt,
  saveAttempt,
} from '../../src/contexts/dialer/server/engine/attempt/attempts.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { visits } from '../../src/contexts/work/contract/visits.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { contactsThatDiffer } from '../contacts.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

const noon = new Date('2026-11-20T06:30:00Z');
let now = noon;
let server: TestServer;
let agent: Caller;
let campaignId = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  const campaign = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Dues', 'progressive', 1, 1) returning id`);
  campaignId = campaign?.id ?? 0;
  agent = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());
beforeEach(() => (now = noon));

let made = 0;
const number = (): string => `96${String((made += 1)).padStart(8, '0')}`;
async function addLoan(mobile = number()): Promise<number> {
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, assignee_id, payment_account_id)
    select 1, 1, b.id, ${`CL-${(made += 1)}`}, ${mobile}, ${agent.id}, 1 from b returning id`);
  return loan?.id ?? 0;
}
const link = (loanId: number, channel: 'sms' | 'whatsApp') =>
  agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile', channel, isOptedIn: true });
const visit = (loanId: number) =>
  agent.call(visits.record, { loanId, visitKey: randomUUID(), outcome: 'locked', place: 'none' });
const asking = () => ({ now, hasAgent: true });
const asked = (loanId: number) => ({ loanId, channel: 'call' as const });
const place = (tx: Parameters<typeof addAttempt>[0], loanId: number, phone: string) =>
  addAttempt(tx, now, {
    loanId,
    campaignId,
    userId: null,
    mode: 'manual',
    phone,
    phoneOrd: 0,
    // Prevents a timeout.
    dueAt: new Date(now.getTime() + 60_000),
  });

test('an agent sees how often, since when, by which channels, and when the next contact is possible', async () => {
  const loanId = await addLoan();
  await visit(loanId);
  await link(loanId, 'sms');
  await link(loanId, 'whatsApp');
  expect(await agent.call(visits.allowance, { id: String(loanId) })).toMatchObject({
    times: 3,
    most: 15,
    everyDays: 7,
    since: '2026-11-14',
    by: [
      { channel: 'sms', times: 1 },
      { channel: 'visit', times: 1 },
      { channel: 'whatsApp', times: 1 },
    ],
  });
  const [decision] = await evaluate(server.database, [{ loanId, channel: 'message' }], asking());
  expect(decision).toMatchObject({
    refusal: { rule: 'capped', until: '2026-11-21T02:30:00.000Z' },
    limits: { allowance: { times: 2, most: 2, since: '2026-11-20' } },
  });
  expect(await contactsThatDiffer(server.database)).toEqual([]);
});

test('a call is active from its claim; an undialled one is not included', async () => {
  const phone = number();
  const loanId = await addLoan(phone);
  const { id } = await place(server.database, loanId, phone);
  const may = () => agent.call(dialer.allowance, { id: String(loanId) });
  expect(await may()).toMatchObject({ rule: 'on_call', times: 1 });
  const attempt = await lockAttempt(server.database, id);
  if (!attempt) throw new Error('no call');
  const state = { ...attempt.state, state: 'ended', outcome: 'cancelled', endedAt: now.getTime() } as const;
  await saveAttempt({ tx: server.database }, { ...attempt, state });
  expect(await may()).toMatchObject({ rule: null, times: 0, by: [] });
  expect(await contactsThatDiffer(server.database)).toEqual([]);
});

test('concurrent permits are one per borrower, and the others get a retry response', async () => {
  const [first, second] = await Promise.all([addLoan(), addLoan()]);
  const given = await server.database.transaction((tx) =>
    permits(tx, evaluate, [first, second, first].map(asked), asking()),
  );
  expect(given.map(({ refusal, isBusy }) => [refusal, isBusy])).toEqual([
    [null, false],
    [null, false],
    [null, true],
  ]);
});

/** A lock of borrowers or numbers is contended. */
const somebodyWaits = async (): Promise<boolean> =>
  (await server.database.one(
    sql`select 1 as ok from pg_locks where locktype = 'advisory' and classid in (7110, 7111) and not granted`,
  )) !== undefined;

test('a number reassigned during a call is included for its new owner too', async () => {
  const shared = number();
  const [caller, newOwner] = [await addLoan(shared), await addLoan()];
  let isOver = false;
  const other = await server.database.transaction(async (tx) => {
    await permit(tx, evaluate, { ...asked(caller), number: shared }, asking());
    await server.database.run(sql`update loans set alternate_contact1 = ${shared} where id = ${newOwner}`);
    const asks = server.database
      .transaction((another) => permit(another, evaluate, asked(newOwner), asking()))
      .finally(() => (isOver = true));
    while (!isOver && !(await somebodyWaits())) await new Promise(setImmediate);
    await place(tx, caller, shared);
    return { asks };
  });
  expect((await other.asks)?.refusal?.rule).toBe('on_call');
});
