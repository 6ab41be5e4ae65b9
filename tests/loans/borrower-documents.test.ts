import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDocuments } from '../../src/contexts/loans/contract/borrower-documents.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let lead: Caller;
let agent: Caller;
let other: Caller;
const flags = ['view_attachments_file'] as const;
beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags });
  agent = await server.person({ roleType: 'agent', flags, reportingTo: lead.id });
  other = await server.person({ roleType: 'agent', flags });
  await server.database.run(
    sql`insert into borrowers (id, client_id, name) values (1, 1, 'Asha Rao'), (2, 1, 'Ravi Das')`,
  );
  await server.database.run(sql`
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id)
    values (1, 1, 1, 'LN-1', ${agent.id}), (1, 1, 2, 'LN-2', ${other.id})`);
});
afterAll(() => server.stop());

const pdf = '%PDF-1.7 an agreement';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const linkFor = (name: string, who = agent) =>
  who.call(files.uploadLink, { key: name, type: 'borrower-document' });
const put = (url: string, body: Uint8Array | string, type: string, who = agent): Promise<Response> =>
  who.fetch(url, { method: 'PUT', headers: { 'Content-Type': type }, body: body as BodyInit });
const codeOf = async (answer: Promise<Response>): Promise<string> => {
  const response = await answer;
  return response.ok ? 'accepted' : ((await response.json()) as { code: string }).code;
};
async function sent(name: string, body: Uint8Array | string, type: string, who = agent): Promise<string> {
  const { url, key } = await linkFor(name, who);
  expect(await codeOf(put(url, body, type, who))).toBe('accepted');
  return key;
}
const add = (key: string, o: { who?: Caller; borrowerId?: number; deleteKey?: string } = {}) =>
  (o.who ?? agent).call(borrowerDocuments.add, {
    borrowerId: o.borrowerId ?? 1,
    borrowerDocs: [{ docCategoryId: 3, key, name: 'Agreement' }],
    ...(o.deleteKey && { deleteKey: o.deleteKey }),
  });
const listed = async (who = agent, id = '1') =>
  (await who.call(borrowerDocuments.list, { id })).map(({ name }) => name);

test('a document is uploaded, listed with the borrower by category, and read over a link of two minutes', async () => {
  const categories = await agent.call(borrowerDocuments.categories, {});
  expect(categories[0]).toEqual({ id: 1, key: 'identity', name: 'Identity proof' });
  const key = await sent('agreement.PDF', pdf, 'application/pdf');
  const [row] = await add(key);
  expect(row).toMatchObject({
    key,
    name: 'Agreement',
    docCategoryId: 3,
    category: { name: 'Loan agreement' },
    contentType: 'application/pdf',
    bytes: pdf.length,
  });
  const { url } = await lead.call(files.readLink, { key });
  const answer = await lead.fetch(url);
  expect(await answer.text()).toBe(pdf);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''agreement.PDF");
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  // The link is per user; another viewer of the borrower gets a separate one.
  expect(await codeOf(agent.fetch(url))).toBe('LINK_EXPIRED');
  const looks = await server.database.rows(sql`
    select actor_id as who, entity_id as id from event where type = 'files.read' order by id`);
  expect(looks).toEqual([{ who: lead.id, id: row?.id }]);
});

test('a file type must match its bytes', async () => {
  for (const [name, type, body] of [
    ['a.pdf', 'application/pdf', 'MZ an executable'],
    ['a.png', 'image/png', pdf],
    ['a.jpg', 'image/jpeg', png],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text'],
    ['a.txt', 'text/plain', new Uint8Array([65, 0, 66])],
    ['a.txt', 'text/plain', new Uint8Array([0xff, 0xfe, 65])],
    ['a.pdf', 'application/pdf', '%PD'],
    ['a.pdf', 'application/pdf', ''],
  ] as const) {
    const { url } = await linkFor(name);
    expect([name, await codeOf(put(url, body, type))]).toEqual([name, 'WRONG_FILE_TYPE']);
    expect([name, await codeOf(put(url, body, 'image/gif'))]).toEqual([name, 'WRONG_FILE_TYPE']);
  }
  for (const name of ['page.html', 'run.svg', 'a.pdf.exe', 'pdf', 'a.csv'])
    expect((await refusal(linkFor(name))).body.code).toBe('WRONG_FILE_TYPE');
  const both = { key: 'a.png', type: 'borrower-document', fileType: 'text/html' };
  expect((await refusal(agent.call(files.uploadLink, both))).body.code).toBe('WRONG_FILE_TYPE');
  await sent('note.txt', 'नमस्ते', 'text/plain');
});

test('a document has at most ten megabytes, and is not stored among job files', async () => {
  const { url } = await linkFor('large.png');
  const large = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]);
  expect(await codeOf(put(url, large, 'image/png'))).toBe('TOO_LARGE');
  const key = await sent('small.png', png, 'image/png');
  const job = { fileKey: key, type: 'CUSTOMER_FILE', clientId: 1, portfolioId: 1 } as const;
  const admin = await server.as('upload_borrower_file', ...flags);
  expect((await refusal(admin.call(files.parse, job))).body.code).toBe('NOT_FOUND');
  expect((await refusal(agent.call(files.uploadLink, { key: 'a.csv' }))).body.code).toBe('FORBIDDEN');
});

test('documents of an invisible borrower cannot be added, seen or deleted', async () => {
  const key = await sent('mine.png', png, 'image/png');
  expect((await refusal(add(key, { borrowerId: 2 }))).body.code).toBe('NOT_FOUND');
  // Another user's upload cannot be attached.
  expect((await refusal(add(key, { who: lead }))).body.code).toBe('NOT_FOUND');
  await add(key);
  expect(await listed(lead)).toContain('Agreement');
  const calls = [
    () => other.call(borrowerDocuments.list, { id: '1' }),
    () => other.call(borrowerDocuments.remove, { key }),
    () => other.call(files.readLink, { key }),
    () => add('borrower-document/none', { who: other }),
  ];
  for (const call of calls) expect((await refusal(call())).body.code).toBe('NOT_FOUND');
  const blind = await server.person({ roleType: 'admin', flags: ['list_break'] });
  expect((await refusal(blind.call(files.readLink, { key }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(blind.call(borrowerDocuments.list, { id: '1' }))).body.code).toBe('FORBIDDEN');
});

test('a missing, used or wrongly categorised file is rejected', async () => {
  const { key } = await linkFor('late.png');
  expect((await refusal(add(key))).body.code).toBe('FILE_MISSING');
  const twice = await sent('twice.png', png, 'image/png');
  await add(twice);
  expect((await refusal(add(twice))).body.code).toBe('TAKEN');
  const docs = [{ docCategoryId: 999, key: await sent('x.png', png, 'image/png'), name: 'X' }];
  const strange = refusal(agent.call(borrowerDocuments.add, { borrowerId: 1, borrowerDocs: docs }));
  expect((await strange).body.fields).toEqual([{ path: 'borrowerDocs.0.docCategoryId', fault: 'invalid' }]);
  const none = refusal(agent.call(borrowerDocuments.add, { borrowerId: 1, borrowerDocs: [] }));
  expect((await none).body.fields).toEqual([{ path: 'borrowerDocs', fault: 'required' }]);
});

test('a document is deleted or replaced; then it is unreadable', async () => {
  const first = await sent('first.png', png, 'image/png', other);
  await add(first, { who: other, borrowerId: 2 });
  const second = await sent('second.png', png, 'image/png', other);
  const rows = await add(second, { who: other, borrowerId: 2, deleteKey: first });
  expect(rows.map(({ key }) => key)).toEqual([second]);
  expect((await refusal(other.call(files.readLink, { key: first }))).body.code).toBe('NOT_FOUND');
  const { url } = await other.call(files.readLink, { key: second });
  await other.call(borrowerDocuments.remove, { key: second });
  expect(await listed(other, '2')).toEqual([]);
  // Its bytes go a moment later, and with them what older links lead to.
  await expect.poll(() => codeOf(other.fetch(url))).toBe('LINK_EXPIRED');
});

test('a document is deleted by its uploader or their senior, never by read-only users', async () => {
  const key = await sent('proof.pdf', pdf, 'application/pdf', lead);
  await add(key, { who: lead });
  const before = await listed();
  const mine = (await agent.call(borrowerDocuments.list, { id: '1' })).find((paper) => paper.key === key);
  expect(mine?.mayRemove).toBe(false);
  const own = await sent('own.pdf', pdf, 'application/pdf');
  const tries = [() => agent.call(borrowerDocuments.remove, { key }), () => add(own, { deleteKey: key })];
  for (const attempt of tries) expect((await refusal(attempt())).body.code).toBe('NOT_YOUR_PAPER');
  expect(await listed()).toEqual(before);
  await add(own);
  await lead.call(borrowerDocuments.remove, { key: own });
  await lead.call(borrowerDocuments.remove, { key });
  expect(await listed()).toHaveLength(before.length - 1);
});
