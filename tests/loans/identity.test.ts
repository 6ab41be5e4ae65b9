/** Identity numbers are stored masked and encrypted: a copy of database or backup reveals neither. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { join, name, sql } from '../../src/kernel/server/database/sql.ts';
import { sealedFor } from '../../src/contexts/files/server/import/seal-number.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { ended, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

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
