/** The steps of a settlement: each asks what its state allows, changes it, and leaves its trace on the timeline. */
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import {
  isAllowed,
  maySend,
  reasonOf,
  type settlementCan,
} from '#contexts/settlements/contract/settlement-rules.ts';
import { refusalOf } from '#contexts/settlements/contract/waiver-rules.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import * as change from './change-store.ts';

type What = keyof typeof settlementCan;
const refuse = ({ status }: change.LockedSettlement): Failure => new Failure('SETTLEMENT_STATE', { status });
const needed = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'required' }]);

/** Locks the settlements; refuses when the caller does not see all of them. */
export async function lockAll(
  { tx, actor }: Context,
  ids: readonly number[],
): Promise<change.LockedSettlement[]> {
  const wanted = [...new Set(ids)];
  const held = await change.lockSettlements(tx, actor, wanted);
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
  comment?: string;
  amount?: number;
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
  const { tx, actor } = context;
  const ids = held.map(({ id }) => id);
  const by = { userId: actor.id };
  await change.writeDecision(tx, ids, { status: 'Approved', reason: comment, ...by });
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

/** To be decided once more: opened again, for another amount, or asked for again. */
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

const steps = {
  Approved: { what: 'decide', flag: 'approve_reject_settlement' },
  Rejected: { what: 'decide', flag: 'approve_reject_settlement' },
  AmountUpdated: { what: 'amount', flag: 'update_settlement_amount' },
  ReOpened: { what: 'reopen', flag: 'reopen_settlement' },
} as const satisfies Record<Asked['status'], { what: What; flag: string }>;

/** What this person may not approve, by its limit or because they made it themselves. */
function checkAuthority({ actor }: Context, held: change.LockedSettlement, agencyMost: number): void {
  const refusal = refusalOf(held.offer, actor.id, agencyMost);
  if (refusal) throw new Failure(refusal.code, 'facts' in refusal ? refusal.facts : {});
}

/** `agencyMost` is the agency's limit of a waiver, in percent. */
export async function updateStatus(
  context: Context,
  { id, ...asked }: Asked & { id: number },
  agencyMost: number,
): Promise<void> {
  const { what, flag } = steps[asked.status];
  if (!may(context.actor, flag)) throw new Failure('FORBIDDEN');
  const held = await lockOne(context, id, what);
  if (asked.status === 'Approved') {
    checkAuthority(context, held, agencyMost);
    return approve(context, [held], asked.comments);
  }
  if (asked.status === 'Rejected') return reject(context, held, asked);
  const { status, comments: comment, updateAmount: amount } = asked;
  if (status === 'ReOpened') return reopen(context, held, { status, comment });
  if (amount === undefined) throw needed('updateAmount');
  return reopen(context, held, { status, comment, amount });
}

interface Approved {
  changed: number;
  left: { id: number; why: 'state' | 'own' | 'waiver' }[];
}
/** Those that are Inprogress of what was chosen and that this person may approve; refused when none is (G095). */
export async function bulkApprove(
  context: Context,
  ids: readonly number[],
  agencyMost: number,
): Promise<Approved> {
  const held = await lockAll(context, ids);
  const isOpen = ({ status }: change.LockedSettlement): boolean => isAllowed('bulkApprove', status);
  const whyNot = (one: change.LockedSettlement): Approved['left'][number]['why'] | undefined => {
    if (!isOpen(one)) return 'state';
    const refusal = refusalOf(one.offer, context.actor.id, agencyMost);
    return refusal && (refusal.code === 'OWN_SETTLEMENT' ? 'own' : 'waiver');
  };
  const judged = held.map((one) => ({ one, why: whyNot(one) }));
  const ready = judged.filter(({ why }) => why === undefined).map(({ one }) => one);
  const first = held.find(isOpen) ?? held[0];
  if (ready.length === 0 && first) {
    if (isOpen(first)) checkAuthority(context, first, agencyMost);
    throw refuse(first);
  }
  await approve(context, ready);
  return {
    changed: ready.length,
    left: judged.flatMap(({ one, why }) => (why ? [{ id: one.id, why }] : [])),
  };
}

/** Those the viewer approved last, of what was chosen; refused when none is (G096). */
export async function sendToClient(context: Context, ids: readonly number[]): Promise<number> {
  const { tx, actor } = context;
  const held = await lockAll(context, ids);
  // Many at once is for team leads alone (G097).
  if (held.length > 1 && actor.roleType !== 'tech_lead') throw new Failure('FORBIDDEN');
  const ready = held.filter(
    ({ sentToClient, viewerEntry, ...one }) =>
      !sentToClient && maySend({ ...one, viewerEntry: viewerEntry ?? undefined }),
  );
  const first = held[0];
  if (ready.length === 0 && first) throw refuse(first);
  const sent = ready.map(({ id }) => id);
  await change.handOver(tx, sent);
  for (const side of ['collection', 'client'] as const)
    await change.addSteps(tx, { ids: sent, side, status: 'Sent', userId: actor.id });
  await emitChanges(context, ready, { after: 'Sent' });
  return sent.length;
}
