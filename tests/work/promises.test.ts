import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { clients } from '../../src/contexts/lenders/contract/clients.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { judgeWaiting } from '../../src/contexts/work/server/promises/jobs.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changeLoans, changePayments } from '../world.ts';

const { record, list } = borrowerDispositions;
let now = new Date('2026-11-20T05:00:00Z');
const day = (n: number): string => businessDay(new Date(now.getTime() + n * 86_400_000));

let server: TestServer;
let agent: Caller;
let admin: Caller;
let loanId = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  admin = await server.as('list_client', 'edit_client');
  agent = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.run(sql`update clients set promise_kept_percent = 95, promise_grace_days = 0`);
  now = new Date('2026-11-20T05:00:00Z');
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id)
    select 1, 1, b.id, 'LN-' || b.id, ${agent.id} from b returning id`);
  loanId = made?.id ?? 0;
});

const promise = (amount: number, ptpDate: string, o: object = {}) =>
  agent.call(record, {
    loanId,
    dispositionId: 1,
    amount,
    ptpDate,
    followUpDate: new Date(now.getTime() + 3_600_000).toISOString(),
    ...o,
  });
const pay = (amount: number, paidOn: string, transaction: string | null = null): Promise<unknown> =>
  changePayments(
    server.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source, transaction_id)
    values (${loanId}, ${amount * 100}, ${paidOn}, true, 'PAYMENT_FILE', ${transaction})`,
  );
/** What the list shows of the loan's promises, the newest first. */
const shown = async (): Promise<(string | undefined)[]> =>
  (await agent.call(list, { module: 'PTP', loanId })).rows.map(
    ({ promise: made }) => made && `${made.state} ${made.received}`,
  ) as string[];
/** Judges now what the server would judge within a second, unless it is at it already. */
const becomes = (...states: string[]) =>
  expect
    .poll(
      async () => {
        await judgeWaiting(server.database, { now: () => now });
        return shown();
      },
      { interval: 20 },
    )
    .toEqual(states);

test('a PTP is open until its day has passed in India, and then broken', async () => {
  await promise(2000, day(0));
  expect(await shown()).toEqual(['open 0']);
  now = new Date('2026-11-20T18:29:00Z');
  await becomes('open 0');
  now = new Date('2026-11-20T18:31:00Z');
  await becomes('broken 0');
});

test('breaking needs no request', async () => {
  await promise(2000, day(1));
  await pay(2000, day(0));
  await expect.poll(shown).toEqual(['kept 2000']);
});

test('a payment satisfies it immediately; reversed, it is open again', async () => {
  await promise(2000, day(3));
  await pay(1900, day(1), 'T1');
  await becomes('kept 1900');
  await changePayments(
    server.database,
    sql`update payments set status = 'reversed' where loan_id = ${loanId}`,
  );
  await becomes('open 0');
});

test('a late payment fulfils a broken PTP after all', async () => {
  await promise(2000, day(1));
  now = new Date('2026-11-25T05:00:00Z');
  await becomes('broken 0');
  await pay(500, '2026-11-21');
  await becomes('part_kept 500');
  await pay(1500, '2026-11-21');
  await becomes('kept 2000');
  await changePayments(
    server.database,
    sql`delete from payments where loan_id = ${loanId} and amount = 150000`,
  );
  await becomes('part_kept 500');
});

test('a promise that arrives when its day and the money have come is judged at once', async () => {
  await pay(2000, '2026-11-18');
  await promise(2000, '2026-11-18', { occurredAt: '2026-11-17T06:00:00Z' });
  await becomes('kept 2000');
});

test('the earliest PTP is paid first', async () => {
  await promise(1000, day(1));
  await promise(1000, day(2));
  await pay(1500, day(0));
  await becomes('open 500', 'kept 1000');
});

test('a loan that is paid off breaks no promise, until it owes again', async () => {
  // The database records the pay-off time by its clock.
  now = new Date(`${businessDay(new Date())}T05:00:00Z`);
  await promise(2000, day(2));
  const turns = (status: string, total: number) =>
    changeLoans(
      server.database,
      sql`update loans set payment_status = ${status}, total_outstanding = ${total} where id = ${loanId}`,
    );
  await turns('Partially Paid', 500_000);
  await turns('Foreclosure', 0);
  await becomes('kept 0');
  now = new Date(now.getTime() + 4 * 86_400_000);
  await turns('Settlement Paid', 0);
  await becomes('kept 0');
  await turns('Partially Paid', 500_000);
  await becomes('broken 0');
});

test('a PTP on a meanwhile closed loan is not tracked', async () => {
  await server.database.run(sql`update loans set is_active = false where id = ${loanId}`);
  await promise(2000, day(1));
  await pay(2000, day(1));
  await server.database.run(sql`insert into promise_queue (loan_id) values (${loanId})`);
  await becomes('void_inactive 0');
});

test('each change of a PTP is an event without amounts of other PTPs', async () => {
  const made = await promise(2000, day(1));
  await pay(2000, day(0));
  await becomes('kept 2000');
  const events = await server.database.rows<{ facts: unknown }>(sql`
    select facts from event where type = 'borrower-dispositions.judged' and entity_id = ${made?.id}`);
  expect(events).toEqual([{ facts: { loanId, before: 'open', after: 'kept', received: 200_000 } }]);
});

test('the lender sets when a PTP is fulfilled, for new PTPs', async () => {
  await promise(1000, day(0));
  const terms = { promiseKeptPercent: 50, promiseGraceDays: 2 };
  expect(await admin.call(clients.edit, { id: '1', ...terms })).toMatchObject(terms);
  await promise(1000, day(0), { isRepeat: true });
  now = new Date('2026-11-21T05:00:00Z');
  await becomes('open 0', 'broken 0');
  await pay(500, day(1));
  await becomes('kept 500', 'broken 0');
  for (const wrong of [{ promiseKeptPercent: 0 }, { promiseKeptPercent: 101 }, { promiseGraceDays: 31 }])
    expect((await refusal(admin.call(clients.edit, { id: '1', ...wrong }))).body.code).toBe('INVALID_INPUT');
});

test('promises are narrowed by what became of them', async () => {
  await promise(1000, day(0));
  await promise(1000, day(3));
  now = new Date('2026-11-21T05:00:00Z');
  await becomes('open 0', 'broken 0');
  const count = async (promiseState: 'broken' | 'kept'): Promise<number> =>
    (await agent.call(list, { module: 'PTP', loanId, promiseState })).count;
  expect([await count('broken'), await count('kept')]).toEqual([1, 0]);
});

test('an exported list shows the result of each PTP', async () => {
  const lead = await server.as('export_summary', 'list_export_files');
  await promise(1000, day(3));
  await pay(400, day(0));
  await becomes('open 400');
  const asked = { type: 'EXPORT', export_type: 'summary', filters: { module: 'PTP', loanId } } as const;
  const { id } = await lead.call(files.parse, asked);
  const done = () => lead.call(files.job, { id: String(id) });
  await expect.poll(async () => (await done())?.status).toBe('completed');
  const { url } = await lead.call(files.readLink, { key: (await done())?.fileKey ?? '' });
  const text = await (await lead.fetch(url)).text();
  expect(text).toContain('"Promise","Received"');
  expect(text).toContain('"Open",400.00');
});
