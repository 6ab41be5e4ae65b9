/** Histories of a loan's payments, executed in any order on the product's functions. */
import { type HeldDecision } from '../../src/contexts/payments/contract/held-payments.ts';
import type { ToldState } from '../../src/contexts/payments/contract/pay/order-states.ts';
import { followNews } from '../../src/contexts/payments/server/orders/apply-status.ts';
import { decideHeld, pageOfHeld } from '../../src/contexts/payments/server/suspense/suspense.ts';
import { receive } from '../../src/contexts/payments/server/payment-file/receive.ts';
import {
  insertPayment,
  withdrawPayment,
} from '../../src/contexts/payments/server/orders/reported-payments.ts';
import { type Database, type Tx, begin, commit } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { ServerActor } from '../../src/kernel/server/http/actor.ts';
import type { Context } from '../../src/kernel/server/http/implement.ts';
import { withKeptReceipts } from './kept-receipts.ts';

/** Truth of one payment, and its sources. */
export interface Truth {
  kind: 'cash' | 'bank' | 'online';
  rupees: number;
  /** Days before today. */
  ago: number;
  /** Reported by an agent, under the right number or another, or withdrawn in between. */
  claim: 'no' | 'own' | 'other' | 'withdrawn';
  /** In the lender's file, under the right number or another, wrong at first, or undone in between. */
  file: 'no' | 'own' | 'other' | 'wrong-first' | 'undone';
  /** Gateway states, in any order and repeated. */
  end: 'success' | 'failure' | 'reversed';
}
export interface Scene {
  database: Database;
  agentId: number;
  adminId: number;
  jobId: number;
}
type Step = (tx: Tx) => Promise<unknown>;
const now = new Date('2026-11-20T06:30:00Z');
const dayOf = (ago: number): string => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
const gateway = { name: 'payu', merchant: 'asha' };

interface Remembered {
  made: number[];
  before: Record<string, unknown>[] | null;
}

export class History {
  readonly #scene: Scene;
  readonly #truths: readonly Truth[];
  readonly #of = new Map<string, number>();
  #loanId = 0;
  constructor(scene: Scene, truths: readonly Truth[]) {
    this.#scene = scene;
    this.#truths = truths;
  }

  get loanId(): number {
    return this.#loanId;
  }

  async open(): Promise<void> {
    const { database, agentId } = this.#scene;
    const loan = await database.one<{ id: number }>(sql`
      with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
      insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, payment_account_id, total_outstanding)
      select 1, 1, b.id, 'HISTORY-' || b.id, ${agentId}, 1, 50000000 from b returning id`);
    this.#loanId = loan?.id ?? 0;
    for (const [i, { kind, rupees }] of this.#truths.entries())
      if (kind === 'online')
        await database.run(sql`
          insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, receipt_code)
          values (${this.#order(i)}, ${this.#loanId}, 1, 'PAYMENT_LINK', 'payu', ${rupees * 100}, ${this.#order(i)})`);
  }

  #order(i: number): string {
    return `order${this.#loanId}n${i}`;
  }

  #number(i: number, which: string): string {
    const online = this.#truths[i]?.kind === 'online' && which === 'own';
    const number = online ? `M${this.#order(i)}` : `${which}-${this.#loanId}-${i}`;
    this.#of.set(number.toLowerCase(), i);
    return number;
  }

  /** Each list in order, interleaved with the others. */
  steps(): Step[][] {
    return this.#truths.flatMap((t, i) => [this.#claims(t, i), this.#files(t, i), ...this.#news(t, i)]);
  }

  #claims(t: Truth, i: number): Step[] {
    if (t.claim === 'no' || (t.kind === 'online' && t.end === 'failure')) return [];
    const number = this.#number(i, t.claim === 'other' && t.kind !== 'cash' ? 'claimed' : 'own');
    const say: Step = (tx) =>
      insertPayment(tx, {
        loan: { id: this.#loanId },
        userId: this.#scene.agentId,
        transactionId: number,
        paymentMode: t.kind === 'cash' ? 'Cash' : 'PhonePe',
        amount: t.rupees * 100,
        paymentDate: dayOf(t.ago),
      });
    const takeBack: Step = (tx) =>
      withdrawPayment(
        tx,
        { id: 0, transactionId: number },
        { loan: { id: this.#loanId }, transactionId: null, paymentMode: null },
      );
    return t.claim === 'withdrawn' ? [say, takeBack, say] : [say];
  }

  #files(t: Truth, i: number): Step[] {
    if (t.file === 'no' || (t.kind === 'online' && t.end !== 'success')) return [];
    const number = this.#number(i, t.file === 'other' ? 'filed' : 'own');
    let kept: Remembered | undefined;
    const send =
      (rupees: number): Step =>
      (tx) =>
        receive(
          withKeptReceipts(tx),
          sql`select id as loan_id, mobile as own, assignee_id, 1 as n, ${JSON.stringify({
            transactionId: number,
            amount: rupees * 100,
            paymentDate: dayOf(t.ago),
            paymentMode: t.kind === 'cash' ? 'Cash' : null,
          })}::jsonb as row from loans where id = ${this.#loanId}`,
          {
            userId: this.#scene.adminId,
            jobId: this.#scene.jobId,
            remember: (what, changed) => {
              if (what === 'payments') kept = changed as unknown as Remembered;
              return Promise.resolve();
            },
          },
        );
    if (t.file === 'wrong-first') return [send(t.rupees + 1), send(t.rupees)];
    return t.file === 'undone'
      ? [send(t.rupees), (tx) => this.#undo(tx, kept), send(t.rupees)]
      : [send(t.rupees)];
  }

  /** Like a file undo: unused rows are deleted, changes restored. */
  async #undo(tx: Tx, kept: Remembered | undefined): Promise<void> {
    if (!kept) return;
    const { jobId } = this.#scene;
    await tx.run(sql`
      delete from payments p where id = any(${kept.made}) and job_id = ${jobId} and decided_at is null and attempt_id is null
        and not exists (select from payments s where s.same_as = p.id)`);
    await tx.run(sql`
      update payments p set amount = r.amount, payment_date = r.payment_date, realized = r.realized, mode = r.mode, job_id = r.job_id
      from jsonb_populate_recordset(null::payments, ${JSON.stringify(kept.before ?? [])}) r
      where p.id = r.id and p.job_id = ${jobId} and p.decided_at is not distinct from r.decided_at
        and p.attempt_id is not distinct from r.attempt_id and p.status = r.status`);
  }

  /** Single-item lists: gateway events in any order, and duplicate. */
  #news(t: Truth, i: number): Step[][] {
    if (t.kind !== 'online') return [];
    const tell = (state: ToldState): Step[] => [
      (tx) =>
        followNews(
          tx,
          gateway,
          {
            attemptId: this.#order(i),
            reference: this.#number(i, 'own'),
            merchant: gateway.merchant,
            currency: 'INR',
            amount: t.rupees * 100,
            state,
            message: '',
          },
          { now, notify: () => Promise.resolve(), body: '' },
        ),
    ];
    if (t.end === 'failure') return [tell('pending'), tell('failed'), tell('failed')];
    const paid = [tell('failed'), tell('success'), tell('pending'), tell('success')];
    return t.end === 'success' ? paid : [...paid, tell('reversed'), tell('reversed')];
  }

  /** A user knowing the truth decides all suspense rows. */
  async decide(check: (tx: Tx) => Promise<unknown>): Promise<void> {
    const { database, adminId } = this.#scene;
    const actor = { id: adminId, roleType: 'system_admin' } as ServerActor;
    for (let round = 0; round < 40; round += 1) {
      const waits = await database.one<{ q: string }>(sql`
        select loan_number as q from loans l where id = ${this.#loanId}
          and exists (select from payments where loan_id = l.id and status = 'held')`);
      if (!waits) return;
      const { rows } = await pageOfHeld(database, actor, { q: waits.q });
      const [held] = rows;
      if (!held) throw new Error('held and not listed');
      const i = this.#of.get((held.transactionId ?? '').toLowerCase());
      const twin = held.beside.find((o) => this.#of.get((o.transactionId ?? '').toLowerCase()) === i);
      const isRight = held.amount === (this.#truths[i ?? -1]?.rupees ?? 0) * 100;
      const decision: HeldDecision =
        held.reason === 'amount-changed' && isRight && held.mayCount ? 'count' : twin ? 'same' : 'count';
      const asked = { id: held.id, decision, ...(decision === 'same' && twin && { paymentId: twin.id }) };
      await this.run(
        (tx) => decideHeld({ tx, actor, emit: () => undefined } as unknown as Context, asked),
        check,
      );
    }
    throw new Error('decisions have no end');
  }

  /** A user splits wrongly merged records. */
  unmerge = (): Promise<number> =>
    this.#scene.database.run(sql`
      update payments set status = 'held', held_for = coalesce(held_for, 'may-be-same'), same_as = null, decided_at = null
      where loan_id = ${this.#loanId} and status = 'same'`);

  /** The step, and what `look` answers once it is committed. Statements that need no answer are not waited for. */
  async run<T>(step: Step, look: (tx: Tx) => Promise<T>): Promise<T> {
    const { tx, release } = await this.#scene.database.checkout();
    let isBroken = true;
    try {
      await Promise.all([
        tx.run(begin),
        tx.run(sql`select from loans where id = ${this.#loanId} for no key update`),
        step(tx),
      ]);
      const [, seen] = await Promise.all([tx.run(commit), look(tx)]);
      isBroken = false;
      return seen;
    } finally {
      release(isBroken);
    }
  }
}

/** Random interleaving that preserves each list's order. */
export function shuffled<T>(lists: readonly (readonly T[])[], seed: number): T[] {
  let state = seed;
  const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 4_294_967_296;
  const left = lists.map((list) => [...list]).filter((list) => list.length > 0);
  const all: T[] = [];
  while (left.length > 0) {
    const at = Math.floor(random() * left.length);
    all.push(...(left[at]?.splice(0, 1) ?? []));
    if (left[at]?.length === 0) left.splice(at, 1);
  }
  return all;
}
