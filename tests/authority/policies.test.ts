/** Editing of policy steps, and the policy test. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let lead: Caller;
let agent: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('edit_authority');
  lead = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`update portfolios set max_wavier = '60' where id = 1`);
});
afterAll(() => server.stop());

const step = { kind: 'settlement', name: 'Team leaders', place: 1, hours: 24, exceptLine: false } as const;
const add = (more: object) => admin.call(authoritySteps.create, { ...step, ...more } as never);
const ask = (more: object = {}) =>
  admin.call(authority.bench, { kind: 'settlement', amount: 40_000, waiver: 35, days: 120, ...more });

test('a step is a role or a user, of a lender or one of its portfolios', async () => {
  const fields = async (more: object) => (await refusal(add(more))).body.fields;
  expect(await fields({})).toEqual([{ path: 'deciderRole', fault: 'required' }]);
  expect(await fields({ deciderRole: 'manager', userId: lead.id })).toEqual([
    { path: 'userId', fault: 'invalid' },
  ]);
  expect(await fields({ userId: agent.id })).toEqual([{ path: 'userId', fault: 'invalid' }]);
  expect(await fields({ deciderRole: 'manager', substituteId: agent.id })).toEqual([
    { path: 'substituteId', fault: 'invalid' },
  ]);
  expect(await fields({ deciderRole: 'manager', clientId: 2, portfolioId: 1 })).toEqual([
    { path: 'portfolioId', fault: 'invalid' },
  ]);
  expect((await refusal(lead.call(authoritySteps.list, {}))).status).toBe(403);
  expect(
    (await refusal(lead.call(authority.bench, { kind: 'settlement', amount: 1, waiver: 1, days: 1 }))).status,
  ).toBe(403);
});

test("the policy test uses the policy in force: the agency's, the lender's, the portfolio's", async () => {
  expect(await ask()).toMatchObject({ policy: null, most: 50, aboveMost: null, stations: [] });
  await add({ deciderRole: 'tech_lead', maxWaiver: 20, maxDays: 180 });
  await add({ name: 'Managers', place: 2, deciderRole: 'manager', maxWaiver: 35, substituteId: lead.id });
  expect(await ask()).toEqual({
    policy: 'agency',
    isAlone: false,
    most: 50,
    aboveMost: null,
    stations: [
      {
        name: 'Managers',
        roleType: 'manager',
        person: null,
        isSubstitute: false,
        hours: 24,
        exceptLine: false,
        people: 0,
      },
      {
        name: 'Managers',
        roleType: null,
        person: expect.stringContaining('Test'),
        isSubstitute: true,
        hours: 24,
        exceptLine: false,
        people: 1,
      },
    ],
    below: [{ name: 'Team leaders', roleType: 'tech_lead', person: null, limit: 'waiver', is: 35, most: 20 }],
  });
  expect((await ask({ waiver: 35.1 })).stations).toEqual([]);
  expect(await ask({ waiver: 50.1 })).toMatchObject({ aboveMost: 50 });

  const own = await add({ name: 'The chief', userId: lead.id, clientId: 1, maxAmount: 39_999 });
  expect(await ask({ portfolioId: 1 })).toMatchObject({
    policy: 'lender',
    most: 60,
    stations: [],
    below: [{ name: 'The chief', limit: 'amount', most: 39_999 }],
  });
  await add({ name: 'Anybody', deciderRole: 'admin', clientId: 1, portfolioId: 1 });
  expect(await ask({ portfolioId: 1 })).toMatchObject({
    policy: 'portfolio',
    stations: [{ name: 'Anybody' }],
  });
  // An inactive step is not in force.
  await admin.call(authoritySteps.edit, { id: String(own.id), isActive: false });
  expect(await ask({ portfolioId: 1, waiver: 1 })).toMatchObject({ policy: 'portfolio' });
});
