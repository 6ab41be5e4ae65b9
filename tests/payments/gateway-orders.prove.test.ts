/**
 * Random events of Razorpay and PayU: late, duplicate, lost, with forgeries. No step exceeds the gateway's books, and
 * every order reaches the state and books of the correct event order.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OrderState, orderStates } from '../../src/contexts/payments/contract/pay/order-states.ts';
import type { Gateway } from '../../src/contexts/payments/server/gateways/port.ts';
import { payu } from '../../src/contexts/payments/server/gateways/payu.ts';
import { razorpay } from '../../src/contexts/payments/server/gateways/razorpay.ts';
import type { Due } from '../../src/contexts/payments/server/orders/apply-status.ts';
import { askAbout } from '../../src/contexts/payments/server/orders/poll-status.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { startPayu } from '../fakes/payu.ts';
import { razorpayBooks } from '../fakes/razorpay-books.ts';
import { type TestServer, boot } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import {
  type Books,
  type Happening,
  type News,
  type Truth,
  partBack,
  amount,
  forgeries,
  lifeOf,
  truth,
} from './gateway-lives.ts';

const atOnce = 6;
const runs = runsOf(5, 1700);
const start = new Date('2026-11-20T06:30:00Z');

let now = start;
let server: TestServer;
let books: Books;
let gateways: ReadonlyMap<string, Gateway>;
let orders = 0;
beforeAll(async () => {
  books = { payu: await startPayu(), razorpay: razorpayBooks() };
  const url = `http://rzp_key:rzp_secret@${await books.razorpay.start()}?webhook=hook&account=acc_1`;
  gateways = new Map([
    ['razorpay', razorpay(url)],
    ['payu', payu(books.payu.config)],
  ]);
  server = await boot({
    clock: { now: () => now },
    env: { RAZORPAY_URL: url, PAYU_URL: books.payu.config },
  });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
});
afterAll(async () => {
  await server.stop();
  books.payu.stop();
  books.razorpay.stop();
});
beforeEach(() => void (books.payu.isDown = false));

class Order {
  readonly id: string;
  readonly truth: Truth;
  readonly life: readonly Happening[];
  /** What the gateway's books have carried so far. */
  readonly carried = new Set<OrderState>(['initiated']);
  /** A genuine refund event arrived. */
  isToldBack = false;
  /** The gateway's books carry a refund in part. */
  isPartBack = false;
  #loanId = 0;
  constructor(t: Truth) {
    orders += 1;
    this.id = `life${orders}`;
    this.truth = t;
    this.life = lifeOf(books, t, this.id);
  }

  async open(): Promise<void> {
    const loan = await server.database.one<{ id: number }>(sql`
      with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id),
      l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, total_outstanding)
        select 1, 1, b.id, 'LIFE-' || b.id, 50000000 from b returning id)
      insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, receipt_code, created_at, changed_at,
        next_ask_at)
      select ${this.id}, l.id, 1, 'PAYMENT_LINK', ${this.truth.gateway}, ${amount}, ${this.id}, ${now}, ${now}, ${now} from l
      returning loan_id as id`);
    this.#loanId = loan?.id ?? 0;
  }

  happen({ happen, carries, isPartBack }: Happening): void {
    happen();
    this.isPartBack ||= isPartBack === true;
    if (carries) this.carried.add(carries);
  }

  async told({ path, body, headers }: News): Promise<number> {
    if (body.includes('refund.processed')) this.isToldBack = true;
    const { status } = await fetch(server.url + path, { method: 'POST', body, headers });
    return status;
  }

  async forged({ path, body, headers }: News): Promise<void> {
    await fetch(server.url + path, { method: 'POST', body, headers });
  }

  /** Order, payments, and account balances of the loan. */
  async books(): Promise<{ state: OrderState; payments: { amount: number }[]; accounts: object }> {
    const found = await server.database.one<{
      state: OrderState;
      payments: { amount: number }[];
      accounts: object;
    }>(sql`
      with legs as (select k.account, sum(k.n * p.amount) as lies from postings p
          cross join lateral (values (p.from_account, -1), (p.to_account, 1)) k (account, n)
        where p.loan_id = ${this.#loanId} group by 1 having sum(k.n * p.amount) <> 0)
      select t.state,
        (select coalesce(jsonb_agg(jsonb_build_object('amount', y.amount, 'status', y.status, 'realized', y.realized,
          'isOwn', y.attempt_id = t.id)), '[]') from payments y where y.loan_id = t.loan_id) as payments,
        (select coalesce(jsonb_object_agg(account, lies), '{}') || jsonb_build_object('differences',
          (select count(*) from ledger_differences where loan_id = t.loan_id)) from legs) as accounts
      from payment_attempts t where t.id = ${this.id}`);
    if (!found) throw new Error('no order');
    return found;
  }

  /** Never beyond the books, and the ledger agrees with the state. */
  async holds(): Promise<void> {
    const { state, payments, accounts } = await this.books();
    expect([...this.carried], `${this.truth.gateway} ${state}`).toContain(state);
    const isCounted = state === 'success';
    const left = isCounted ? (payments[0]?.amount ?? 0) : amount;
    expect(this.isPartBack ? [amount, amount - partBack] : [amount]).toContain(left);
    expect(accounts).toEqual({
      differences: 0,
      ...(isCounted && { borrower: -left, gateway: left }),
      ...(state === 'reversed' && { borrower: -amount, reversed: amount }),
    });
    const kept = { amount: left, status: isCounted ? 'success' : 'reversed', realized: true, isOwn: true };
    expect(payments).toEqual(isCounted || state === 'reversed' ? [kept] : []);
  }

  /** Like the loop: while polling is scheduled; `isForced`: like a settlement file. */
  async asked(isForced = false): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      const due = await server.database.one<Due & { isDue: boolean }>(sql`
        select id, gateway, amount, reference, state, source, next_ask_at is not null as "isDue" from payment_attempts
        where id = ${this.id}`);
      if (!due || !(due.isDue || isForced)) return;
      const parts = {
        database: server.database,
        clock: { now: () => now },
        gateways: { of: () => undefined, named: async (name: string) => gateways.get(name), origins: [] },
        notify: async () => undefined,
      };
      await server.database.run(sql`update payment_attempts set next_ask_at = null where id = ${this.id}`);
      await askAbout(parts, due);
    }
  }
}

type Step = (() => Promise<unknown>)[];
/** Each event in order, published any time later in several copies; forgeries at any time. */
function stepsOf(order: Order, dice: () => number): Step {
  const slots: { at: number; run: () => Promise<unknown> }[] = [];
  order.life.forEach((one, at) => {
    slots.push({ at, run: async () => order.happen(one) });
    for (const news of one.news)
      for (let copies = dice() % 4; copies > 0; copies -= 1)
        slots.push({
          at: at + 0.1 + (dice() % 40) / 10,
          run: async () => expect(await order.told(news)).toBe(200),
        });
  });
  const wrong = forgeries(order.truth, order.id);
  for (let n = dice() % 4; n > 0; n -= 1) {
    const news = wrong[dice() % wrong.length];
    if (news) slots.push({ at: (dice() % 50) / 10, run: () => order.forged(news) });
  }
  return slots.toSorted((a, b) => a.at - b.at).map(({ run }) => run);
}
const diceOf = (from: number) => {
  let state = from;
  return (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 3;
};

/** Each event is published once, immediately. */
async function inOrder(t: Truth): Promise<Order> {
  const order = new Order(t);
  await order.open();
  for (const one of order.life) {
    order.happen(one);
    for (const news of one.news) {
      expect(await order.told(news)).toBe(200);
      await order.holds();
      await order.asked();
    }
  }
  await order.asked(true);
  return order;
}

async function live(t: Truth, from: number): Promise<void> {
  const order = new Order(t);
  await order.open();
  for (const step of stepsOf(order, diceOf(from))) {
    await step();
    await order.holds();
  }
  await order.asked();
  await order.holds();
  // Refund events are never dropped, even before their payment is recorded.
  if (order.isToldBack && order.carried.has('reversed'))
    expect((await order.books()).state).not.toBe('success');
  // A lost event is found by polling.
  await order.asked(true);
  await order.holds();
  const right = await inOrder(t);
  expect(await order.books()).toEqual(await right.books());
  const furthest = [...order.carried].toSorted((a, b) => orderStates.indexOf(b) - orderStates.indexOf(a))[0];
  expect((await order.books()).state).toBe(furthest);
}

test(
  `${runs * atOnce} order histories: no status update exceeds the ledger, and order does not matter`,
  { timeout: timeout * 6 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(truth, fc.nat({ max: 1e9 })), { minLength: atOnce, maxLength: atOnce }),
        fc.integer({ min: 0, max: 10 }),
        async (lives, seconds) => {
          // The clock advances between histories, not within.
          now = new Date(now.getTime() + seconds * 1000);
          await Promise.all(lives.map(([t, from]) => live(t, from)));
        },
      ),
      { numRuns: runs, seed },
    ),
);

test('the histories reached every state, and forged updates reached none of the orders', async () => {
  const states = await server.database.rows<{ state: string }>(
    sql`select distinct state from payment_attempts where id like 'life%' order by 1`,
  );
  expect(states.map(({ state }) => state)).toEqual(['failed', 'initiated', 'reversed', 'success']);
  const forged = await server.database.rows(
    sql`select from payments where transaction_id like '%FORGED%' or mode not in ('razorpay', 'payu')`,
  );
  expect(forged).toEqual([]);
});
