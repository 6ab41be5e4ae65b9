/** Identity numbers are stored masked and encrypted: a copy of database or backup reveals neither. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { join, name, sql } from '../../src/kernel/server/database/sql.ts';
import { sealedFor } from '../../src/contexts/files/server/import/seal-number.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { ended, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, bootBeside } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_borrower_file', 'view_borrower_profile');
});
afterAll(() => server.stop());

const header = 'LOAN NUMBER,BORROWER NAME,MOBILE,POS,TOS,CLIENT BORROWER ID,PAN\n';
const row = (n: number, pan: string): string =>
  `PN${n},Asha Rao ${n},98765${10_000 + n},100,120,PB${n},${pan}\n`;

/** Tables containing a text in any row, per text, including jobs; in one statement, because they are hundreds. */
async function placesOf(...texts: string[]): Promise<string[]> {
  const tables = await server.database.rows<{ schema: string; table: string }>(sql`
    select n.nspname as schema, c.relname as "table" from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'jobs') order by 1, 2`);
  const looks = tables.map(
    ({ schema, table }) => sql`select n, ${`${schema}.${table}`}::text as place from texts
      where exists (select from ${name(schema)}.${name(table)} t where strpos(t::text, texts.text) > 0)`,
  );
  const found = await server.database.rows<{ place: string }>(sql`
    with texts as (select * from unnest(${texts}::text[]) with ordinality t (text, n))
    select place from (${join(looks, ' union all ')}) found order by n, place`);
  return found.map(({ place }) => place);
}
const borrower = (n: number) =>
  server.database.one<{ id: number; pan: string; sealed: string; at: string }>(
    sql`select id, pan, pan_sealed as sealed, updated_at as at from borrowers where client_borrower_id = ${`PB${n}`}`,
  );
const profileOf = async (n: number): Promise<string | null | undefined> =>
  (await admin.call(loans.borrower, { id: String((await borrower(n))?.id) }))?.pan;
const opened = (sealed: string | undefined): string =>
  openSafe({ dataDir: server.folder }).open(sealed ?? '', sealedFor('pan', 1));

test('an imported PAN is stored encrypted, shown masked, and opens with the key', async () => {
  const job = await send(
    admin,
    'CUSTOMER_FILE',
    header + row(1, 'ABCPX1234F') + row(2, '') + row(3, 'XXXXXX234F'),
  );
  expect(job).toMatchObject({ correctRecords: 3 });
  expect(await placesOf('ABCPX1234F')).toEqual([]);
  expect(await profileOf(1)).toBe('ABCXXXXXXF');
  expect(opened((await borrower(1))?.sealed)).toBe('ABCPX1234F');
  expect(await borrower(2)).toMatchObject({ pan: null, sealed: null });
  expect(await borrower(3)).toMatchObject({ pan: 'XXXXXX234F', sealed: null });
});

test('a repeated file changes nothing, another number is stored, and undoing restores the previous one', async () => {
  const before = await borrower(1);
  await send(admin, 'CUSTOMER_FILE', header + row(1, 'ABCPX1234F'));
  expect(await borrower(1)).toEqual(before);
  // Equal last characters.
  const job = await send(admin, 'CUSTOMER_FILE', header + row(1, 'ABCPX9999F'));
  expect(opened((await borrower(1))?.sealed)).toBe('ABCPX9999F');
  await admin.call(files.undo, { id: String(job.id) });
  await ended(admin, job.id);
  expect(opened((await borrower(1))?.sealed)).toBe('ABCPX1234F');
  expect(await placesOf('ABCPX')).toEqual([]);
});

test('plaintext numbers of five kinds are encrypted at start, and a file can still be undone', async () => {
  await send(admin, 'CUSTOMER_FILE', header + row(7, 'CCCPX7777C'));
  const loan = await server.database.one<{ id: number }>(sql`select id from loans where loan_number = 'PN7'`);
  const other = await send(
    admin,
    'CUSTOMER_FILE',
    header.replace('\n', ',FATHER NAME\n') + row(7, '').replace('\n', ',Ravi Rao\n'),
  );
  // As left by the previous version.
  await server.database
    .run(sql`update borrowers set pan = 'CCCPX7777C', pan_sealed = null, aadhar = '987654321098',
      voter_id = 'KLV7654321', driving_licence = 'KL-07-20110012345', passport_number = 'Z12-OLD-PASS'
    where client_borrower_id = 'PB7'`);
  await server.database.run(sql`update import_changes set before = jsonb_set(before - 0, '{0}',
      (before->0) || '{"pan": "CCCPX7777C"}' #- '{pan_sealed}') where job_id = ${other.id} and what = 'borrowers'`);
  await server.database
    .run(sql`insert into loan_participants (loan_id, type, name, pan, aadhar_number, voter_id, driving_license,
      passport_number) values (${loan?.id}, 'Guarantor', 'Bina Das', 'DDDPX8888D', '123456789012', 'TNV1111111',
      'TN-01-20220099999', 'P7654321')`);
  const clear = ['CCCPX7777C', '987654321098', 'DDDPX8888D', '123456789012'];
  const papers = [
    'KLV7654321',
    'KL-07-20110012345',
    'Z12-OLD-PASS',
    'TNV1111111',
    'TN-01-20220099999',
    'P7654321',
  ];
  const seen = async () => [
    await admin.call(loans.borrower, { id: String((await borrower(7))?.id) }),
    await admin.call(loans.participants, { loanId: loan?.id ?? 0 }),
  ];
  const before = await seen();
  expect(await placesOf(...papers)).toEqual([
    ...Array<string>(3).fill('public.borrowers'),
    ...Array<string>(3).fill('public.loan_participants'),
  ]);
  expect(await placesOf(...clear)).toEqual([
    'public.borrowers',
    'public.import_changes',
    'public.borrowers',
    'public.loan_participants',
    'public.loan_participants',
  ]);

  const next = await bootBeside(server, undefined, { DATA_DIR: server.folder });
  await expect.poll(() => placesOf(...clear, ...papers)).toEqual([]);
  await next.stop();
  // No visible difference.
  expect(await seen()).toEqual(before);
  const [person] = await admin.call(loans.participants, { loanId: loan?.id ?? 0 });
  expect(person).toMatchObject({
    pan: 'DDDXXXXXXD',
    aadharNumber: 'XXXX9012',
    voterId: 'XXXX1111',
    drivingLicense: 'XXXX9999',
    passportNumber: 'XXXX4321',
  });
  const kept = await server.database.one<Record<'voter' | 'licence' | 'passport', string>>(sql`
    select voter_id_sealed as voter, driving_licence_sealed as licence, passport_number_sealed as passport
    from borrowers where client_borrower_id = 'PB7'`);
  const safe = openSafe({ dataDir: server.folder });
  for (const [what, number] of [
    ['voter', 'KLV7654321'],
    ['licence', 'KL-07-20110012345'],
    ['passport', 'Z12-OLD-PASS'],
  ] as const)
    expect(safe.open(kept?.[what] ?? '', sealedFor(what, 1))).toBe(number);
  const sealed = await server.database.one<{ aadhaar: string }>(
    sql`select aadhar_sealed as aadhaar from borrowers where client_borrower_id = 'PB7'`,
  );
  expect(openSafe({ dataDir: server.folder }).open(sealed?.aadhaar ?? '', sealedFor('aadhaar', 1))).toBe(
    '987654321098',
  );
  await admin.call(files.undo, { id: String(other.id) });
  expect((await ended(admin, other.id)).status).toBe('completed');
  expect(opened((await borrower(7))?.sealed)).toBe('CCCPX7777C');
});
