/** Client users: viewers read, approvers decide and manage users; the agency creates neither. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { complaints } from '../../src/contexts/complaints/contract/complaints.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { portalPeople } from '../../src/contexts/lenders/contract/portal-people.ts';
import { portal } from '../../src/contexts/settlements/contract/portal.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let approver: Caller;
let viewer: Caller;
let other: Caller;
let staff: Caller;
beforeAll(async () => {
  server = await boot();
  approver = await server.person({ roleType: 'client', clientId: 1 });
  viewer = await server.person({ roleType: 'client', clientId: 1, flags: [] });
  other = await server.person({ roleType: 'client', clientId: 2 });
  staff = await server.as('list_settlement_tracker', 'view_attachments_file');
});
afterAll(() => server.stop());

async function handed(clientId = 1): Promise<string> {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (${clientId}, 'Asha Rao') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, total_outstanding)
      select ${clientId}, (select min(id) from portfolios where client_id = ${clientId}), b.id, 'PP-' || b.id, 'Asha Rao', 12000000 from b returning id)
    insert into settlements (loan_id, user_id, amount, settlement_date, comments, status, sent_to_client_at, client_status, principal_outstanding)
    select l.id, ${staff.id}, 4000000, '2026-12-01', 'Asks', 'Approved', now(), 'Pending', 10000000 from l returning id`);
  return String(made?.id);
}
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;
const people = async (who = approver) => (await who.call(portalPeople.list, {})).rows;

test('a viewer sees what an approver decides, and decides nothing', async () => {
  const id = await handed();
  expect((await viewer.call(portal.list, {})).rows.map((row) => String(row.id))).toContain(id);
  for (const call of [
    () => viewer.call(portal.answer, { id, status: 'Approved' }),
    () => viewer.call(portal.answer, { id, status: 'QueryRaised', comments: 'Why?' }),
    () => viewer.call(portal.note, { id }),
    () => viewer.call(complaints.send, { loanNumber: 'PP-1', kind: 'other', words: 'Rude' } as never),
    () =>
      viewer.call(portalPeople.add, {
        firstName: 'A',
        lastName: 'B',
        email: 'a@lender.example',
        role: 'approver',
      }),
    () => viewer.call(portalPeople.edit, { id: String(viewer.id), role: 'approver' }),
  ])
    expect(await code(call())).toBe('FORBIDDEN');
  expect((await approver.call(portal.answer, { id, status: 'Approved' }))?.clientStatus).toBe('Approved');
});

test('an approver invites and edits client users; those of another lender are not found', async () => {
  const made = await approver.call(portalPeople.add, {
    firstName: 'Meera',
    lastName: 'Iyer',
    email: 'meera@lender.example',
    role: 'viewer',
  });
  expect(made).toMatchObject({ role: 'viewer', isActive: true, isInvited: true, isContact: false });
  const id = String(made?.id);
  const links = () =>
    server.database.one<{ n: number }>(
      sql`select count(*)::int as n from password_link where user_id = ${made?.id}`,
    );
  await vi.waitUntil(async () => (await links())?.n === 1, { timeout: 60_000 });
  expect(
    await code(
      other.call(portalPeople.add, {
        firstName: 'Meera',
        lastName: 'Iyer',
        email: 'Meera@lender.example',
        role: 'viewer',
      }),
    ),
  ).toBe('TAKEN');
  expect(await code(other.call(portalPeople.edit, { id, isActive: false }))).toBe('NOT_FOUND');
  expect((await people(other)).map((one) => one.id)).not.toContain(made?.id);
  const meera = await server.signIn(made?.id ?? 0);
  const settlement = await handed();
  expect(await code(meera.call(portal.answer, { id: settlement, status: 'Approved' }))).toBe('FORBIDDEN');
  expect(await approver.call(portalPeople.edit, { id, role: 'approver' })).toMatchObject({
    role: 'approver',
  });
  await meera.call(portal.answer, { id: settlement, status: 'Approved' });
  await approver.call(portalPeople.edit, { id, isActive: false });
  expect((await refusal(meera.call(portal.list, {}))).status).toBe(401);
  expect(await code(approver.call(portalPeople.edit, { id: String(approver.id), role: 'viewer' }))).toBe(
    'OWN_ACCOUNT',
  );
  for (const call of [
    () => staff.call(portalPeople.list, {}),
    () => staff.call(portalPeople.edit, { id, isActive: true }),
  ])
    expect(await code(call())).toBe('FORBIDDEN');
});

test('the registered contact remains an approver', async () => {
  const contact = await server.person({ roleType: 'client', clientId: 1 });
  await server.database.run(
    sql`update clients set contact_person_email = (select email from users where id = ${contact.id}) where id = 1`,
  );
  expect((await people()).find((one) => one.id === contact.id)?.isContact).toBe(true);
  expect(await code(approver.call(portalPeople.edit, { id: String(contact.id), isActive: false }))).toBe(
    'OWN_ACCOUNT',
  );
});

test('documents of a settlement are available to its lender only', async () => {
  const [id, foreign] = [await handed(), await handed(2)];
  const key = (n: number) => `settlement-document/00000000-0000-4000-8000-00000000000${n}`;
  for (const [n, settlement] of [
    [1, id],
    [2, foreign],
  ] as const) {
    await server.database.run(sql`
      insert into uploads (key, user_id, purpose, content_type, max_bytes, bytes, file_name, stored_at, expires_at)
      values (${key(n)}, ${staff.id}, 'settlement-document', 'application/pdf', 1000, 1000, 'income.pdf', now(), now())`);
    await server.database.run(sql`
      insert into settlement_documents (settlement_id, category_id, key, name, added_by)
      values (${settlement}, (select min(id) from document_categories), ${key(n)}, 'Income', ${staff.id})`);
  }
  expect((await viewer.call(portal.list, {})).rows.find((row) => String(row.id) === id)?.papers).toBe(1);
  expect(await viewer.call(portal.documents, { id })).toMatchObject([{ name: 'Income', mayRemove: false }]);
  expect(await code(viewer.call(portal.documents, { id: foreign }))).toBe('NOT_FOUND');
  expect((await viewer.call(files.readLink, { key: key(1) }))?.url).toContain('/file/content/');
  expect(await code(viewer.call(files.readLink, { key: key(2) }))).toBe('NOT_FOUND');
  await server.database.run(sql`update settlements set status = 'Void' where id = ${id}`);
  expect(await code(viewer.call(files.readLink, { key: key(1) }))).toBe('NOT_FOUND');
});
