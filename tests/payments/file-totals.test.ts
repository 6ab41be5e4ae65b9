/** A payment file with a control total: while its rows differ, nothing is included until confirmed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let second: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_payments_file', 'list_payment');
  second = await server.as('upload_payments_file', 'list_payment');
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, total_outstanding)
    select n, 1, 1, person.id, 'Y' || n, 500000 from person, generate_series(1, 9) n`);
});
afterAll(() => server.stop());

const head = 'LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE,PAYMENT MODE';
let sent = 0;
/** Two payments of 1,500 rupees together, and what else the lender writes. */
function fileOf(...more: string[]): string {
  sent += 1;
  return [head, `Y1,A${sent},1000,2026-01-05,`, `Y2,B${sent},500,2026-01-05,`, ...more].join('\r\n');
}
const posted = async () =>
  (
    await server.database.one<{ paise: number }>(sql`
      select coalesce(sum(p.amount), 0)::int as paise from payments p
      where p.transaction_id in (${`A${sent}`}, ${`B${sent}`})`)
  )?.paise;
const apply = (who: Caller, id: number, amount?: number) =>
  who.call(files.apply, { id: String(id), ...(amount !== undefined && { amount }) });
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).body.code;

test('a file matching its control total, or without one, is imported normally', async () => {
  const right = await send(admin, 'PAYMENT_FILE', fileOf('Grand Total (2 payments),,"1,500.00",,'));
  expect(right).toMatchObject({ isDryRun: false, toldAmount: 1500, toldRows: 2, amountToConfirm: null });
  expect(await posted()).toBe(150_000);
  const silent = await send(admin, 'PAYMENT_FILE', fileOf());
  expect(silent).toMatchObject({ isDryRun: false, toldAmount: null, foundAmount: 1500, foundRows: 2 });
  expect(await posted()).toBe(150_000);
});

test('a differing total or number of payments blocks the file until the real sum is typed', async () => {
  for (const line of ['Total,,1800,,', 'Total,3 payments,,,']) {
    const job = await send(admin, 'PAYMENT_FILE', fileOf(line));
    expect(job).toMatchObject({
      status: 'completed',
      isDryRun: true,
      foundAmount: 1500,
      amountToConfirm: 1500,
    });
    expect(job.errorMsg).toContain('Held');
    expect(await posted()).toBe(0);
    expect(await codeOf(apply(admin, job.id))).toBe('AMOUNT_NOT_CONFIRMED');
    expect(await codeOf(apply(admin, job.id, 1800))).toBe('AMOUNT_NOT_CONFIRMED');
    expect(await posted()).toBe(0);
    await apply(admin, job.id, 1500);
    expect(await ended(admin, job.id)).toMatchObject({ isDryRun: false, errorMsg: null, foundAmount: 1500 });
    expect(await posted()).toBe(150_000);
    const [event] = await server.database.rows<{ who: number; facts: object }>(sql`
      select actor_id as who, facts from event where type = 'files.applied' and entity_id = ${job.id}`);
    expect(event).toMatchObject({ who: admin.id, facts: { type: 'PAYMENT_FILE', amount: 150_000 } });
  }
});

test("a separate control total is typed with the file, and precedes the file's total", async () => {
  const fileKey = await deliver(admin, fileOf('Total,,1500,,'));
  const to = { clientId: 1, portfolioId: 1 };
  const made = await admin.call(files.parse, { fileKey, type: 'PAYMENT_FILE', toldAmount: 1600, ...to });
  expect(await ended(admin, made.id)).toMatchObject({
    toldAmount: 1600,
    amountToConfirm: 1500,
    isDryRun: true,
  });
  expect(await posted()).toBe(0);
});

test('an unreadable row is part of the sum; once corrected the file matches its total', async () => {
  const job = await send(admin, 'PAYMENT_FILE', fileOf(`Y3,C${sent + 1},3oo,2026-01-05,`, 'Total,,1800,,'));
  expect(job).toMatchObject({ isDryRun: true, amountToConfirm: 1500, incorrectRecords: 1 });
  const refused = await admin.call(files.rows, { id: String(job.id) });
  const row = refused.rows.find(({ value }) => value === '3oo');
  await admin.call(files.mend, {
    id: String(job.id),
    rows: [{ n: row?.n ?? 0, key: 'amount', was: '3oo', value: '300' }],
  });
  const mended = await ended(admin, job.id);
  expect(mended).toMatchObject({ isDryRun: true, foundAmount: 1800, amountToConfirm: null, errorMsg: null });
  expect(await posted()).toBe(0);
  await apply(admin, job.id);
  expect(await ended(admin, job.id)).toMatchObject({ isDryRun: false });
  expect(await posted()).toBe(150_000);
});

test('where a payment policy requires it, a difference above the limit needs a second user', async () => {
  const chief = await server.person({ roleType: 'admin', flags: ['edit_authority'] });
  const step = { kind: 'payment', hours: 24, exceptLine: false } as const;
  await chief.call(authoritySteps.create, {
    ...step,
    name: 'alone',
    place: 1,
    deciderRole: 'asker',
    maxAmount: 200,
  });
  await chief.call(authoritySteps.create, { ...step, name: 'second', place: 2, userId: second.id });
  const small = await send(admin, 'PAYMENT_FILE', fileOf('Total,,1700,,'));
  await apply(admin, small.id, 1500);
  expect(await ended(admin, small.id)).toMatchObject({ isDryRun: false });
  const large = await send(admin, 'PAYMENT_FILE', fileOf('Total,,1800,,'));
  expect(await codeOf(apply(admin, large.id, 1500))).toBe('WAITS_FOR_OTHERS');
  expect(await posted()).toBe(0);
  const { rows } = await second.call(authority.waiting, {});
  expect(rows[0]?.act?.lines).toEqual([
    { label: 'list', before: null, after: 'file.csv' },
    { label: 'amount', before: '₹1,800', after: '₹1,500' },
    { label: 'decision', before: null, after: expect.stringContaining('count') },
  ]);
  await second.call(authority.decide, {
    id: String(rows[0]?.id),
    decision: 'approve',
    amount: rows[0]?.amount ?? 0,
    stands: rows[0]?.act?.stands ?? '',
  });
  expect(await ended(admin, large.id)).toMatchObject({ isDryRun: false });
  expect(await posted()).toBe(150_000);
});
