/** Random actions of users on cash receipts and complete lists: none is voided or applied without approvers. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, Refused, type TestServer } from '../kit.ts';
import { paidInCash, phoneOf } from '../payments/cash-kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { addLoan, bootTeam } from '../sync/phone.ts';

const people = ['agent', 'desk', 'manager', 'admin', 'chief'] as const;
type Name = (typeof people)[number];
interface Click {
  who: Name;
  what: 'void' | 'apply' | 'yes' | 'no' | 'withdraw' | 'deposit' | 'back';
}
const alone = 1_000;
const aloneLoans = 5;
/** Written by hand, not read from the policy: rupees and loans each may agree to. */
const mostOf: Partial<Record<Name, { rupees: number; loans: number }>> = {
  manager: { rupees: 5_000, loans: 40 },
  chief: { rupees: Infinity, loans: Infinity },
};

const flags = ['upload_borrower_file', 'confirm_cash_deposits'] as const;
let server: TestServer;
const who = {} as Record<Name, Caller>;
beforeAll(async () => {
  const team = await bootTeam();
  server = team.server;
  await server.database.run(sql`update clients set cash_limit = 100000000000, cash_days = 30`);
  who.agent = team.agent;
  who.desk = await server.person({ roleType: 'admin', flags: [...flags] });
  who.admin = await server.person({ roleType: 'admin', flags: [...flags] });
  who.manager = await server.person({ roleType: 'manager', flags: [...flags] });
  // The agent's cash is in the manager's line of sight.
  await server.database.run(
    sql`update users set reporting_to = ${who.manager.id} where id = ${team.lead.id}`,
  );
  who.chief = await server.person({ roleType: 'admin', flags: [...flags, 'edit_authority'] });
  for (const kind of ['payment', 'deactivate'] as const) {
    const step = { kind, hours: 24, exceptLine: false, name: kind } as const;
    await who.chief.call(authoritySteps.create, {
      ...step,
      place: 1,
      deciderRole: 'asker',
      ...(kind === 'payment' ? { maxAmount: alone } : { maxCount: aloneLoans }),
    });
    await who.chief.call(authoritySteps.create, {
      ...step,
      place: 2,
      userId: who.manager.id,
      ...(kind === 'payment' ? { maxAmount: 5_000 } : { maxCount: 40 }),
    });
    await who.chief.call(authoritySteps.create, { ...step, place: 3, userId: who.chief.id });
  }
});
afterAll(() => server.stop());

interface Case {
  receipt: number;
  owner: Name;
  rupees: number;
  job: number;
  loans: number;
}
/** A receipt in hand, and a complete list pending confirmation. */
async function open(owner: Name, rupees: number, loans: number): Promise<Case> {
  const { database } = server;
  const loanId = await addLoan(server, who.agent.id);
  // Limits of receipt blocks are tested elsewhere.
  await database.run(sql`update cash_blocks set given_at = given_at - interval '1 day'`);
  const phone = await phoneOf(who.agent);
  await phone.take(paidInCash(loanId, phone.number(), { amount: rupees }));
  const receipt = await database.one<{ id: number }>(sql`
    update cash_receipts set user_id = ${who[owner].id} where loan_id = ${loanId} returning id`);
  if (!receipt) throw new Error('no receipt');
  const job = await database.one<{ id: number }>(sql`
    with u as (insert into uploads (key, user_id, purpose, file_name, content_type, max_bytes, expires_at)
      values (gen_random_uuid()::text, ${who.desk.id}, 'customer-file', 'all.csv', 'text/csv', 10, now()) returning id)
    insert into file_jobs (upload_id, type, client_id, portfolio_id, created_by, is_new_records, is_dry_run, status, missing_to_confirm)
    select id, 'CUSTOMER_FILE', 1, 1, ${who.desk.id}, true, true, 'completed', ${loans} from u returning id`);
  return { receipt: receipt.id, owner, rupees, job: job?.id ?? 0, loans };
}

async function press({ who: name, what }: Click, at: Case): Promise<unknown> {
  const one = who[name];
  const { database } = server;
  if (what === 'void') return one.call(cash.void, { id: String(at.receipt), reason: 'Wrong' });
  if (what === 'apply') return one.call(files.apply, { id: String(at.job), missing: at.loans });
  if (what === 'deposit' || what === 'back')
    return database.run(sql`
      update cash_receipts set state = ${what === 'back' ? 'in-hand' : 'deposited'}
      where id = ${at.receipt} and state = ${what === 'back' ? 'deposited' : 'in-hand'}`);
  if (what === 'withdraw') {
    const [mine] = (await one.call(authority.asked, {})).rows;
    return one.call(authority.withdraw, { id: String(mine?.id ?? 0) });
  }
  for (const row of (await one.call(authority.waiting, {})).rows)
    await one
      .call(authority.decide, {
        id: String(row.id),
        decision: what === 'yes' ? 'approve' : 'reject',
        amount: row.amount,
        stands: row.act?.stands ?? '',
        comments: 'Because',
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refused) || error.status >= 500) throw error;
      });
  return undefined;
}

interface Standing {
  receipt: string;
  isApplied: boolean;
}
const standing = ({ receipt, job }: Case): Promise<Standing | undefined> =>
  server.database.one<Standing>(sql`
    select (select state from cash_receipts where id = ${receipt}) as receipt,
      (select not is_dry_run from file_jobs where id = ${job}) as "isApplied"`);
/** Requester of the latest act. */
const asker = async (kind: 'payment' | 'deactivate'): Promise<number | undefined> =>
  (
    await server.database.one<{ id: number }>(
      sql`select asked_by as id from authority_acts where kind = ${kind} and state = 'done' order by id desc limit 1`,
    )
  )?.id;

test(
  'no sequence voids a receipt or applies a complete list without the right approvers',
  async () => {
    let agreed = 0;
    const click: fc.Arbitrary<Click> = fc.record({
      who: fc.constantFrom(...people),
      what: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('void' as const, 'apply' as const) },
        { weight: 5, arbitrary: fc.constantFrom('yes' as const) },
        {
          weight: 2,
          arbitrary: fc.constantFrom('no' as const, 'withdraw' as const, 'deposit' as const, 'back' as const),
        },
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('agent' as const, 'manager' as const),
        fc.constantFrom(900, 1_001, 5_001),
        fc.constantFrom(6, 41),
        fc.array(click, { minLength: 5, maxLength: 12 }),
        async (owner, rupees, loans, clicks) => {
          const { database } = server;
          await database.run(sql`delete from authority_requests`);
          await database.run(sql`delete from authority_acts`);
          // Limits are per user and day: a new requester stays below them.
          for (const name of ['desk', 'admin'] as const)
            who[name] = await server.person({ roleType: 'admin', flags: [...flags] });
          const at = await open(owner, rupees, loans);
          let before = await standing(at);
          for (const one of clicks) {
            await press(one, at).catch((error: unknown) => {
              if (!(error instanceof Refused) || error.status >= 500) throw error;
            });
            const after = await standing(at);
            if (after?.receipt === 'void' && before?.receipt !== 'void') {
              // Never by the cash owner.
              expect(one.who).not.toBe(owner);
              if (one.what === 'void') expect(rupees).toBeLessThanOrEqual(alone);
              else {
                agreed++;
                expect(one.what).toBe('yes');
                expect(await asker('payment')).not.toBe(who[one.who].id);
                expect(rupees).toBeLessThanOrEqual(mostOf[one.who]?.rupees ?? -1);
              }
            }
            if (after?.isApplied && !before?.isApplied) {
              agreed++;
              expect(one.what).toBe('yes');
              expect(await asker('deactivate')).not.toBe(who[one.who].id);
              expect(loans).toBeLessThanOrEqual(mostOf[one.who]?.loans ?? -1);
            }
            before = after;
          }
        },
      ),
      { seed, numRuns: runsOf(10, 20_000) },
    );
    expect(agreed).toBeGreaterThan(runsOf(1, 500));
  },
  timeout * 2,
);
