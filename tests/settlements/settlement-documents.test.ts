/** Settlement documents: attached by viewers of the loan, listed in the timeline, deleted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const flags = ['view_attachments_file', 'settlement_timeline'] as const;
const pdf = '%PDF-1.7 a letter';
let server: TestServer;
let agent: Caller;
let other: Caller;
let settlementId = 0;
beforeAll(async () => {
  server = await boot();
  agent = await server.person({ roleType: 'agent', flags });
  other = await server.person({ roleType: 'agent', flags });
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, principal_outstanding)
    select 1, 1, b.id, 'SD-1', 'Asha Rao', ${agent.id}, 10000000 from b returning id`);
  const made = await agent.call(settlements.request, {
    loanId: loan?.id ?? 0,
    amount: 40_000,
    settlementDate: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    followUpDate: new Date(Date.now() + 86_400_000).toISOString(),
  });
  settlementId = made?.id ?? 0;
});
afterAll(() => server.stop());

async function sent(type = 'settlement-document', who = agent): Promise<string> {
  const { url, key } = await who.call(files.uploadLink, { key: 'letter.pdf', type });
  const answer = await who.fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/pdf' },
    body: pdf,
  });
  expect(answer.status).toBe(200);
  return key;
}
const add = (key: string, more: object = {}, who = agent) =>
  who.call(settlements.addDocuments, {
    settlementId,
    settlmentDocs: [{ docCategoryId: 6, key, name: 'Letter' }],
    ...more,
  });
const names = async (who = agent) =>
  (await who.call(settlements.documents, { id: String(settlementId) })).map(({ name }) => name);
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;

test('a document is stored with the settlement by category, read over a link, replaced and deleted', async () => {
  const categories = await agent.call(settlements.documentCategories, {});
  expect(categories).toContainEqual({ id: 6, key: 'letter', name: 'Letter' });
  const key = await sent();
  const [row] = await add(key);
  expect(row).toMatchObject({
    key,
    category: { name: 'Letter' },
    contentType: 'application/pdf',
    bytes: pdf.length,
  });
  const { url } = await agent.call(files.readLink, { key });
  expect(await (await agent.fetch(url)).text()).toBe(pdf);
  const next = await sent();
  await add(next, { deleteKey: key, isDeleted: true });
  expect(
    (await agent.call(settlements.documents, { id: String(settlementId) })).map((one) => one.key),
  ).toEqual([next]);
  await agent.call(settlements.removeDocument, { key: next });
  expect(await names()).toEqual([]);
  const steps = await agent.call(settlements.timeline, { id: String(settlementId) });
  expect(steps.map(({ status }) => status)).toEqual([
    'Docs Removed',
    'Docs Uploaded',
    'Docs Removed',
    'Docs Uploaded',
    'Initiated',
  ]);
});

test('documents of an invisible settlement, and foreign files, cannot be added, seen or deleted', async () => {
  const key = await sent();
  expect(await code(add(key, {}, other))).toBe('NOT_FOUND');
  const foreign = await sent('settlement-document', other);
  expect(await code(add(foreign))).toBe('NOT_FOUND');
  expect(await code(add(await sent('borrower-document')))).toBe('NOT_FOUND');
  await add(key);
  const calls = [
    () => other.call(settlements.documents, { id: String(settlementId) }),
    () => other.call(settlements.removeDocument, { key }),
    () => other.call(files.readLink, { key }),
  ];
  for (const call of calls) expect(await code(call())).toBe('NOT_FOUND');
  expect(await code(add(key))).toBe('TAKEN');
  const blind = await server.person({ roleType: 'tech_lead' });
  expect(await code(blind.call(settlements.documents, { id: String(settlementId) }))).toBe('FORBIDDEN');
});

test('something must change, and a category must be one of ours', async () => {
  const empty = { settlementId, settlmentDocs: [] };
  expect(await code(agent.call(settlements.addDocuments, empty))).toBe('INVALID_INPUT');
  const key = await sent();
  const strange = await refusal(add(key, { settlmentDocs: [{ docCategoryId: 99, key, name: 'X' }] }));
  expect(strange.body.fields).toEqual([
    expect.objectContaining({ path: 'settlmentDocs.0.docCategoryId', fault: 'invalid' }),
  ]);
});

test('documents are attached to the letter on request', async () => {
  await server.database.run(sql`update clients set letter_addresses = 'lender.example'`);
  const writer = await server.as('approve_reject_settlement', ...flags);
  const letter = await writer.call(settlements.email, { id: String(settlementId) });
  const { emailStatus: _, ...said } = letter ?? ({} as never);
  const given = {
    ...said,
    settlementId,
    to: 'a@lender.example',
    cc: 'b@lender.example',
    state: 'Goa',
    branchName: 'Panaji',
    bkt: '1',
    contactNumber: 'XXXXXX0001',
    withDocuments: true,
  };
  const names = (await writer.call(settlements.documents, { id: String(settlementId) })).map(
    ({ name }) => name,
  );
  expect(names.length).toBeGreaterThan(0);
  await writer.call(settlements.sendMail, given);
  await expect
    .poll(() => server.database.rows(sql`select attachments from mailbox`))
    .toEqual([{ attachments: names }]);
});
