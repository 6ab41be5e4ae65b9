/** Schedules debits of mandates: upcoming instalments, and whether anything remains. */
import {
  type OpenInstalment,
  type Term,
  leftOf,
  planAt,
  tryAgainOn,
} from '#contexts/payments/contract/autopay/autopay-rules.ts';
import type { OrderState } from '#contexts/payments/contract/pay/order-states.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { InstalmentSource } from '../slots.ts';
import { type Mandate, askEnd, lockMandate, noteCharge } from './store.ts';

export type Sources = () => readonly InstalmentSource[];

/** What is open of the plan a mandate is for. */
export const openInstalments = async (
  tx: Tx,
  sources: Sources,
  { loanId, source }: Pick<Mandate, 'loanId' | 'source'>,
): Promise<OpenInstalment[]> =>
  (await sources()
    .find((one) => one.source === source)
    ?.of(tx, loanId)) ?? [];

/** The plan of a loan: a settlement before promises, as it is the one that was decided. */
export async function planOf(
  tx: Tx,
  sources: Sources,
  loanId: number,
): Promise<{ source: Mandate['source']; open: OpenInstalment[] } | undefined> {
  for (const name of ['settlement', 'promises'] as const) {
    const open = await openInstalments(tx, sources, { loanId, source: name });
    if (open.length > 0) return { source: name, open };
  }
  return undefined;
}

interface Made {
  row: number;
  state: 'planned' | 'told' | 'announced' | 'sent' | 'dropped';
  /** The day it is, or was, presented. */
  on: string;
  order: OrderState | null;
  reason: string | null;
  gaveUpOn: string | null;
}
/** The charges of an instalment, the first one first; those that were sent have an order. */
const madeOf = (tx: Tx, row: number, key: string): Promise<Made[]> =>
  tx.rows<Made>(sql`
    select g.id as row, g.state, g.due_on as "on", t.state as order, g.reason, g.gave_up_on as "gaveUpOn"
    from mandate_charges g left join payment_attempts t on t.id = g.order_id
    where g.mandate_id = ${row} and g.instalment = ${key} order by g.id`);

interface Looking {
  now: Date;
  noticeHours: number;
}
/** No further debit: the loan's agent is notified, and sees it among the unpaid ones. */
async function giveUp(tx: Tx, m: Mandate, o: { row: number; amount: number; now: Date }): Promise<void> {
  await tx.run(sql`
    update mandate_charges set gave_up_on = ${businessDay(o.now)}, changed_at = ${o.now} where id = ${o.row}`);
  await noteCharge(tx, m, { amount: o.amount, became: 'gave-up' });
}

/** The day a term is charged next; undefined: not now. */
async function dayOf(
  tx: Tx,
  m: Mandate,
  { term, open, ...o }: Looking & { term: Term; open: OpenInstalment },
): Promise<string | undefined> {
  const made = await madeOf(tx, m.row, term.key);
  const sent = made.filter(({ order }) => order !== null);
  const last = sent.at(-1);
  // One that is on its way, or of which nothing is decided, is the only one.
  if (made.some(({ state }) => state !== 'sent' && state !== 'dropped')) return undefined;
  if (sent.some(({ order }) => order !== 'failed')) return undefined;
  // A missed notice is recorded once.
  if (!last) return made.some(({ reason }) => reason === 'late') ? undefined : term.dueOn;
  if (last.gaveUpOn !== null) return undefined;
  const until = open.until < m.until ? open.until : m.until;
  const day = tryAgainOn({ tries: sent.length, on: last.on }, { most: m.tries, until, ...o });
  if (day === null) {
    await giveUp(tx, m, { row: last.row, amount: open.left, now: o.now });
    return undefined;
  }
  await tx.run(sql`
    update mandate_charges set state = 'dropped', reason = 'failed', next_at = null
    where id = ${last.row} and state = 'sent'`);
  return day;
}

/** Schedules the debit of one term, if upcoming. */
async function planTerm(
  tx: Tx,
  m: Mandate,
  o: Looking & { term: Term; open: OpenInstalment },
): Promise<void> {
  const { now, term } = o;
  const { left } = o.open;
  // A notified amount is binding: a changed one is rescheduled with a new notice, if there is time.
  await tx.run(sql`
    update mandate_charges set state = 'dropped', reason = 'changed', next_at = null, changed_at = ${now}
    where mandate_id = ${m.row} and instalment = ${term.key} and state in ('planned', 'told', 'announced') and amount <> ${left}`);
  const day = await dayOf(tx, m, o);
  if (day === undefined) return;
  await tx.run(sql`
    insert into mandate_charges (order_id, mandate_id, instalment, due_on, amount, next_at, changed_at)
    values (${randomCode()}, ${m.row}, ${term.key}, ${day}, ${left}, ${now}, ${now})
    on conflict (mandate_id, instalment) where state <> 'dropped' do nothing`);
}

/** Processes one mandate: schedules debits, closes it when complete, and returns its next check. */
export async function lookAt(
  tx: Tx,
  row: number,
  { sources, ...o }: Looking & { sources: Sources },
): Promise<void> {
  const { now } = o;
  const mandate = await lockMandate(tx, row);
  if (!mandate || mandate.endAskedAt !== null) return;
  const open = await openInstalments(tx, sources, mandate);
  const left = mandate.terms.filter((term) => typeof leftOf(term, open) === 'number');
  if (!mandate.isAllowed) return askEnd(tx, row, 'off', now);
  if (left.length === 0) return askEnd(tx, row, 'over', now);
  for (const term of left) {
    const one = open.find(({ key }) => key === term.key);
    if (mandate.state === 'active' && planAt(term.dueOn) <= now && one)
      await planTerm(tx, mandate, { ...o, term, open: one });
  }
  const next = Math.min(
    now.getTime() + 86_400_000,
    ...left.map(({ dueOn }) => planAt(dueOn).getTime()).filter((at) => at > now.getTime()),
  );
  await tx.run(sql`update mandates set next_look_at = ${new Date(next)} where id = ${row}`);
}
