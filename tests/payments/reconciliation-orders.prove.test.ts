/**
 * Settlement files, duplicate, edited and truncated, gateway events and responses, in any order: the books balance after
 * each step, only the gateway moves money, and the remaining differences are equal.
 */
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToldState } from '../../src/contexts/payments/contract/pay/order-states.ts';
import { followNews } from '../../src/contexts/payments/server/orders/apply-status.ts';
import { compareGateway } from '../../src/contexts/payments/server/reconciliation/compare-gateway.ts';
import { readRows } from '../../src/contexts/payments/server/reconciliation/read-file.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { FileStore } from '../../src/kernel/server/providers/files/port.ts';
import { type TestServer, boot } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { shuffled } from './ledger-histories.ts';
import { payuBack, payuRow, payuText } from './settlement-files.ts';

const orders = 2;
const runs = runsOf(8, 5000);
const paidOn = new Date('2026-11-18T05:00:00Z');
const later = new Date('2026-11-28T05:00:00Z');

/** Truth of an order, and its file rows. */
interface Truth {
  end: 'failed' | 'success' | 'reversed';
  file: 'no' | 'yes' | 'edited' | 'other-order';
  /** Events published; otherwise the gateway only responds to polls. */
  isTold: boolean;
}
const truth: fc.Arbitrary<Truth> = fc.record({
  end: fc.constantFrom('failed', 'success', 'success', 'reversed'),
  file: fc.constantFrom('no', 'yes', 'yes', 'edited', 'other-order'),
  isTold: fc.boolean(),
});

let server: TestServer;
let adminId = 0;
let count = 0;
beforeAll(async () => {
  server = await boot();
  adminId = (await server.as()).id;
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
});
afterAll(() => server.stop());

const rupees = 500;
type Row = ReturnType<typeof payuRow>;

class Story {
  readonly gateway: string;
  readonly loans: number[] = [];
  readonly truths: readonly Truth[];
  readonly #n: number;
  constructor(truths: readonly Truth[]) {
    count += 1;
    this.#n = count;
    this.gateway = `payu-${900_000 + count}`;
    this.truths = truths;
  }
  order = (i: number): string => `story${this.#n}o${i}`;
  number = (i: number): string => `77${this.#n}00${i}`;

  async open(): Promise<void> {
    for (const i of this.truths.keys()) {
      const row = await server.database.one<{ id: number }>(sql`
        with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id),
        l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, total_outstanding)
          select 1, 1, b.id, 'STORY-' || b.id, 50000000 from b returning id)
        insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, receipt_code)
        select ${this.order(i)}, l.id, 1, 'PAYMENT_LINK', ${this.gateway}, ${rupees * 100}, ${this.order(i)} from l
        returning loan_id as id`);
      this.loans.push(row?.id ?? 0);
    }
  }

  tell = (i: number, state: ToldState, now = paidOn): Promise<unknown> =>
    server.database.transaction((tx) =>
      followNews(
        tx,
        { name: this.gateway, merchant: 'KEY' },
        {
          attemptId: this.order(i),
          reference: this.number(i),
          merchant: 'KEY',
          currency: 'INR',
          amount: rupees * 100,
          state,
          message: '',
        },
        { now, notify: () => Promise.resolve(), body: '' },
      ),
    );

  async read(rows: readonly Row[], cut = 0): Promise<void> {
    const { database } = server;
    const text = payuText(...rows);
    const file = await database.one<{ id: number }>(sql`
      insert into gateway_files (gateway, upload_key, file_name, sent_by, sent_at)
      values (${this.gateway}, gen_random_uuid()::text, 'a.csv', ${adminId}, ${paidOn}) returning id`);
    const files = {
      get: () => Promise.resolve(Readable.from([Buffer.from(text.slice(0, text.length - cut))])),
    };
    await readRows(
      { database, files: files as unknown as FileStore },
      { id: file?.id ?? 0, gateway: this.gateway, key: '', state: 'waiting', sentBy: adminId },
      new AbortController().signal,
    ).catch((error: unknown) => {
      if (!cut) throw error;
    });
    await compareGateway(database, this.gateway, paidOn);
  }

  rowsOf(t: Truth, i: number): Row[] {
    const [order, number] = [this.order(i), this.number(i)];
    if (t.file === 'no') return [];
    const paid = payuRow(order, number, rupees);
    const rows = t.end === 'reversed' ? [paid, payuBack(order, number, rupees)] : [paid];
    if (t.file === 'edited') return [...rows, payuRow(order, number, rupees + 1)];
    return t.file === 'other-order' ? [...rows, payuRow('nobody', `99${number}`, rupees)] : rows;
  }

  /** Each in its order, all in any. */
  steps(): (() => Promise<unknown>)[][] {
    const all = this.truths.flatMap((t, i) => this.rowsOf(t, i));
    const news = this.truths.flatMap((t, i) => {
      if (!t.isTold) return [];
      if (t.end === 'failed') return [[() => this.tell(i, 'pending')], [() => this.tell(i, 'failed')]];
      const paid = [[() => this.tell(i, 'success')], [() => this.tell(i, 'success')]];
      return t.end === 'reversed' ? [...paid, [() => this.tell(i, 'reversed')]] : paid;
    });
    const one = all.map((row) => [() => this.read([row])]);
    return [...news, ...one, [() => this.read(all)], [() => this.read(all.toReversed(), 30)]];
  }

  /** The gateway responds to polls, and orders silent for long are polled. */
  async answer(): Promise<void> {
    for (const [i, { end }] of this.truths.entries()) await this.tell(i, end);
    await compareGateway(server.database, this.gateway, later);
  }

  differences = async (): Promise<string[]> =>
    (
      await server.database.rows<{ kind: string; order: string | null }>(sql`
        select kind, attempt_id as order from gateway_differences where gateway = ${this.gateway} and state = 'open'`)
    )
      .map(({ kind, order }) => `${kind} ${order?.split('o').at(-1) ?? '-'}`)
      .sort();

  async balanced(): Promise<{ collected: number; reversed: number }> {
    const row = await server.database.one<{
      zero: number;
      wrong: number;
      collected: number;
      reversed: number;
    }>(sql`
      with legs as (select k.account, sum(k.n * p.amount) as lies from postings p
          cross join lateral (values (p.from_account, -1), (p.to_account, 1)) k (account, n)
        where p.loan_id = any(${this.loans}) group by 1)
      select coalesce(sum(lies), 0)::int as zero, (select count(*)::int from ledger_differences where loan_id = any(${this.loans})) as wrong,
        coalesce(sum(lies) filter (where account in ('gateway', 'credited')), 0)::int as collected,
        coalesce(sum(lies) filter (where account = 'reversed'), 0)::int as reversed from legs`);
    expect(row).toMatchObject({ zero: 0, wrong: 0 });
    return { collected: row?.collected ?? 0, reversed: row?.reversed ?? 0 };
  }
}

/** Remaining differences, in any order. */
const leftOf = (truths: readonly Truth[]): string[] => {
  const isAnyFile = truths.some(({ file }) => file !== 'no');
  return truths
    .flatMap(({ end, file }, i) => [
      end === 'success' && file === 'no' && isAnyFile && `missing ${i}`,
      end === 'failed' && file !== 'no' && `not-paid ${i}`,
      file === 'edited' && `twice ${i}`,
      file === 'other-order' && 'unknown -',
    ])
    .filter((one) => one !== false)
    .sort();
};
const moneyOf = (truths: readonly Truth[], end: Truth['end']): number =>
  truths.filter((t) => t.end === end).length * rupees * 100;

async function live(truths: readonly Truth[], order: number): Promise<void> {
  const story = new Story(truths);
  await story.open();
  for (const step of shuffled(story.steps(), order)) {
    await step();
    const { collected } = await story.balanced();
    // A file alone collects nothing.
    expect(collected).toBeLessThanOrEqual(
      moneyOf(
        truths.filter(({ isTold }) => isTold),
        'success',
      ) +
        moneyOf(
          truths.filter(({ isTold }) => isTold),
          'reversed',
        ),
    );
  }
  await story.answer();
  expect(await story.balanced()).toEqual({
    collected: moneyOf(truths, 'success'),
    reversed: moneyOf(truths, 'reversed'),
  });
  expect(await story.differences()).toEqual(leftOf(truths));
}

test(
  `${runs * orders} histories of files and events: books balance, and order does not matter`,
  { timeout: timeout * 6 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(truth, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat({ max: 1e9 }), { minLength: orders, maxLength: orders }),
        async (truths, seeds) => {
          await Promise.all(seeds.map((one) => live(truths, one)));
        },
      ),
      { numRuns: runs, seed },
    ),
);
