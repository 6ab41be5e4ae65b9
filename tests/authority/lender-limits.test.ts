/** An insider raises limits that replace a second approver: they are protected like accounts. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { clients } from '../../src/contexts/lenders/contract/clients.ts';
import { portfolios } from '../../src/contexts/lenders/contract/portfolios.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let chief: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  chief = await server.person({ roleType: 'admin', flags: ['edit_authority'] });
  admin = await server.person({ roleType: 'admin', flags: ['edit_client', 'edit_portfolio'] });
  await server.database.run(sql`update portfolios set max_wavier = '30' where id = 1`);
});
afterAll(() => server.stop());
afterEach(async () => {
  await server.database.run(sql`delete from authority_requests`);
  await server.database.run(sql`delete from authority_acts`);
  await server.database.run(sql`delete from authority_steps`);
});
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).body.code;
const policy = () =>
  chief.call(authoritySteps.create, {
    name: 'Accounts',
    kind: 'account',
    place: 1,
    hours: 24,
    exceptLine: false,
    userId: chief.id,
  });
const yes = async () => {
  const [row] = (await chief.call(authority.waiting, {})).rows;
  await chief.call(authority.decide, {
    id: String(row?.id),
    decision: 'approve',
    amount: 0,
    stands: row?.act?.stands ?? '',
  });
  return row?.act?.lines;
};
const limits = () =>
  server.database.one(sql`
    select c.cash_limit as "cashLimit", c.settlement_asks as asks, p.max_wavier as "maxWaiver" from clients c
    join portfolios p on p.client_id = c.id where p.id = 1`);

test('cash limit, borrower acceptance and Max Waiver need two users where accounts do', async () => {
  await policy();
  const before = await limits();
  const edit = { id: '1', cashLimit: 900_000, settlementAsks: 'never' } as const;
  expect(await codeOf(admin.call(clients.edit, edit))).toBe('WAITS_FOR_OTHERS');
  expect(await limits()).toEqual(before);
  expect(await yes()).toEqual([
    {
      label: 'most',
      before: expect.stringContaining('At most with one agent'),
      after: expect.stringContaining('₹9,00,000'),
    },
    {
      label: 'most',
      before: expect.stringContaining('instalments'),
      after: expect.stringContaining('never'),
    },
  ]);
  expect(await codeOf(admin.call(portfolios.edit, { id: '1', maxWavier: '90' }))).toBe('WAITS_FOR_OTHERS');
  await yes();
  expect(await limits()).toEqual({ cashLimit: 900_000_00, asks: 'never', maxWaiver: '90' });
});

test('without a policy, or without a changed limit, one person saves', async () => {
  await admin.call(portfolios.edit, { id: '1', maxWavier: '40' });
  await policy();
  await admin.call(portfolios.edit, { id: '1', maxWavier: '40' });
  expect(await limits()).toMatchObject({ maxWaiver: '40' });
});
