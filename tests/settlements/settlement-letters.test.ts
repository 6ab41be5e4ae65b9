/** Letters about a settlement leave for addresses the lender allows, and for no other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clients } from '../../src/contexts/lenders/contract/clients.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let lead: Caller;
let settlementId = 0;
beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags: ['approve_reject_settlement'] });
  await server.database.run(
    sql`update clients set contact_person_email = 'desk@lender.example' where id = 1`,
  );
  await server.person({ roleType: 'client', clientId: 1 });
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${'Asha\r\nBcc: x@evil.test'}) returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, principal_outstanding)
      select 1, 1, b.id, 'LETTER-1', ${lead.id}, 10000000 from b returning id)
    insert into settlements (loan_id, user_id, amount, settlement_date) select l.id, ${lead.id}, 9000000, current_date from l returning id`);
  settlementId = made?.id ?? 0;
});
afterAll(() => server.stop());

const addressOf = async (who: 'sender' | 'portal'): Promise<string> =>
  (
    await server.database.one<{ email: string }>(
      who === 'sender'
        ? sql`select email from users where id = ${lead.id}`
        : sql`select email from users where client_id = 1 limit 1`,
    )
  )?.email ?? '';
const write = (o: { to: string; cc: string; subject?: string }) =>
  lead.call(settlements.sendMail, {
    settlementId,
    subject: 'Settlement',
    message: 'As agreed',
    applicationId: 'LETTER-1',
    customerName: 'Asha',
    state: 'Goa',
    branchName: 'Panaji',
    contactNumber: 'XXXXXX0001',
    bkt: '1',
    pos: 100_000,
    tos: 100_000,
    settlementAmount: 90_000,
    recoveryOnPos: '90',
    waiverOnPos: '10',
    ...o,
  });
const letters = () =>
  server.database.rows<{ to: string; subject: string }>(
    sql`select recipient as to, subject from mailbox order by id`,
  );

test('a letter to any other address is rejected with an action', async () => {
  const own = await addressOf('sender');
  for (const to of ['attacker@evil.test', 'other@lender.example', 'desk@lender.example.evil.test'])
    for (const given of [
      { to, cc: own },
      { to: own, cc: to },
    ]) {
      const { code, message } = (await refusal(write(given))).body;
      expect(code).toBe('ADDRESS_NOT_ALLOWED');
      expect(message).toContain(`does not allow letters to ${to}`);
    }
  expect(await letters()).toEqual([]);
});

test('a subject with two rows is rejected, and a name with two rows is sent as one', async () => {
  const to = 'desk@lender.example';
  const refused = await refusal(write({ to, cc: to, subject: 'Hello\r\nBcc: attacker@evil.test' }));
  expect(refused.body.fields?.map(({ path }) => path)).toEqual(['subject']);
  await lead.call(settlements.bulkMail, { ids: [settlementId] });
  await expect.poll(letters).toHaveLength(1);
  expect((await letters())[0]?.subject).not.toMatch(/[\r\n]/);
});

test("the lender's contact, client users, the sender, and listed recipients are allowed", async () => {
  const admin = await server.as('list_client', 'edit_client');
  const edit = (letterAddresses: string) => admin.call(clients.edit, { id: '1', letterAddresses });
  expect((await refusal(edit('*'))).body.fields).toEqual([{ path: 'letterAddresses', fault: 'invalid' }]);
  await edit('partner.example, law@firm.example');
  const before = (await letters()).length;
  await write({ to: 'desk@lender.example', cc: await addressOf('sender') });
  await write({ to: await addressOf('portal'), cc: 'anyone@partner.example' });
  await write({ to: 'law@firm.example', cc: 'LAW@FIRM.EXAMPLE' });
  await expect.poll(async () => (await letters()).length).toBe(before + 3);
  expect((await refusal(write({ to: 'other@firm.example', cc: 'law@firm.example' }))).body.code).toBe(
    'ADDRESS_NOT_ALLOWED',
  );
});
