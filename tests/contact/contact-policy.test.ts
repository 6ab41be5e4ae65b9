/** A borrower is one across loans, numbers and concurrent requests. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { visits } from '../../src/contexts/work/contract/visits.ts';
import { evaluate } from '../../src/contexts/contact/server/compliance-rules/policy.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { appendContacts } from '../contacts.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const noon = new Date('2026-11-20T06:30:00Z');
const workers = 6;
let now = noon;
let server: TestServer;
let campaignId = 0;
const agents: Caller[] = [];
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Dues', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  for (let i = 0; i < workers; i += 1) {
    const agent = await server.person({ roleType: 'agent' });
    await server.database.run(
      sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})`,
    );
    agents.push(agent);
  }
});
afterAll(() => server.stop());
beforeEach(() => (now = noon));

const addPerson = async (): Promise<number> =>
  (
    await server.database.one<{ id: number }>(
      sql`insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id`,
    )
  )?.id ?? 0;
let made = 0;
const number = (): string => `97${String((made += 1)).padStart(8, '0')}`;
async function addLoan(borrowerId: number, agent: Caller, mobile = number()): Promise<number> {
  const loan = await server.database.one<{ id: number }>(sql`
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, assignee_id, payment_account_id)
    values (1, 1, ${borrowerId}, ${`CP-${(made += 1)}`}, ${mobile}, ${agent.id}, 1) returning id`);
  return loan?.id ?? 0;
}
const first = (): Caller => {
  const [agent] = agents;
  if (!agent) throw new Error('nobody works');
  return agent;
};
const call = (agent: Caller, loanId: number) => agent.call(dialer.manualCall, { id: String(loanId) });
const link = (agent: Caller, loanId: number) =>
  agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' });
const ruleFor = async (loanId: number, agent = first()) =>
  (await agent.call(dialer.allowance, { id: String(loanId) })).rule;
/** Number of allowed ones, and rules that blocked the others. */
async function atOnce(acts: readonly Promise<unknown>[]): Promise<{ allowed: number; rules: unknown[] }> {
  const ends = await Promise.allSettled(acts);
  const refused = ends.filter(({ status }) => status === 'rejected');
  const told = await Promise.all(
    refused.map((one) => refusal(Promise.reject((one as PromiseRejectedResult).reason as Error))),
  );
  return { allowed: ends.length - refused.length, rules: told.map(({ body }) => body.facts?.['rule']) };
}

test('six agents, six loans of one person, one moment: one call', async () => {
  const person = await addPerson();
  const loans = await Promise.all(agents.map((agent) => addLoan(person, agent)));
  for (const agent of agents) await agent.call(dialer.login, { campaignId });
  const seen = await atOnce(agents.map((agent, i) => call(agent, loans[i] ?? 0)));
  expect(seen).toEqual({ allowed: 1, rules: Array(workers - 1).fill('on_call') });
});

test('six concurrent links to one borrower are capped, and each decision is stored', async () => {
  const person = await addPerson();
  const loans = await Promise.all(agents.map((agent) => addLoan(person, agent)));
  const seen = await atOnce(agents.map((agent, i) => link(agent, loans[i] ?? 0)));
  expect(seen).toEqual({ allowed: 2, rules: Array(workers - 2).fill('capped') });
  const kept = await server.database.rows<{
    allowed: boolean;
    rule: string | null;
    until: string | null;
  }>(sql`
    select is_allowed as allowed, rule, until from contact_decisions where loan_id = any(${loans}) and channel = 'message'`);
  expect(kept.filter(({ allowed }) => allowed)).toHaveLength(2);
  expect(kept.filter(({ rule }) => rule === 'capped')).toHaveLength(4);
});

test('a link is blocked with the message and next time of a call', async () => {
  const agent = first();
  const loanId = await addLoan(await addPerson(), agent);
  now = new Date('2026-11-20T18:00:00Z');
  const { body } = await refusal(link(agent, loanId));
  expect(body).toMatchObject({ code: 'CONTACT_BLOCKED', facts: { rule: 'hours' } });
  expect(body.message).toBe('It is outside the hours of contact. Possible from 21 Nov, 08:00.');
});

test('a visit timing out on its borrower is retried, and included once under its key', async () => {
  const agent = first();
  const person = await addPerson();
  const loanId = await addLoan(person, agent);
  const visit = { loanId, visitKey: randomUUID(), outcome: 'locked' as const, place: 'none' as const };
  const key = randomUUID();
  const other = await server.database.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(7110, hashint8($1))', [person]);
  const { status, headers } = await refusal(agent.call(visits.record, visit, { key }));
  await other.query('rollback');
  other.release();
  expect(status).toBe(503);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  const { id } = await agent.call(visits.record, visit, { key });
  const { rows } = await agent.call(visits.list, { loanId });
  expect(rows.map((row) => row.id)).toEqual([id]);
});

test('a hold binds the borrower: all loans and numbers, even shared ones', async () => {
  const agent = first();
  const [person, other, shared] = [await addPerson(), await addPerson(), number()];
  const held = await addLoan(person, agent, shared);
  const second = await addLoan(person, agent);
  const ofOther = await addLoan(other, agent, shared);
  const alone = await addLoan(other, agent);
  const [reason] = await agent.call(loanHolds.reasons, { loanId: held });
  await agent.call(loanHolds.place, { loanId: held, reasonId: reason?.id ?? 0 });
  expect(await Promise.all([held, second, ofOther, alone].map((id) => ruleFor(id)))).toEqual([
    'rests',
    'rests',
    'rests',
    null,
  ]);
});

test('a shared number is included for both borrowers, and a call in queue blocks both', async () => {
  const agent = first();
  const [person, other, shared] = [await addPerson(), await addPerson(), number()];
  const mine = await addLoan(person, agent, shared);
  const theirs = await addLoan(other, agent, shared);
  const dialed = async (outcome: string) => {
    await server.database.run(sql`
      insert into call_attempts (loan_id, direction, mode, state, outcome, dialed_at, claimed_at, ended_at, phone)
      values (${mine}, 'outbound', 'predictive', 'ended', ${outcome}, ${now}, ${now}, ${now}, ${shared})`);
    await appendContacts(server.database);
  };
  await dialed('abandoned');
  const asks = [mine, theirs].map((loanId) => ({ loanId, channel: 'call' as const }));
  const ahead = await evaluate(server.database, asks, { now, hasAgent: false });
  expect(ahead.map(({ refusal: no }) => no?.rule)).toEqual(['abandoned', 'abandoned']);
  for (let i = 0; i < 2; i += 1) await dialed('no_answer');
  expect([await ruleFor(mine), await ruleFor(theirs)]).toEqual(['capped', 'capped']);
});
