/** Steps of a settlement: each checks the state, changes it, and records it in the timeline. */
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import {
  isAllowed,
  maySend,
  reasonOf,
  type settlementCan,
} from '#contexts/settlements/contract/settlement-rules.ts';
import { goOn, ruleOn, mayRefuse } from '#contexts/authority/server/engine.ts';
import { refusalOf } from '#contexts/lenders/contract/rules/waiver-rules.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import * as change from './change-store.ts';
import { giveDay, refuseExpired } from './new-day.ts';
import { addVersion, hasOtherAgreement } from './agreements/versions.ts';
import { beginPlans } from './plans/store.ts';
import { waitsOf } from './store.ts';
import { subjectOf } from './subject.ts';
import { postWaivers } from './waivers.ts';

type What = keyof typeof settlementCan;
export const refuse = ({ status }: change.LockedSettlement): Failure =>
  new Failure('SETTLEMENT_STATE', { status });
const needed = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'required' }]);

/** Locks the settlements; refuses when the caller does not see all of them. */
export async function lockAll(
  { tx, actor, now }: Context,
  ids: readonly number[],
): Promise<change.LockedSettlement[]> {
  const wanted = [...new Set(ids)];
  const held = await change.lockSettlements(tx, actor, wanted, now);
  if (held.length < wanted.length) throw new Failure('NOT_FOUND');
  return held;
}
export async function lockOne(context: Context, id: number, what?: What): Promise<change.LockedSettlement> {
  const [held] = await lockAll(context, [id]);
  if (!held) throw new Failure('NOT_FOUND');
  if (what && !isAllowed(what, held.status)) throw refuse(held);
  return held;
}

interface Told {
  after: string;
  comment?: string | undefined;
  amount?: number | undefined;
  replaces?: number;
}
/** One event for each, for the loan's assignee and the requester. */
export async function emitChanges(
  { tx, emit }: Context,
  held: readonly change.LockedSettlement[],
  told: Told,
): Promise<void> {
  const to = await watchersOf(
    tx,
    held.flatMap(({ assigneeId, userId }) => [assigneeId, userId]),
  );
  for (const { id, loanId, status } of held)
    emit('settlements.changed', { id, facts: { loanId, before: status, ...told }, to });
}

export async function approve(
  context: Context,
  held: readonly change.LockedSettlement[],
  comment = '',
): Promise<void> {
  const { tx, actor, now } = context;
  const ids = held.map(({ id }) => id);
  const by = { userId: actor.id };
  await beginPlans(tx, ids, now);
  await change.writeDecision(tx, ids, { status: 'Approved', reason: comment, ...by });
  await postWaivers(
    tx,
    held.filter(({ status }) => status !== 'Approved').map(({ id }) => id),
  );
  await change.addSteps(tx, { ids, side: 'collection', status: 'Approved', comment, ...by });
  const gone = await change.voidOthers(tx, ids);
  await change.addSteps(tx, { ids: gone, side: 'collection', status: 'Void', ...by });
  await emitChanges(context, held, { after: 'Approved', comment });
}

interface Asked {
  status: 'Approved' | 'Rejected' | 'AmountUpdated' | 'ReOpened';
  comments?: string;
  suggestedAmount?: number;
  updateAmount?: number;
  /** A new payment day. */
  settlementDate?: string | undefined;
}
async function reject(context: Context, held: change.LockedSettlement, asked: Asked): Promise<void> {
  const { tx, actor } = context;
  const reason = reasonOf(asked.comments ?? '');
  if (!reason) throw needed('comments');
  if (asked.suggestedAmount === undefined) throw needed('suggestedAmount');
  const { suggestedAmount } = asked;
  await change.writeDecision(tx, [held.id], {
    status: 'Rejected',
    suggestedAmount,
    reason,
    userId: actor.id,
  });
  await change.addSteps(tx, {
    ids: [held.id],
    side: 'collection',
    status: 'Rejected',
    comment: reason,
    amount: suggestedAmount,
    userId: actor.id,
  });
  await emitChanges(context, [held], { after: 'Rejected', comment: reason, amount: suggestedAmount });
}

/** Requires a new decision: reopened, with another amount, or requested again. */
export async function reopen(
  context: Context,
  held: change.LockedSettlement,
  to: { status: 'AmountUpdated' | 'ReOpened' | 'ReInitiated'; amount?: number; comment?: string },
): Promise<void> {
  const { tx, actor } = context;
  await change.clearDecisions(tx, held.id, { ...to, userId: actor.id });
  const { status, comment = '', amount } = to;
  await change.addSteps(tx, {
    ids: [held.id],
    side: 'collection',
    status,
    comment,
    amount,
    userId: actor.id,
  });
  await emitChanges(context, [held], { after: status, comment, amount });
}

/** Proposes a new version of an agreement, for approval by another person; the agreement is unchanged. Returns its id. */
async function propose(context: Context, held: change.LockedSettlement, asked: Asked): Promise<number> {
  const { tx, actor } = context;
  const { updateAmount: amount, comments: comment, settlementDate } = asked;
  const status = asked.status === 'AmountUpdated' ? asked.status : 'ReOpened';
  if (status === 'AmountUpdated' && amount === undefined) throw needed('updateAmount');
  // With amount zero there would be no plan for the borrower to accept.
  if (amount !== undefined && amount <= 0)
    throw new Failure('INVALID_INPUT', {}, [{ path: 'updateAmount', fault: 'invalid' }]);
  if (held.isPaidOff) throw new Failure('LOAN_PAID_OFF');
  if (await change.rivalOf(tx, held)) throw new Failure('SETTLEMENT_OPEN');
  const id = await addVersion(tx, { id: held.id, status, amount, comment, userId: actor.id });
  const by = { side: 'collection', comment, userId: actor.id } as const;
  await change.addSteps(tx, { ...by, ids: [held.id], status: 'New version', amount });
  await change.addSteps(tx, { ...by, ids: [id], status, amount });
  const made = await lockOne(context, id);
  if (settlementDate !== undefined) await giveDay(context, made, settlementDate);
  const before = { ...made, status: held.status };
  await emitChanges(context, [before], { after: status, comment, amount, replaces: held.id });
  return id;
}

const steps = {
  Approved: { what: 'decide', flag: 'approve_reject_settlement' },
  Rejected: { what: 'decide', flag: 'approve_reject_settlement' },
  AmountUpdated: { what: 'amount', flag: 'update_settlement_amount' },
  ReOpened: { what: 'reopen', flag: 'reopen_settlement' },
} as const satisfies Record<Asked['status'], { what: What; flag: string }>;

type Standing = 'decides' | 'passes' | 'nobody';
/** Rejects makers, and amounts above the portfolio's limit; else returns whether this user's steps cover it. */
export async function authorityOf(
  { tx, actor }: Context,
  held: change.LockedSettlement,
  agencyMost: number,
): Promise<Standing> {
  const refusal = refusalOf(held.offer, actor.id, agencyMost);
  if (refusal) throw new Failure(refusal.code, 'facts' in refusal ? refusal.facts : {});
  const ruling = await ruleOn(tx, subjectOf(held), actor);
  if (ruling.is === 'refused') return 'nobody';
  return ruling.is;
}

type Became = 'new' | 'again' | 'nobody';
/** Passes it on to approvers with a higher limit. */
export async function recommend(
  context: Context,
  held: change.LockedSettlement,
  comment = '',
): Promise<Became> {
  const { tx, actor, now, emit } = context;
  const subject = subjectOf(held);
  const flag = steps.Approved.flag;
  const asked = await goOn(tx, { subject, flag, by: actor.id, now, comment });
  if (!asked) return 'nobody';
  const facts = { kind: 'settlement', subjectId: held.id };
  // A repeat leaves it pending, and notifies only its user.
  if (!asked.isNew) {
    emit('authority.asked-again', { id: asked.id, facts, to: [actor.id] });
    return 'again';
  }
  const ids = [held.id];
  await change.addSteps(tx, { ids, side: 'collection', status: 'Recommended', comment, userId: actor.id });
  emit('authority.asked', { id: asked.id, facts, to: [actor.id, ...asked.people] });
  await emitChanges(context, [held], { after: 'Recommended', comment });
  return 'new';
}

/** Refuses a second approval by a user who cannot decide it, with the approvers' names. */
async function passOn(
  context: Context,
  held: change.LockedSettlement,
  { standing, comment }: { standing: Standing; comment: string | undefined },
): Promise<'Recommended'> {
  const became = standing === 'passes' ? await recommend(context, held, comment) : 'nobody';
  if (became === 'nobody') throw new Failure('ABOVE_AUTHORITY');
  if (became === 'again') {
    const { people, isForYou } = await waitsOf(context, held.id);
    if (!isForYou) throw new Failure('WAITS_ALREADY', { people });
  }
  return 'Recommended';
}

/** Approves a settlement, or passes it on if it is above the caller's limits. */
async function approveOne(
  context: Context,
  held: change.LockedSettlement,
  { comment, agencyMost }: { comment: string | undefined; agencyMost: number },
): Promise<'Approved' | 'Recommended'> {
  if (held.isPaidOff) throw new Failure('LOAN_PAID_OFF');
  if (await hasOtherAgreement(context.tx, held)) throw new Failure('ALREADY_SETTLED');
  refuseExpired(held);
  const standing = await authorityOf(context, held, agencyMost);
  if (standing !== 'decides') return passOn(context, held, { standing, comment });
  await approve(context, [held], comment);
  return 'Approved';
}

/** Returns the new status and the settlement that has it: for an agreement a proposed version. `agencyMost` is in percent. */
export async function updateStatus(
  context: Context,
  { id, ...asked }: Asked & { id: number },
  agencyMost: number,
): Promise<{ id: number; became: Asked['status'] | 'Recommended' }> {
  const { what, flag } = steps[asked.status];
  if (!may(context.actor, flag)) throw new Failure('FORBIDDEN');
  const locked = await lockOne(context, id, what);
  if (locked.isAgreed) return { id: await propose(context, locked, asked), became: asked.status };
  const { settlementDate } = asked;
  const held = settlementDate === undefined ? locked : await giveDay(context, locked, settlementDate);
  if (asked.status === 'Approved') {
    return { id, became: await approveOne(context, held, { comment: asked.comments, agencyMost }) };
  }
  const { status, comments: comment, updateAmount: amount } = asked;
  if (status === 'Rejected') {
    if (!(await mayRefuse(context.tx, subjectOf(held), context.actor)))
      throw new Failure('NOT_YOURS_TO_REJECT');
    await reject(context, held, asked);
  } else if (status === 'ReOpened') await reopen(context, held, { status, comment });
  else if (amount === undefined) throw needed('updateAmount');
  else await reopen(context, held, { status, comment, amount });
  return { id, became: status };
}

/** The viewer's latest approvals among the selection; rejected when none is (G096). */
export async function sendToClient(context: Context, ids: readonly number[]): Promise<number> {
  const { tx, actor } = context;
  const held = await lockAll(context, ids);
  // Many at once is for team leads alone (G097).
  if (held.length > 1 && actor.roleType !== 'tech_lead') throw new Failure('FORBIDDEN');
  const sendable = held.filter(
    ({ sentToClient, viewerEntry, ...one }) =>
      !sentToClient && maySend({ ...one, viewerEntry: viewerEntry ?? undefined }),
  );
  const ready = sendable.filter((one) => !one.isExpired);
  const first = sendable[0] ?? held[0];
  if (ready.length === 0 && first) {
    if (sendable.length > 0) refuseExpired(first);
    throw refuse(first);
  }
  const sent = ready.map(({ id }) => id);
  await change.handOver(tx, sent);
  for (const side of ['collection', 'client'] as const)
    await change.addSteps(tx, { ids: sent, side, status: 'Sent', userId: actor.id });
  await emitChanges(context, ready, { after: 'Sent' });
  return sent.length;
}
