/** A desk that sends settlement files in, a second person who checks, and gateways that answer. */
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { reconciliation } from '../../src/contexts/payments/contract/reconciliation.ts';
import type { DifferenceAct } from '../../src/contexts/payments/contract/reconciliation-words.ts';
import { payu } from '../../src/contexts/payments/server/gateways/payu.ts';
import type { Gateway } from '../../src/contexts/payments/server/gateways/port.ts';
import { razorpay } from '../../src/contexts/payments/server/gateways/razorpay.ts';
import {
  compareGateway,
  confirmJobName,
} from '../../src/contexts/payments/server/reconciliation/compare-gateway.ts';
import { readJobName } from '../../src/contexts/payments/server/reconciliation/read-file.ts';
import { name, sql } from '../../src/kernel/server/database/sql.ts';
import { type FakePayu, startPayu } from '../fakes/payu.ts';
import { razorpayBooks } from '../fakes/razorpay-books.ts';
import { deliver } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { addOrder, balancesIn, statusIn } from './settlement-files.ts';

const start = '2026-11-20T06:30:00Z';
const emptied = [
  'gateway_looks',
  'gateway_difference_steps',
  'gateway_differences',
  'gateway_rows',
  'gateway_file_faults',
  'gateway_files',
];

class Desk {
  now = new Date(start);
  readonly #books = razorpayBooks();
  readonly books = this.#books.books;
  readonly settlements = this.#books.settlements;
  server!: TestServer;
  bank!: FakePayu;
  sender!: Caller;
  checker!: Caller;
  #gateways!: ReadonlyMap<string, Gateway>;

  async begin(): Promise<void> {
    this.bank = await startPayu();
    const url = `http://key:secret@${await this.#books.start()}?webhook=hook`;
    const { config } = this.bank;
    this.server = await boot({
      clock: { now: () => this.now },
      env: { PAYU_URL: config, RAZORPAY_URL: url },
    });
    this.#gateways = new Map([
      ['razorpay', razorpay(url)],
      ['payu', payu(config)],
    ]);
    await this.server.database.run(
      sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
    );
    this.sender = await this.server.as('list_payment', 'upload_payments_file');
    this.checker = await this.server.as('list_payment', 'upload_payments_file');
  }
  async end(): Promise<void> {
    await this.server.stop();
    this.bank.stop();
    this.#books.stop();
  }
  async empty(): Promise<void> {
    this.now = new Date(start);
    for (const kept of [this.bank.books, this.bank.settlements, this.books, this.settlements]) kept.clear();
    for (const table of emptied) await this.server.database.run(sql`delete from ${name(table)}`);
    // Orders of the tests before are of no day a file is about.
    await this.server.database.run(sql`update payment_attempts set settled_at = '2026-01-01T06:00:00Z'`);
  }

  order = (o?: Parameters<typeof addOrder>[1]) => addOrder(this.server, o);
  /** The file as it is once it was read. */
  fileOf = (id: number | undefined, who = this.sender) =>
    vi.waitUntil(
      async () => {
        const { rows } = await who.call(reconciliation.files, {});
        const file = rows.find((row) => row.id === id);
        return file && file.state !== 'waiting' && file;
      },
      { timeout: 170_000, interval: 50 },
    );
  async sent(text: string | Uint8Array, gateway = 'razorpay', who = this.sender) {
    const fileKey = await deliver(who, text, 'settlement.csv');
    const row = await who.call(reconciliation.send, { gateway, fileKey });
    const file = await this.fileOf(row?.id, who);
    await this.#worked();
    return file;
  }
  /** A file is read before the gateway is polled about it: its effects must not overlap the next step. */
  #worked = () =>
    vi.waitUntil(
      async () => {
        const [left] = await this.server.database.rows<{ count: number }>(sql`
          select count(*)::int as count from jobs.job
          where name in (${readJobName}, ${confirmJobName}) and state in ('created', 'retry', 'active')`);
        return left?.count === 0;
      },
      { timeout: 60_000, interval: 50 },
    );
  /** Inputs of the periodic comparison. */
  parts = () => ({
    database: this.server.database,
    clock: { now: () => this.now },
    gateways: {
      of: () => undefined,
      named: async (gateway: string) => this.#gateways.get(gateway),
      origins: [],
    },
    notify: async () => undefined,
  });
  comparedAt = async (moment: string, gateway = 'razorpay') => {
    this.now = new Date(moment);
    await compareGateway(this.server.database, gateway, this.now);
  };
  open = async (o: object = {}) =>
    (await this.checker.call(reconciliation.list, { state: 'open', ...o })).rows;
  kinds = async () => (await this.open()).map(({ kind, order }) => `${kind} ${order ?? '-'}`).sort();
  act = async (id: number, what: DifferenceAct, words = 'Looked at with the bank', who = this.checker) => {
    const done = await who.call(reconciliation.act, { id: String(id), act: what, words });
    await this.#worked();
    return done;
  };
  statusOf = (attempt: string) => statusIn(this.server, attempt);
  balances = (loanId: number) => balancesIn(this.server, loanId);
}

/** One desk for a file of tests; each test finds it empty. */
export function openDesk(): Desk {
  const desk = new Desk();
  beforeAll(() => desk.begin());
  afterAll(() => desk.end());
  beforeEach(() => desk.empty());
  return desk;
}
