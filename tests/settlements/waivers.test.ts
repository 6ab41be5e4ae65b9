/** Waiver authority: the portfolio's limit, and never personal requests. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Flag } from '../../src/kernel/contract/flags.ts';
import { portfolios } from '../../src/contexts/lenders/contract/portfolios.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, Refused, type TestServer, boot, refusal } from '../kit.ts';

const flags: Flag[] = ['approve_reject_settlement', 'reopen_settlement', 'update_settlement_amount'];
let server: TestServer;
let manager: Caller;
let lead: Caller;
let agent: Caller;
let chief: Caller;
beforeAll(async () => {
  server = await boot();
  chief = await server.person({ roleType: 'system_admin' });
  await server.database.run(
    sql`update users set role_id = (select id from roles where slug = 'system_admin') where id = ${chief.id}`,
  );
  manager = await server.person({ roleType: 'manager', flags });
  lead = await server.person({ roleType: 'tech_lead', flags, reportingTo: manager.id });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  await server.database.run(sql`update portfolios set max_wavier = '35' where id = 1`);
});
afterAll(() => server.stop());

/** Rs 1,00,000 of principal by default. */
const loanOf = async (o: { pos?: number; tos?: number } = {}): Promise<number> => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'W-' || b.id, 'Asha Rao', ${agent.id}, ${(o.pos ?? 100_000) * 100}, ${(o.tos ?? 120_000) * 100} from b returning id`);
  return made?.id ?? 0;
};
const ask = async (who: Caller, loanId: number, amount: number): Promise<number> =>
  (
    await who.call(settlements.request, {
      loanId,
      amount,
      settlementDate: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
      followUpDate: new Date(Date.now() + 86_400_000).toISOString(),
    })
  )?.id ?? 0;
type Step = 'Approved' | 'Rejected' | 'AmountUpdated' | 'ReOpened';
const set = (who: Caller, id: number, status: Step, more: object = {}) =>
  who.call(settlements.updateStatus, { id, status, ...more });
const refusedWith = async (call: Promise<unknown>) => {
  const { code, facts, message } = (await refusal(call)).body;
  return { code, facts, message };
};

test('a lead alone waives nothing: not by changing the amount, nor by requesting it', async () => {
  const id = await ask(agent, await loanOf(), 70_000);
  await set(lead, id, 'AmountUpdated', { updateAmount: 1 });
  expect(await refusedWith(set(lead, id, 'Approved'))).toMatchObject({ code: 'OWN_SETTLEMENT' });
  expect(await refusedWith(set(manager, id, 'Approved'))).toEqual({
    code: 'WAIVER_ABOVE_LIMIT',
    facts: { waiver: '100', most: '35', least: '65000.00', on: 'POS' },
    message:
      'This gives up 100 % of the POS; at most 35 % may be given up on this portfolio. Edit the amount to ₹65,000.00 or more, or reject it and suggest that amount.',
  });
  const own = await ask(lead, await loanOf(), 90_000);
  expect(await refusedWith(set(lead, own, 'Approved'))).toMatchObject({ code: 'OWN_SETTLEMENT' });
  await set(chief, own, 'AmountUpdated', { updateAmount: 91_000 });
  expect(await refusedWith(set(chief, own, 'Approved'))).toMatchObject({ code: 'OWN_SETTLEMENT' });
  expect(await set(manager, own, 'Approved')).toMatchObject({ status: 'Approved' });
});

test('asking is free and the limit binds to the paisa, on the total where there is no principal', async () => {
  const below = await ask(agent, await loanOf(), 64_999.99);
  expect(await refusedWith(set(lead, below, 'Approved'))).toMatchObject({ code: 'WAIVER_ABOVE_LIMIT' });
  await set(manager, below, 'AmountUpdated', { updateAmount: 65_000 });
  expect(await set(lead, below, 'Approved')).toMatchObject({ status: 'Approved' });
  const onTotal = await ask(agent, await loanOf({ pos: 0 }), 77_999);
  expect(await refusedWith(set(lead, onTotal, 'Approved'))).toMatchObject({
    code: 'WAIVER_ABOVE_LIMIT',
    facts: { on: 'TOS', least: '78000.00' },
  });
  // A portfolio without a limit uses the agency's.
  await server.database.run(sql`update portfolios set max_wavier = 'as agreed' where id = 1`);
  expect(await set(lead, onTotal, 'Approved')).toMatchObject({ status: 'Approved' });
  const half = await ask(agent, await loanOf(), 49_999);
  expect(await refusedWith(set(lead, half, 'Approved'))).toMatchObject({ facts: { most: '50' } });
  await server.database.run(sql`update portfolios set max_wavier = '35' where id = 1`);
});

test('repeating a request makes its user a maker as well; an equal amount is no change', async () => {
  const id = await ask(agent, await loanOf(), 70_000);
  await set(lead, id, 'AmountUpdated', { updateAmount: 66_000 });
  await set(manager, id, 'AmountUpdated', { updateAmount: 66_000 });
  expect(await refusedWith(set(lead, id, 'Approved'))).toMatchObject({ code: 'OWN_SETTLEMENT' });
  await set(lead, id, 'Rejected', { comments: 'Too low', suggestedAmount: 80_000 });
  await agent.call(settlements.reinitiate, { id: String(id) });
  expect(await refusedWith(set(lead, id, 'Approved'))).toMatchObject({ code: 'OWN_SETTLEMENT' });
  expect(await set(manager, id, 'Approved')).toMatchObject({ status: 'Approved' });
  await set(lead, id, 'ReOpened');
  expect(await set(manager, id, 'Approved')).toMatchObject({ status: 'Approved' });
});

test('bulk approvals are judged one by one: permitted ones approved, others rejected with reason', async () => {
  const fine = await ask(agent, await loanOf(), 70_000);
  const low = await ask(agent, await loanOf(), 1);
  const own = await ask(lead, await loanOf(), 90_000);
  expect(await lead.call(settlements.bulkApprove, { ids: [fine, low, own] })).toEqual({
    changed: 1,
    left: [
      { id: low, why: 'waiver' },
      { id: own, why: 'own' },
    ],
  });
  expect(await refusedWith(lead.call(settlements.bulkApprove, { ids: [low] }))).toMatchObject({
    code: 'WAIVER_ABOVE_LIMIT',
  });
  const { rows } = await lead.call(settlements.list, { ids: [low, own] } as never);
  expect(rows.map(({ status }) => status)).toEqual(['Inprogress', 'Inprogress']);
});

test('a limit is a percentage', async () => {
  const admin = await server.as('list_portfolio', 'edit_portfolio');
  const edit = (maxWavier: string) => admin.call(portfolios.edit, { id: '1', maxWavier });
  expect((await refusal(edit('what the manager says'))).body.fields).toEqual([
    { path: 'maxWavier', fault: 'invalid' },
  ]);
  expect(await edit('35 %')).toMatchObject({ maxWavier: '35 %' });
});

interface Click {
  who: 0 | 1 | 2;
  what: Step | 'reinitiate' | 'bulk';
  amount: number;
}
test('no sequence of actions reaches Approved without an independent approver within the limit', async () => {
  const click: fc.Arbitrary<Click> = fc.record({
    who: fc.constantFrom(0, 1, 2),
    what: fc.constantFrom('Approved', 'Rejected', 'AmountUpdated', 'ReOpened', 'reinitiate', 'bulk'),
    amount: fc.constantFrom(1, 64_999, 65_000, 90_000),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 1, 2),
      click.map(({ amount }) => amount),
      fc.array(click, { minLength: 3, maxLength: 12 }),
      async (asker, asked, clicks) => {
        const people = [agent, lead, manager];
        const person = (i: number): Caller => people[i] ?? agent;
        const loanId = await loanOf();
        const id = await ask(person(asker), loanId, asked);
        let [amount, changedBy, askedBy] = [asked, -1, asker];
        for (const { who, what, amount: wanted } of clicks) {
          const more =
            what === 'AmountUpdated'
              ? { updateAmount: wanted }
              : { comments: 'Because', suggestedAmount: wanted };
          const act = (): Promise<unknown> => {
            if (what === 'reinitiate')
              return person(who).call(settlements.reinitiate, { id: String(id), amount: wanted });
            if (what === 'bulk') return person(who).call(settlements.bulkApprove, { ids: [id] });
            return set(person(who), id, what, more);
          };
          const isDone = await act().then(
            () => true,
            (error: unknown) => {
              if (error instanceof Refused) return false;
              throw error;
            },
          );
          if (!isDone) continue;
          if (what === 'reinitiate') askedBy = who;
          if ((what === 'reinitiate' || what === 'AmountUpdated') && wanted !== amount)
            [amount, changedBy] = [wanted, who];
          if (what !== 'Approved' && what !== 'bulk') continue;
          expect([asker, askedBy, changedBy]).not.toContain(who);
          expect(amount).toBeGreaterThanOrEqual(65_000);
        }
      },
    ),
    { seed: 20_261_122, numRuns: 25 },
  );
});
