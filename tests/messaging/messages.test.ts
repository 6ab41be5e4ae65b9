/** Messages by channel: visible with the loan, and to admins with permission. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { communications } from '../../src/contexts/messaging/contract/communications.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let agent: Caller;
let other: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  agent = await server.person({ roleType: 'agent' });
  other = await server.person({ roleType: 'agent' });
  admin = await server.as('list_communication_tracker');
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, borrower_name, mobile, assignee_id, is_active)
    select n, 1, 1, person.id, 'M' || n, 'Asha Rao', '9876500001', ${agent.id}, n = 1 from person, generate_series(1, 2) n`);
  await server.database.run(sql`
    insert into messages (loan_id, channel, mobile, message, status, created_at, user_id, response_type, campaign_name) values
      (1, 'sms', '9876500001', 'Old', 'delivered', '2026-01-04T18:29:00Z', ${admin.id}, null, null),
      (1, 'sms', '9876500001', 'New', 'failed', '2026-01-04T18:31:00Z', null, null, null),
      (2, 'sms', '9876500001', 'Closed loan', 'stored', '2026-01-06T06:00:00Z', null, null, null),
      (1, 'whatsApp', '9876500001', 'Hello', 'read', '2026-01-06T06:00:00Z', null, 'Ready to Pay', null),
      (1, 'ivr', '9876500001', null, 'sent', '2026-01-06T06:00:00Z', null, null, 'Reminder round')`);
});
afterAll(() => server.stop());

const texts = async (who: Caller, query: object = {}): Promise<(string | null)[]> =>
  (await who.call(communications.sms, query)).rows.map(({ message }) => message);

test('each channel has its list, the newest first, numbers masked', async () => {
  const { rows } = await agent.call(communications.sms, {});
  expect(rows.map(({ message }) => message)).toEqual(['Closed loan', 'New', 'Old']);
  expect(rows[2]).toMatchObject({
    mobile: 'XXXXXX0001',
    status: 'delivered',
    loan: {
      loanNumber: 'M1',
      isActive: true,
      isDNC: false,
      loanBorrower: { name: 'Asha Rao' },
      client: { name: expect.any(String) },
    },
    creator: { fullName: expect.stringMatching(/^Test /) },
  });
  const [answer] = (await agent.call(communications.whatsapp, {})).rows;
  expect(answer).toMatchObject({ responseType: 'Ready to Pay', creator: null });
  const [call] = (await agent.call(communications.ivr, {})).rows;
  expect(call).toMatchObject({ message: null, campaignName: 'Reminder round' });
  expect((await agent.call(communications.rcs, {})).rows).toEqual([]);
});

test('a list is filtered by status, client, loan status, day in India and text', async () => {
  expect(await texts(agent, { status: 'failed' })).toEqual(['New']);
  expect(await texts(agent, { isActive: false })).toEqual(['Closed loan']);
  expect(await texts(agent, { startDate: '2026-01-05', endDate: '2026-01-05' })).toEqual(['New']);
  expect(await texts(agent, { endDate: '2026-01-04' })).toEqual(['Old']);
  expect(await texts(agent, { clientIds: [999] })).toEqual([]);
  expect(await texts(agent, { q: 'M2' })).toEqual(['Closed loan']);
  expect(await texts(agent, { jobId: 999 })).toEqual([]);
});

test("messages of other users' loans are unreadable; an admin needs the flag", async () => {
  expect(await texts(other)).toEqual([]);
  expect(await texts(admin)).toHaveLength(3);
  const plain = await server.person({ roleType: 'admin' });
  expect((await refusal(plain.call(communications.sms, {}))).body.code).toBe('FORBIDDEN');
  const sender = await server.person({ roleType: 'admin', flags: ['upload_communications_file'] });
  expect(await texts(sender)).toHaveLength(3);
});

test('a page and its number are the same for one person, a team and all, whichever way they are found', async () => {
  const lead = await server.person({ roleType: 'tech_lead' });
  const team = [agent.id, other.id];
  for (let n = 0; n < 4; n += 1) team.push((await server.person({ roleType: 'agent' })).id);
  await server.database.run(sql`update users set reporting_to = ${lead.id} where id = any(${team})`);
  for (const query of [
    { size: 2 },
    { size: 2, page: 2 },
    { size: 2, page: 3 },
    { size: 2, part: 'rows' as const },
    { size: 2, part: 'count' as const },
    { size: 2, part: 'exact' as const },
    { isActive: true },
    { q: 'M1', size: 1 },
  ]) {
    const ofAll = await admin.call(communications.sms, query);
    for (const who of [agent, lead])
      expect(await who.call(communications.sms, query), JSON.stringify(query)).toEqual(ofAll);
  }
  expect(await admin.call(communications.sms, { size: 2 })).toMatchObject({ count: 3 });
  expect((await admin.call(communications.sms, { size: 2, page: 2 })).rows).toHaveLength(1);
});
