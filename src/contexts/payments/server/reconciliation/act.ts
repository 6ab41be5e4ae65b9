/** Actions on a difference: note, owner, gateway query, closing, refunds and repeated receipts. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import {
  type DifferenceAct,
  type DifferenceKind,
  type DifferenceState,
  decidingActs,
  mayDo,
} from '#contexts/payments/contract/reconciliation-words.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { restoreByPerson, takeBackByPerson } from '../orders/apply-status.ts';
import type { Notify } from '../orders/orders.ts';
import { askSoon } from './compare.ts';
import { confirmJobName } from './compare-gateway.ts';
import { tellerOf } from './store.ts';

interface Held {
  id: number;
  kind: DifferenceKind;
  state: DifferenceState;
  attemptId: string | null;
  loanId: number | null;
  ownerId: number | null;
  madeBy: number | null;
  /** Sent the line that would end it. */
  toldBy: number | null;
  gateway: string;
  /** Paise refunded according to files, each refund number once at its minimum, and paid. */
  back: number;
  paid: number;
}
const steps: Readonly<Record<DifferenceAct, string>> = {
  note: 'noted',
  take: 'taken',
  ask: 'asked',
  close: 'closed',
  reverse: 'reversed',
  restore: 'restored',
};

/** Locks the order first, like gateway events, then the difference. */
async function lock({ tx }: Context, id: number): Promise<Held> {
  await tx.run(
    sql`select from payment_attempts where id = (select attempt_id from gateway_differences where id = ${id}) for no key update`,
  );
  const held = await tx.one<Held>(sql`
    select d.id, d.kind, d.state, d.attempt_id as "attemptId", d.loan_id as "loanId", d.owner_id as "ownerId", d.made_by as "madeBy", d.gateway, ${tellerOf} as "toldBy",
      coalesce((select sum(amount) from (select distinct on (kind, entity) amount from gateway_rows
        where attempt_id = d.attempt_id and kind in ('refund', 'chargeback') order by kind, entity, amount) once), 0)::bigint as back,
      coalesce((select amount from payment_attempts where id = d.attempt_id), 0)::bigint as paid
    from gateway_differences d where d.id = ${id} for no key update of d`);
  if (!held) throw new Failure('NOT_FOUND');
  return held;
}

async function moveMoney(context: Context, held: Held, act: DifferenceAct, notify: Notify): Promise<void> {
  const { tx, now } = context;
  if (act !== 'reverse' && act !== 'restore') return;
  // A partial refund cannot be reversed: it is noted and closed.
  const isPart = act === 'reverse' && held.kind !== 'dispute' && held.back < held.paid;
  if (held.attemptId === null || isPart) throw new Failure('DIFFERENCE_STATE');
  const move = act === 'reverse' ? takeBackByPerson : restoreByPerson;
  if (!(await move(tx, held.attemptId, { now, notify }))) throw new Failure('DIFFERENCE_STATE');
}

export async function actOn(
  context: Context,
  { id, act, words = '' }: { id: number; act: DifferenceAct; words?: string | undefined },
  { notify, jobs }: { notify: Notify; jobs: Jobs },
): Promise<void> {
  const { tx, actor, now, emit } = context;
  const held = await lock(context, id);
  if (!mayDo(held, act)) throw new Failure('DIFFERENCE_STATE');
  const isDecided = decidingActs.includes(act);
  if (isDecided && (held.madeBy === actor.id || held.toldBy === actor.id))
    throw new Failure('OWN_DIFFERENCE');
  if (words === '' && (isDecided || act === 'note'))
    throw new Failure('INVALID_INPUT', {}, [{ path: 'words', fault: 'required' }]);
  if (isDecided)
    await tx.run(sql`
      update gateway_differences set state = 'closed', ended_at = ${now}, ended_by = ${actor.id} where id = ${id}`);
  if (act === 'take')
    await tx.run(sql`update gateway_differences set owner_id = ${actor.id} where id = ${id}`);
  if (act === 'ask' && held.attemptId !== null) {
    await askSoon(tx, [held.attemptId], now);
    await jobs.enqueue(tx, confirmJobName, { gateway: held.gateway });
  }
  await moveMoney(context, held, act, notify);
  await tx.run(sql`
    insert into gateway_difference_steps (difference_id, at, user_id, what, words) values (${id}, ${now}, ${actor.id}, ${steps[act]}, ${words})`);
  emit('reconciliation.changed', {
    id,
    facts: {
      loanId: held.loanId,
      kind: held.kind,
      act,
      before: held.state,
      after: isDecided ? 'closed' : held.state,
    },
    to: await watchersOf(tx, [held.ownerId, actor.id]),
  });
}
