/** Identities from files, forms and phones are stored in their canonical form. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dnc } from '../../src/contexts/contact/contract/dnc.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import type { Identity } from '../../src/kernel/contract/identity/identity.ts';
import { canonicalLoanNumber } from '../../src/kernel/contract/identity/loan-number.ts';
import { canonicalPincode } from '../../src/kernel/contract/identity/person.ts';
import { plainReference } from '../../src/kernel/contract/identity/reference.ts';
import { canonicalPhone } from '../../src/kernel/contract/identity/telephone.ts';
import { name, sql } from '../../src/kernel/server/database/sql.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { send } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let agent: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as(
    'upload_borrower_file',
    'upload_payments_file',
    'list_dnc',
    'list_borrower_collection',
  );
  agent = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());

/** What spreadsheets, phones and keyboards make of a number. */
const written: readonly ((number: string) => string)[] = [
  (number) => `="${number}"`,
  (number) => `'${number}`,
  (number) => `${number}.0`,
  (number) => `\u202A${number}\u202C`,
  (number) => ` ${number}\u00A0\u200B`,
  (number) => number.replace(/\d/g, (figure) => String.fromCharCode(0x966 + Number(figure))),
  (number) => number.replace(/\d/g, (figure) => String.fromCodePoint(0x1d7ce + Number(figure))),
  (number) => number.replace(/\d/g, (figure) => String.fromCharCode(0xff10 + Number(figure))),
  (number) => `\uFEFF${number};`,
];
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const today = businessDay(new Date());

const columns: readonly [table: string, column: string, form: (raw: string) => Identity][] = [
  ['loans', 'loan_number', canonicalLoanNumber],
  ['loans', 'mobile', canonicalPhone],
  ['loans', 'alternate_contact1', canonicalPhone],
  ['loans', 'alternate_contact2', canonicalPhone],
  ['borrowers', 'pincode', canonicalPincode],
  ['payments', 'transaction_id', plainReference],
  ['borrower_dispositions', 'transaction_id', plainReference],
  ['dnc_numbers', 'mobile', canonicalPhone],
];

test('no endpoint stores an identity in another form', async () => {
  await send(
    admin,
    'CUSTOMER_FILE',
    [
      'LOAN NUMBER,BORROWER NAME,MOBILE,ALTERNATE CONTACT 1,POS,TOS,PINCODE',
      ...written.map((as, i) =>
        [as(`45100${i}00`), 'Asha', as(`987650100${i}`), as(`987650200${i}`), '900', '900', as('682001')]
          .map(quoted)
          .join(),
      ),
    ].join('\r\n'),
  );
  const all = await server.database.rows<{ id: number }>(sql`select id from loans order by id`);
  expect(all).toHaveLength(written.length);
  await server.database.run(sql`update loans set assignee_id = ${agent.id}`);
  await send(
    admin,
    'PAYMENT_FILE',
    [
      'LOAN NUMBER,TRANSACTION ID,PAYMENT DATE,AMOUNT',
      ...written.map((as, i) => [as(`45100${i}00`), as(`41234567890${i}`), today, '10'].map(quoted).join()),
    ].join('\r\n'),
  );
  await send(
    admin,
    'DNC_FILE',
    [
      'LOAN NUMBER,MOBILE',
      ...written.map((as, i) => [as(`45100${i}00`), as(`987650300${i}`)].map(quoted).join()),
    ].join('\r\n'),
  );
  for (const [i, as] of written.entries()) {
    const loanId = all[i]?.id ?? 0;
    await admin.call(dnc.add, { loanId, mobile: as(`987650400${i}`), status: 'active' });
    await agent.call(loans.edit, { id: String(loanId), alternateContact2: as(`987650500${i}`) });
    await agent.call(borrowerDispositions.record, {
      loanId,
      dispositionId: 4,
      amount: 20,
      paymentDate: today,
      paymentMode: 'Bank',
      transactionId: as(`51234567890${i}`),
      comments: 'Paid by transfer',
    });
  }
  for (const [table, column, form] of columns) {
    const rows = await server.database.rows<{ value: string }>(
      sql`select ${name(column)} as value from ${name(table)} where ${name(column)} is not null`,
    );
    expect(rows.length, `${table}.${column}`).toBeGreaterThanOrEqual(written.length);
    for (const { value } of rows) expect(form(value), `${table}.${column}`).toEqual({ value });
  }
});
