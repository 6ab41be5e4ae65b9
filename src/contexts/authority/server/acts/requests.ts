/** Acts as approval requests: shown on a card, approved, and executed by the server with the original input. */
import { actorById } from '#contexts/agency/server/session/authenticator.ts';
import { visibleLoans, visibleUsers } from '#contexts/agency/server/visible.ts';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Context, Route } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { closeRequests, goOn, ruleOn, mayRefuse } from '../engine.ts';
import type { Became, RequestCard, Decided, KindOfRequest } from '../slots.ts';
import { type Act, type ActKind, isWithin, markOf } from './act.ts';
import { agreedTo } from './guard.ts';
import { type KeptAct, closeAct, lockAct, rereadAct, actSeal, subjectOfAct, waitingAct } from './store.ts';

export interface DoDeps {
  acts: () => readonly Act[];
  routes: () => readonly Route[];
  safe: Safe;
}
const gone = new Failure('CHANGED_MEANWHILE');

/** Original input, with the requester's current state. */
async function againOf(deps: DoDeps, act: KeptAct, context: Context) {
  const { tx } = context;
  const route = deps.routes().find(({ endpoint }) => endpoint.name === act.endpoint);
  const kind = deps
    .acts()
    .find(({ endpoint, kind: of }) => endpoint.name === act.endpoint && of === act.kind);
  const asker = await actorById(tx, act.askedBy);
  if (!route || !kind || !asker || !may(asker, route.endpoint.can)) throw gone;
  const input = JSON.parse(deps.safe.open(act.asked, actSeal(act.endpoint, act.askedBy))) as never;
  const theirs = agreedTo({ ...context, ...asIf(asker, context) });
  const reading = await kind.read(input, theirs);
  if (!reading) throw gone;
  return { reading, isAnswered: kind.isAnswered === true, run: () => route.handle(input, theirs) };
}
/** Events name the requester; the approval names the approver. */
const asIf = (asker: ServerActor, { emit }: Context): Partial<Context> & Pick<Context, 'emit'> => ({
  actor: asker,
  guest: asker,
  key: null,
  delivery: null,
  emit: (type, event) => emit(type, { ...event, actorId: asker.id }),
});

/** Executed once: a second approver finds it closed. */
export async function carryOut(deps: DoDeps, act: KeptAct, context: Context): Promise<'done' | 'changed'> {
  const { tx, emit, now } = context;
  const { reading, isAnswered, run } = await againOf(deps, act, context);
  if (reading.notBy?.includes(context.actor.id)) throw new Failure('OWN_DEPOSIT');
  if (markOf(reading) !== act.stands || !isWithin(act.facts, reading.facts)) {
    await closeRequests(tx, act.kind, [act.id], { state: 'withdrawn', by: null });
    await rereadAct(tx, act.id, reading);
    const anew = await waitingAct(tx, act.id);
    const subject = anew && subjectOfAct(anew);
    const asked = subject && (await goOn(tx, { subject, flag: null, by: act.askedBy, now, comment: '' }));
    if (!asked) await closeAct(tx, act.id, 'expired');
    const facts = { kind: act.kind, subjectId: act.id };
    emit('authority.asked', { id: act.id, facts, to: [act.askedBy, ...(asked?.people ?? [])] });
    return 'changed';
  }
  if ((await closeAct(tx, act.id, isAnswered ? 'granted' : 'done')) === 0) throw gone;
  if (!isAnswered) await run();
  emit('authority.done', {
    id: act.id,
    facts: { kind: act.kind, subjectId: act.id, endpoint: act.endpoint, askedBy: act.askedBy },
    to: [act.askedBy],
  });
  return 'done';
}

async function reject(context: Context, act: KeptAct, { comments }: Decided): Promise<Became> {
  const { tx, actor } = context;
  if (!(await mayRefuse(tx, subjectOfAct(act), actor))) throw new Failure('NOT_YOURS_TO_REJECT');
  if (!comments?.trim()) throw new Failure('INVALID_INPUT', {}, [{ path: 'comments', fault: 'required' }]);
  await closeAct(tx, act.id, 'rejected');
  await closeRequests(tx, act.kind, [act.id], { state: 'rejected', by: actor.id });
  return 'rejected';
}

async function approve(deps: DoDeps, context: Context, act: KeptAct, decided: Decided): Promise<Became> {
  const { tx, actor, now, emit } = context;
  if (decided.stands !== act.stands) throw gone;
  const subject = subjectOfAct(act);
  const ruling = await ruleOn(tx, subject, actor);
  if (ruling.is === 'refused') throw new Failure(ruling.why === 'own' ? 'OWN_REQUEST' : 'NOBODY_MAY');
  if (ruling.is === 'passes') {
    const asked = await goOn(tx, { subject, flag: null, by: actor.id, now, comment: decided.comments ?? '' });
    if (!asked) throw new Failure('NOBODY_MAY');
    const facts = { kind: act.kind, subjectId: act.id };
    emit('authority.asked', { id: act.id, facts, to: [actor.id, ...asked.people] });
    return 'recommended';
  }
  if ((await carryOut(deps, act, context)) === 'changed') return 'asked-again';
  await closeRequests(tx, act.kind, [act.id], { state: 'approved', by: actor.id });
  return 'approved';
}

const cards = (tx: Tx, kind: ActKind, ids: readonly number[]): Promise<RequestCard[]> =>
  tx.rows<RequestCard>(sql`
    select a.id as "subjectId", null as "loanId", a.name as borrower, '' as "loanNumber",
      coalesce((select c.name from clients c where c.id = a.client_id), '') as client,
      (select first_name || ' ' || last_name from users where id = a.asked_by) as maker, '' as comment,
      (a.facts ->> 'amount')::bigint as amount, 0::bigint as pos, 0::bigint as tos, 0 as waiver, null as days,
      null as "payBy", false as "isExpired", '[]'::jsonb as instalments, null as "lastPaid", null as "lastPaidOn", 0 as kept, 0 as broken, 0 as earlier,
      jsonb_build_object('name', a.name, 'lines', a.lines, 'stands', a.stands) as act
    from authority_acts a where a.kind = ${kind} and a.id = any(${[...ids]})`);

export const actRequests = (deps: DoDeps, kind: ActKind): KindOfRequest => ({
  kind,
  flag: null,
  async subject(tx, id) {
    const act = await waitingAct(tx, id);
    return act?.kind === kind ? subjectOfAct(act) : undefined;
  },
  cards: (tx, ids) => cards(tx, kind, ids),
  isSeen: (actor, id) => sql`exists (
    select from authority_acts a left join loans l on l.id = a.loan_id
    where a.id = ${id} and (a.loan_id is null or ${visibleLoans(actor, sql`l.assignee_id`)})
      and (a.person_id is null or ${visibleUsers(actor, sql`a.person_id`)}))`,
  async lock({ tx }, id) {
    await lockAct(tx, id);
  },
  async decide(context, id, decided) {
    const act = await lockAct(context.tx, id);
    if (!act) throw gone;
    return decided.decision === 'reject'
      ? reject(context, act, decided)
      : approve(deps, context, act, decided);
  },
  async ended(tx, id) {
    await closeAct(tx, id, 'expired');
  },
});
