/** Report totals equal the row totals, for any writer and order. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import type { Tx } from '../../src/kernel/server/database/database.ts';
import { foldSums } from '../../src/contexts/reporting/server/sums.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { sumFaults } from './sums.ts';
import { changeDispositions, changeLoans } from '../world.ts';

let server: TestServer;
let admin: Caller;
let agents: Caller[];
beforeAll(async () => {
  server = await boot();
  admin = await server.person({
    roleType: 'system_admin',
    flags: ['upload_borrower_file', 'upload_payments_file'],
  });
  await server.database.run(
    sql`insert into campaigns (id, client_id, name, campaign_type, max_ratio) values (81, 1, 'Sums', 'progressive', 1)`,
  );
  await server.database.run(sql`insert into allocation_types (name) values ('Fresh'), ('Old')`);
  const three = await Promise.all([1, 2, 3].map(() => server.person({ roleType: 'agent' })));
  agents = three.toSorted((a, b) => a.id - b.id);
  await server.database.run(
    sql`insert into campaign_agents select 81, id from unnest(${agents.map(({ id }) => id)}::bigint[]) id`,
  );
});
afterAll(() => server.stop());

const holds = async (): Promise<void> => {
  expect(await sumFaults(server.database)).toEqual([]);
  await foldSums(server.database);
  expect(await sumFaults(server.database)).toEqual([]);
};
const emails = async (): Promise<string[]> =>
  (
    await server.database.rows<{ email: string }>(
      sql`select email from users where id = any(${agents.map(({ id }) => id)}) order by id`,
    )
  ).map(({ email }) => email);

test('files, undos, reassignments, allocations and dispositions leave no stale totals', async () => {
  const mails = await emails();
  const head = 'LOAN NUMBER,BORROWER NAME,MOBILE,POS,TOS,AGENT EMAIL';
  const line = (n: number, tos: number, agent: number): string =>
    [`SUM${n}`, `Asha ${n}`, `98${String(76_500_000 + n)}`, 1000 + n, tos, mails[agent % 3] ?? ''].join();
  const all = Array.from({ length: 60 }, (_, n) => n);
  const body = (tos: number, turn: number, of = all): string =>
    [head, ...of.map((n) => line(n, tos + n, n + turn))].join('\r\n');
  const sumOf = async (): Promise<number> =>
    (
      await server.database.one<{ n: number }>(
        sql`select coalesce(sum(loans), 0)::int as n from book_sums_now where is_active`,
      )
    )?.n ?? 0;

  const first = await send(admin, 'CUSTOMER_FILE', body(5000, 0));
  expect(first).toMatchObject({ status: 'completed', newLoansCount: 60 });
  expect(await sumOf()).toBe(60);
  await holds();
  const ids = (
    await server.database.rows<{ id: number }>(
      sql`select id from loans where loan_number like 'SUM%' order by substr(loan_number, 4)::int`,
    )
  ).map(({ id }) => id);

  const paid = ids.map((_, n) => `SUM${n},UTR-S${n},${100 + n},${n % 2 ? '2026-11-05' : '2026-10-05'},UPI`);
  expect(
    await send(admin, 'PAYMENT_FILE', ['Loan No,UTR,Paid Amount,Paid On,Mode', ...paid].join('\r\n')),
  ).toMatchObject({
    status: 'completed',
    correctRecords: 60,
  });
  await holds();

  for (const [n, id] of ids.slice(0, 6).entries()) {
    const worker = agents[n % 3] as Caller;
    const entry = {
      loanId: id,
      dispositionId: 1,
      amount: 500 + n,
      ptpDate: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      followUpDate: new Date(Date.now() + 86_400_000).toISOString(),
      callRefNo: `ref-${id}`,
    };
    await worker.call(borrowerDispositions.record, entry);
    // Revised for one call: a PTP becomes a follow-up, or another amount.
    await worker.call(borrowerDispositions.record, {
      ...entry,
      ...(n % 2 ? { dispositionId: 2 } : { amount: 900 }),
    });
  }
  await holds();

  const handed = await send(admin, 'CUSTOMER_FILE', body(7000, 1));
  expect(handed).toMatchObject({ status: 'completed', existLoansCount: 60 });
  await holds();
  await admin.call(loans.assign, {
    loanIds: ids.slice(10, 30),
    userIds: [agents[0]?.id ?? 0],
    campaignId: 81,
  });
  await holds();

  const fileKey = await deliver(admin, body(7000, 1, all.slice(0, 45)));
  const whole = await admin.call(files.parse, {
    fileKey,
    type: 'CUSTOMER_FILE',
    clientId: 1,
    portfolioId: 1,
    isNewRecords: true,
  });
  await ended(admin, whole.id);
  // The number of missing loans is confirmed on application.
  await admin.call(files.apply, { id: String(whole.id), missing: 15 });
  await ended(admin, whole.id);
  await holds();
  await admin.call(files.undo, { id: String(whole.id) });
  await vi.waitUntil(
    async () => ((await admin.call(files.job, { id: String(whole.id) }))?.undoneAt ?? null) !== null,
    {
      timeout: 60_000,
      interval: 30,
    },
  );
  await holds();
});

/** An act on an existing loan `at`; `n` determines its details. */
type Act = (tx: Tx, at: number, n: number) => Promise<unknown>;
const moment = (n: number) => sql`(timestamptz '2026-10-28T15:00:00Z' + ${n}::int * interval '7 hours')`;
const day = (n: number) => sql`(date '2026-10-28' + ${n % 9}::int)`;
const loanAt = (at: number) => sql`(select id from loans order by id offset ${at}::int limit 1)`;
const anAgent = (n: number) => sql`(select id from users order by id desc offset ${n % 3}::int limit 1)`;
const one = (
  table: 'payments' | 'borrower_dispositions' | 'call_attempts' | 'agent_intervals',
  n: number,
) => {
  const name = {
    payments: sql`payments`,
    borrower_dispositions: sql`borrower_dispositions`,
    call_attempts: sql`call_attempts`,
    agent_intervals: sql`agent_intervals`,
  }[table];
  return sql`(select id from ${name} order by id offset ${n}::int % greatest(1, (select count(*)::int from ${name})) limit 1)`;
};
const some = sql`select id from loans order by id`;

const acts: Readonly<Record<string, Act>> = {
  pays: (tx, at, n) =>
    tx.run(sql`insert into payments (loan_id, amount, payment_date, realized, source, status)
    select ${loanAt(at)}, ${100 + n}, ${day(n)}, ${n % 4 > 0}, 'DISPOSITION', ${n % 5 ? 'success' : 'failed'}`),
  paysMany: (tx, at, n) =>
    tx.run(sql`insert into payments (loan_id, amount, payment_date, realized, source)
    select id, ${1 + n}, ${day(n)}, true, 'PAYMENT_FILE' from (${some} offset ${at % 5}::int limit 7) l`),
  reverses: (tx, _, n) =>
    tx.run(
      sql`update payments set status = case status when 'success' then 'reversed' else 'success' end where id = ${one('payments', n)}`,
    ),
  corrects: (tx, at, n) =>
    tx.run(sql`update payments set amount = amount + ${n}, payment_date = ${day(at)}, realized = not realized
    where id = ${one('payments', n)}`),
  withdraws: (tx, _, n) => tx.run(sql`delete from payments where id = ${one('payments', n)}`),
  writes: (tx, at, n) =>
    changeDispositions(
      tx,
      sql`insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, effective_at)
    select l.id, l.borrower_id, ${anAgent(n)}, ${1 + (n % 3)}, ${n % 6 ? 100 * n : null}, ${moment(n)} from loans l where l.id = ${loanAt(at)}`,
    ),
  rewrites: (tx, at, n) =>
    changeDispositions(
      tx,
      sql`update borrower_dispositions set disposition_id = ${1 + (at % 3)}, amount = ${n}, effective_at = ${moment(at)}
    where id = ${one('borrower_dispositions', n)}`,
    ),
  takesBack: (tx, _, n) =>
    tx.run(sql`delete from borrower_dispositions d where id = ${one('borrower_dispositions', n)}`),
  handsOver: (tx, at, n) =>
    changeLoans(
      tx,
      sql`update loans set assignee_id = case when ${n % 4} = 0 then null else ${anAgent(n)} end where id = ${loanAt(at)}`,
    ),
  handsOverMany: (tx, at, n) =>
    changeLoans(
      tx,
      sql`update loans set assignee_id = ${anAgent(n)}
    where id in (select id from loans where id in (${some} offset ${at % 4}::int limit 6) order by id for update)`,
    ),
  allocates: (tx, at, n) =>
    tx.run(
      sql`update loans set allocation_type_id = (select id from allocation_types order by id offset ${n % 2}::int limit 1) where id = ${loanAt(at)}`,
    ),
  joins: (tx, at, n) =>
    tx.run(
      sql`update loans set borrower_id = (select borrower_id from loans where id = ${loanAt(n % 4)}) where id = ${loanAt(at)}`,
    ),
  closes: (tx, at, n) =>
    tx.run(
      sql`update loans set is_active = ${n % 2 === 0}, total_outstanding = ${n} where id = ${loanAt(at)}`,
    ),
  owes: (tx, at, n) =>
    tx.run(sql`update loans set principal_outstanding = ${n * 7} where id = ${loanAt(at)}`),
  calls: (tx, at, n) =>
    tx.run(sql`insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, claimed_at, dialed_at, ended_at)
    select ${loanAt(at)}, case when ${n % 3} > 0 then ${anAgent(n)} end, 'outbound', 'manual', 'ended', 'busy', ${moment(n)},
      case when ${n % 5} > 0 then ${moment(n)} end, ${moment(n)}`),
  hangsUp: (tx, at, n) =>
    tx.run(sql`update call_attempts set dialed_at = coalesce(dialed_at, claimed_at), user_id = coalesce(user_id, ${anAgent(at)}),
    bridged_at = case when ${n % 2} = 0 then claimed_at + interval '3 s' end, ended_at = claimed_at + ${at}::int * interval '1 s' + interval '3 s'
    where id = ${one('call_attempts', n)}`),
  knows: (tx, at, n) =>
    tx.run(sql`update call_attempts set loan_id = case when ${at % 4} > 0 then ${loanAt(at)} end
    where id = ${one('call_attempts', n)}`),
  works: (tx, at, n) =>
    tx.run(sql`insert into agent_intervals (user_id, session_id, campaign_id, word, started_at, ended_at)
    select s.user_id, s.id, s.campaign_id, (array['on-call', 'BREAK-LUNCH', 'logged-out'])[1 + ${n % 3}::int], ${moment(n)},
      ${moment(n)} + ${at}::int * interval '1.5 s' from agent_sessions s order by s.id offset ${n % 3}::int limit 1`),
  works2: (tx, at, n) =>
    tx.run(sql`update agent_intervals set ended_at = started_at + ${at}::int * interval '2 s', word = 'waiting'
    where id = ${one('agent_intervals', n)}`),
};

test('random histories by several at once, some of them undone, folded at any moment', async () => {
  await server.database
    .run(sql`insert into agent_sessions (user_id, campaign_id, mode, word, heartbeat_at, since,
      started_at)
    select u.id, c.id, 'READY', 'waiting', now(), now(), now() from (select id from users order by id desc limit 3) u, (select min(id) as id from campaigns) c`);
  const act = fc.record({
    act: fc.constantFrom(...Object.keys(acts)),
    at: fc.nat({ max: 11 }),
    n: fc.nat({ max: 40 }),
  });
  const work = fc.record({ acts: fc.array(act, { minLength: 1, maxLength: 4 }), isUndone: fc.boolean() });
  const worker = fc.array(work, { minLength: 1, maxLength: 4 });
  const round = fc.record({
    workers: fc.array(worker, { minLength: 1, maxLength: 4 }),
    folds: fc.nat({ max: 3 }),
    isCounted: fc.boolean(),
  });
  let commits = 0;
  await fc.assert(
    fc.asyncProperty(round, async ({ workers, folds, isCounted }) => {
      const one = async (works: (typeof workers)[number]): Promise<void> => {
        for (const { acts: wanted, isUndone } of works)
          await server.database
            .transaction(async (tx) => {
              for (const { act: name, at, n } of wanted) await acts[name]?.(tx, at, n);
              if (isUndone) throw new Error('undone');
              commits += 1;
            })
            // A deadlock aborts one of them, as everywhere.
            .catch((error: unknown) => {
              if (!/undone|deadlock/.test(String(error))) throw error;
            });
      };
      const folding = async (): Promise<void> => {
        for (let i = 0; i < folds; i += 1) {
          await foldSums(server.database);
          // Like an upgrade, with concurrent calls.
          if (isCounted)
            await server.database.transaction(async (tx) => {
              await tx.run(sql`select pg_advisory_xact_lock(7068)`);
              await tx.run(sql`select count_called_loans()`);
              await tx.run(sql`select count_called_month()`);
            });
        }
      };
      await Promise.all([...workers.map(one), folding()]);
      expect(await sumFaults(server.database)).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(commits).toBeGreaterThan(100);
  await holds();
});

test('totals rebuilt from the rows are equal', async () => {
  await server.database.run(sql`select all_sums_anew()`);
  expect(await sumFaults(server.database)).toEqual([]);
});
