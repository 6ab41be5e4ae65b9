/** Sync of many loans: in batches, with concurrent writers, once, and correct. */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { summaries } from '../../src/contexts/payments/contract/summaries.ts';
import { pieceSize } from '../../src/contexts/payments/server/summaries/piece.ts';
import { syncJobName } from '../../src/contexts/payments/server/summaries/sync.ts';
import { dashboard } from '../../src/contexts/reporting/contract/dashboard.ts';
import { performance } from '../../src/contexts/reporting/contract/performance.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { type Tx, sqlState } from '../../src/kernel/server/database/database.ts';
import { type Fragment, compile, sql } from '../../src/kernel/server/database/sql.ts';
import { send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

// A Sync pauses as long as it works, with smaller batches on a busy host.
const loans = 6 * pieceSize + 7;
let server: TestServer;
let admin: Caller;
let other: Caller;
let manager: Caller;
let agent: Caller;
/** Why transactions were undone. */
const undone: (string | undefined)[] = [];
beforeAll(async () => {
  server = await boot({
    through: (database) => ({
      ...database,
      transaction: (work) =>
        database
          .transaction((tx) => work(noticing(tx)))
          .catch((error: unknown) => {
            undone.push(sqlState(error));
            throw error;
          }),
    }),
  });
  const flags = ['list_client_performance', 'upload_payments_file'] as const;
  admin = await server.as(...flags);
  other = await server.as(...flags);
  manager = await server.person({ roleType: 'manager', flags });
  agent = await server.person({ roleType: 'agent', reportingTo: manager.id });
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding)
    select n, 1, 1, person.id, 'S' || n, case when n <= ${2 * pieceSize} then ${agent.id}::bigint end, 5000000
    from person, generate_series(1, ${loans}) n`);
});
afterAll(() => server.stop());

/** Hooks between check and lock, and between lock and write, in the job. */
let between: { look?: (ids: readonly number[]) => Promise<void>; lock?: (ids: readonly number[]) => void } =
  {};
const noticing = (tx: Tx): Tx => ({
  ...tx,
  async rows<R extends object>(query: Fragment) {
    const { text, values } = compile(query);
    if (!/from loans .* skip locked/.test(text)) return tx.rows<R>(query);
    const ids = values[0] as number[];
    await between.look?.(ids);
    const rows = await tx.rows<R>(query);
    between.lock?.(ids);
    return rows;
  },
});

let holder: pg.PoolClient;
beforeEach(async () => {
  // Loaded directly: no loan matches its payments.
  await changePayments(server.database, sql`delete from payments`);
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source, status)
    select id, 100000 + id, current_date - 1, true, 'PAYMENT_FILE', 'success' from loans order by id`,
  );
  await server.database.run(sql`
    update loans set payment_status = 'Unpaid', latest_realize_payment_amount = null where payment_status <> 'Unpaid'`);
  holder = await server.database.connect();
  await holder.query('begin');
});
afterEach(async () => {
  between = {};
  await holder.query('rollback');
  holder.release();
});

const over = (who: Caller) =>
  vi.waitUntil(
    async () => {
      const state = await who.call(summaries.sync, {});
      return !state.isRunning && state.id !== null && state;
    },
    { timeout: 60_000, interval: 50 },
  );
/** Loans with an outdated latest payment. */
const wrong = async () =>
  (
    await server.database.one<{ n: number }>(sql`
      select count(*)::int as n from loans l where is_active and latest_realize_payment_amount is distinct from (
        select amount from payments p where p.loan_id = l.id and p.realized and p.status = 'success'
        order by payment_date desc, id desc limit 1)`)
  )?.n;
const hold = (id: number) => holder.query('select from loans where id = $1 for no key update', [id]);
const lastEvent = () =>
  server.database.one<{ facts: { loans: number }; actor: number }>(sql`
    select facts, actor_id as actor from event where type = 'summaries.synced' order by id desc limit 1`);

test('a Sync of many loans responds after its first batch, continues in batches and reports completion', async () => {
  const answer = await admin.call(performance.syncClients, {});
  expect(answer).toEqual({ loans: pieceSize, isRunning: true });
  expect(await over(admin)).toMatchObject({ percent: 100, loans, isFailed: false });
  expect(await wrong()).toBe(0);
  expect(await lastEvent()).toMatchObject({ facts: { loans, isFailed: false }, actor: admin.id });
  // No transaction locked more loans than a batch.
  const most = await server.database.one<{ n: number }>(
    sql`select max(n)::int as n from (select count(*) as n from loans group by changed_tx) t`,
  );
  expect(most?.n).toBe(pieceSize);
});

test('a Sync of few loans is complete in its response', async () => {
  await server.database.run(sql`update loans set assignee_id = null where id > 7`);
  try {
    expect(await agent.call(dashboard.sync, {})).toEqual({ users: 1, loans: 7, isRunning: false });
  } finally {
    await server.database.run(
      sql`update loans set assignee_id = ${agent.id} where id > 7 and id <= ${2 * pieceSize}`,
    );
  }
});

test("a manager's Sync recomputes the loans of subordinates only", async () => {
  await manager.call(performance.syncClients, { clientIds: [1] });
  await over(manager);
  expect(await wrong()).toBe(loans - 2 * pieceSize);
});

test('a locked loan is postponed until the others are complete, without blocking', async () => {
  await hold(3);
  await hold(loans - 1);
  await admin.call(performance.syncClients, {});
  await vi.waitUntil(async () => (await wrong()) === 2, { timeout: 60_000, interval: 50 });
  expect(await admin.call(summaries.sync, {})).toMatchObject({ isRunning: true, percent: 99 });
  await holder.query('update loans set payment_status = $1 where id = 3', ['Partially Paid']);
  await holder.query('commit');
  expect(await over(admin)).toMatchObject({ isFailed: false });
  expect(await wrong()).toBe(0);
});

test('two concurrent Syncs do the work once, and both receive its completion', async () => {
  await hold(loans);
  const pressed = [admin, other, admin].map((who) => who.call(performance.syncClients, {}));
  expect((await Promise.all(pressed)).every(({ isRunning }) => isRunning)).toBe(true);
  await vi.waitUntil(async () => (await wrong()) === 1, { timeout: 60_000, interval: 50 });
  expect(await other.call(performance.syncClients, {})).toMatchObject({ isRunning: true });
  await holder.query('commit');
  const [one, same] = [await over(admin), await over(other)];
  expect(same).toEqual(one);
  const written = await server.database.one<{ n: number }>(sql`
    select count(*)::int as n from summary_syncs where ended_at is null or id > ${one.id} - 1`);
  expect(written?.n).toBe(1);
  expect((await lastEvent())?.facts.loans).toBe(one.loans);
  expect(await agent.call(summaries.sync, {})).toMatchObject({ id: null, isRunning: false });
});

test('a second Sync joins the running one before it reads a loan', async () => {
  await hold(loans);
  await admin.call(performance.syncClients, {});
  await vi.waitUntil(async () => (await wrong()) === 1, { timeout: 60_000, interval: 50 });
  // One that the Sync is past.
  await server.database.run(sql`update loans set latest_realize_payment_amount = null where id = 5`);
  expect(await other.call(performance.syncClients, {})).toEqual({ loans: loans - 1, isRunning: true });
  expect(await wrong()).toBe(2);
  await holder.query('commit');
  await over(admin);
  expect(await wrong()).toBe(1);
});

test('a piece that waited too long is undone and tried again by the same run of the job', async () => {
  await hold(loans);
  await admin.call(performance.syncClients, {});
  const keeper = await server.database.connect();
  await keeper.query('begin');
  await keeper.query('select from summary_syncs where ended_at is null for update');
  undone.length = 0;
  await vi.waitUntil(() => undone.includes('55P03'), { timeout: 60_000, interval: 20 });
  await keeper.query('commit');
  keeper.release();
  await holder.query('commit');
  expect(await over(admin)).toMatchObject({ loans, isFailed: false });
  const job = await server.database.one(sql`
    select retry_count as again from jobs.job where name = ${syncJobName} order by created_on desc limit 1`);
  expect(job).toEqual({ again: 0 });
});

test('a worker that loses its connection resumes at its position', async () => {
  await hold(loans);
  await admin.call(performance.syncClients, {});
  await vi.waitUntil(async () => (await wrong()) === 1, { timeout: 60_000, interval: 50 });
  const before = await server.database.one<{ tx: string }>(
    sql`select max(changed_tx::text::bigint)::text as tx from loans`,
  );
  const keeper = await server.database.connect();
  await keeper.query('begin');
  await keeper.query('select from summary_syncs where ended_at is null for update');
  await holder.query('commit');
  await vi.waitUntil(
    () =>
      server.database.one(sql`
        select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%from summary_syncs%' and pid <> pg_backend_pid()`),
    { timeout: 60_000, interval: 20 },
  );
  await keeper.query('commit');
  keeper.release();
  expect(await over(admin)).toMatchObject({ loans, isFailed: false });
  const after = await server.database.one<{ n: number }>(
    sql`select count(*)::int as n from loans where changed_tx > ${before?.tx}::xid8`,
  );
  // Only the remaining one.
  expect(after?.n).toBe(1);
});

test('a lost job is reported as failed, and a new request restarts it', async () => {
  await admin.call(performance.syncClients, {});
  await over(admin);
  await server.database.run(sql`
    update summary_syncs set ended_at = null, moved_at = now() - interval '3 minutes' where ${admin.id} = any(asked_by)
      and id = (select max(id) from summary_syncs)`);
  await server.database.run(
    sql`update loans set latest_realize_payment_amount = null where id in (5, ${loans - 5})`,
  );
  expect(await admin.call(summaries.sync, {})).toMatchObject({ isRunning: false, isFailed: true });
  expect(await admin.call(performance.syncClients, {})).toMatchObject({ isRunning: true });
  expect(await over(admin)).toMatchObject({ isFailed: false });
  expect(await wrong()).toBe(0);
});

test('a payment saved between reading and locking a loan is included', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const pay = (id: number, rupees: number) =>
    send(admin, 'PAYMENT_FILE', `Loan No,UTR,Paid Amount,Paid On\r\nS${id},W${id},${rupees},${day}`);
  const saved: Promise<unknown>[] = [];
  let turn = 0;
  between = {
    async look(ids) {
      if (turn === 0) await pay(ids[0] ?? 0, 111);
    },
    lock(ids) {
      if (turn++ === 0) saved.push(pay(ids[1] ?? 0, 222));
    },
  };
  await admin.call(performance.syncClients, {});
  await over(admin);
  expect((await Promise.all(saved)).length).toBe(1);
  expect(await wrong()).toBe(0);
  const said = await server.database.rows<{ paise: number }>(sql`
    select latest_realize_payment_amount as paise from loans where id in (${pieceSize + 1}, ${pieceSize + 2}) order by id`);
  expect(said.map(({ paise }) => paise)).toEqual([11_100, 22_200]);
});

test('payments and dispositions saved during a Sync are included', async () => {
  const job = ['Loan No,UTR,Paid Amount,Paid On'];
  for (let n = 1; n <= loans; n += 3)
    job.push(`S${n},U${n},${n + 7},${new Date().toISOString().slice(0, 10)}`);
  const saved = Array.from({ length: 40 }, (_, n) =>
    agent.call(borrowerDispositions.record, {
      loanId: 1 + n * 20,
      dispositionId: 4,
      amount: 500,
      paymentDate: new Date().toISOString().slice(0, 10),
      paymentMode: 'PhonePe',
      transactionId: `T${n}`,
    }),
  );
  const [file] = await Promise.all([
    send(admin, 'PAYMENT_FILE', job.join('\r\n')),
    admin.call(performance.syncClients, {}),
    other.call(performance.syncClients, { clientIds: [1] }),
    manager.call(performance.syncClients, {}),
    ...saved,
  ]);
  expect(file).toMatchObject({ status: 'completed', incorrectRecords: 0 });
  await over(admin);
  await over(other);
  await over(manager);
  expect(await wrong()).toBe(0);
});

test('who may not see lenders’ performance presses no Sync of it', async () => {
  const plain = await server.person({ roleType: 'tech_lead' });
  expect((await refusal(plain.call(performance.syncClients, {}))).status).toBe(403);
  expect((await refusal(server.anonymous.call(summaries.sync, {}))).status).toBe(401);
});
