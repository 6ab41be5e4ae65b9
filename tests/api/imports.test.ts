import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { files } from '../../src/contract/files.ts';
import { sql } from '../../src/server/kernel/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const fixtures = new URL('../fixtures/', import.meta.url);
const lenderFile = await readFile(new URL('lender-a.csv', fixtures));
const expected = JSON.parse(await readFile(new URL('lender-a.expected.json', fixtures), 'utf8')) as {
  totalRecords: number;
  correctRecords: number;
  incorrectRecords: number;
  posOfCorrectRupees: number;
  incorrectByReason: Record<string, number>;
};

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  await server.database.run(sql`insert into users (first_name, last_name, email, role_id)
    select 'Agent', n::text, case n when 1 then 'agent@recoup.test' else 'agent2@recoup.test' end, 7 from generate_series(1, 2) n`);
  admin = await server.as('upload_borrower_file');
});
afterAll(() => server.stop());

const put = (url: string, body: Uint8Array | string, type = 'text/csv'): Promise<Response> =>
  admin.fetch(url, { method: 'PUT', headers: { 'Content-Type': type }, body: body as BodyInit });

async function upload(body: Uint8Array | string): Promise<string> {
  const { url, key } = await admin.call(files.uploadLink, { key: 'lender a.csv', fileType: 'text/csv' });
  const answer = await put(url, body);
  expect(answer.status).toBe(200);
  return key;
}

async function importFile(body: Uint8Array | string) {
  const fileKey = await upload(body);
  const job = await admin.call(files.parse, { fileKey, type: 'CUSTOMER_FILE', clientId: 1, portfolioId: 1 });
  return vi.waitUntil(
    async () => {
      const now = await admin.call(files.job, { id: String(job?.id) });
      return now?.status === 'completed' || now?.status === 'failed' ? now : false;
    },
    { timeout: 15_000, interval: 50 },
  );
}

interface Digest {
  digest: string;
}
const loansNow = (): Promise<Digest | undefined> =>
  server.database
    .one<Digest>(sql`select md5(string_agg(l::text, '|' order by l.id) || (select count(*) from loan_assignments)
    || (select string_agg(b::text, '|' order by b.id) from borrowers b)) as digest from loans l`);

test('a lender’s file becomes loans, and every bad row has its reason', async () => {
  const job = await importFile(lenderFile);
  expect(job).toMatchObject({
    status: 'completed',
    progressPercentage: 100,
    totalRecords: expected.totalRecords,
    correctRecords: expected.correctRecords,
    incorrectRecords: expected.incorrectRecords,
    newLoansCount: expected.correctRecords,
    existLoansCount: 0,
  });
  const sum = await server.database.one<{ paise: number }>(
    sql`select sum(principal_outstanding) as paise from loans`,
  );
  expect((sum?.paise ?? 0) / 100).toBeCloseTo(expected.posOfCorrectRupees, 2);
  const reasons = await server.database.rows<{ reason: string; n: number }>(
    sql`select reason, count(*) as n from import_errors group by reason`,
  );
  expect(Object.fromEntries(reasons.map(({ reason, n }) => [reason, n]))).toEqual(expected.incorrectByReason);
});

test('the same file again changes nothing', async () => {
  const before = await loansNow();
  const job = await importFile(lenderFile);
  expect(job).toMatchObject({ newLoansCount: 0, existLoansCount: expected.correctRecords });
  expect(await loansNow()).toEqual(before);
});

test('the error file names row, column and reason, and only its owner can fetch it', async () => {
  const job = (await admin.call(files.jobs, { type: 'CUSTOMER_FILE' })).rows[0];
  const { url } = await admin.call(files.readLink, { key: job?.errorFileKey ?? '' });
  const text = await (await admin.fetch(url)).text();
  expect(text.trimEnd().split('\r\n').length).toBeGreaterThanOrEqual(expected.incorrectRecords + 1);
  expect(text).toContain('"date ambiguous"');
  const other = await server.person({ roleType: 'agent', flags: ['upload_borrower_file'] });
  expect((await other.fetch(url)).status).toBe(410);
  expect((await refusal(other.call(files.readLink, { key: job?.errorFileKey ?? '' }))).status).toBe(404);
});

test('a link is for one file, once, unchanged', async () => {
  const { url } = await admin.call(files.uploadLink, { key: 'a.csv' });
  expect((await put(url.replace(/sig=./, 'sig=!'), 'x')).status).toBe(410);
  expect((await put(url.replace(/exp=\d/, 'exp=9'), 'x')).status).toBe(410);
  expect((await put(url, 'LOAN NUMBER,BORROWER NAME\n')).status).toBe(200);
  expect((await put(url, 'again')).status).toBe(410);
});

test('only .csv files get a link, and a file of somebody else is not read', async () => {
  expect((await refusal(admin.call(files.uploadLink, { key: 'loans.xlsx' }))).body.message).toBe(
    'Only .csv files can be uploaded.',
  );
  const fileKey = await upload('LOAN NUMBER,BORROWER NAME\n');
  const other = await server.as('upload_borrower_file');
  const job = { fileKey, type: 'CUSTOMER_FILE', clientId: 1, portfolioId: 1 } as const;
  expect((await refusal(other.call(files.parse, job))).status).toBe(404);
  const payments = await server.as('upload_payments_file');
  expect((await refusal(payments.call(files.parse, job))).status).toBe(403);
  expect((await refusal(admin.call(files.parse, { ...job, portfolioId: 2 }))).body.code).toBe(
    'INVALID_INPUT',
  );
});

test.each([
  ['a zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe])],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x4c, 0, 0x4f, 0])],
  ['a file without its columns', 'A,B\n1,2\n'],
  ['a quote that never ends', 'LOAN NUMBER,BORROWER NAME\n"1,2\n3,4\n'],
  ['a column that stands twice', 'LOAN NUMBER,BORROWER NAME,Loan Number\n1,2,3\n'],
  ['nothing', ''],
])('%s is refused as a whole, in words', async (_, body) => {
  const before = await loansNow();
  const job = await importFile(body);
  expect(job.status).toBe('failed');
  expect(job.errorMsg).toMatch(/[.]$/);
  expect(await loansNow()).toEqual(before);
});
