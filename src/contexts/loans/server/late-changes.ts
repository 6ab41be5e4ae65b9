/** Loan changes that may have been queued on a phone: numbers and tags. */
import { Failure } from '#kernel/contract/failure.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { type LockedLoan, lockLoan, judge, momentFor, refuseUnseen } from './judge/judge.ts';
import type { Findings } from './judge/replay-rules.ts';
import * as change from './change-store.ts';
import { type Edit, contactsAfter } from './contact-rules.ts';
import { type LoanDetail, loanHeld } from './store.ts';

const missing = (): Failure => new Failure('NOT_FOUND');

/** Locks the loan before its entry is judged; online an invisible one is not found. */
async function lockForEntry(
  context: Context,
  loanId: number,
): Promise<{ held: LockedLoan | null; at: Date }> {
  const at = momentFor(context);
  const held = await lockLoan(context, loanId, at);
  refuseUnseen(context, held);
  return { held, at };
}

/** Recording time of a queued entry: the loan's history uses it instead of the arrival time. */
const writtenAt = ({ delivery }: Context): { writtenAt?: string } =>
  delivery?.queued ? { writtenAt: delivery.queued.effectiveAt.toISOString() } : {};

export async function editContacts(context: Context, loanId: number, edit: Edit): Promise<LoanDetail> {
  const { tx, emit } = context;
  const { held, at } = await lockForEntry(context, loanId);
  const before = held ? await change.contactsOf(tx, loanId) : undefined;
  const wanted = before && contactsAfter(before, edit);
  const loan = judge(context, held, at, { differences: wanted?.differences ?? [] });
  if (!wanted) throw missing();
  await change.writeContacts(tx, loan.id, wanted.after);
  emit('loans.contacts-changed', {
    id: loan.id,
    facts: { contacts: wanted.changed, ...writtenAt(context) },
    to: loan.watchers,
  });
  const row = await loanHeld(tx, loan.id);
  if (!row) throw missing();
  return row;
}

/** Tags are idempotent: a queued entry may find its state already reached. */
export async function tagLoan(
  context: Context,
  { loanId, name }: { loanId: number; name: string },
): Promise<change.Tag> {
  const { tx, emit, delivery } = context;
  const isLate = Boolean(delivery?.queued);
  const { held, at } = await lockForEntry(context, loanId);
  const word = await change.tagChoice(tx, name);
  // Online only active option values are accepted; late entries may use deactivated ones.
  const isKnown = word !== undefined && (word.isActive || isLate);
  const master: Findings['master'] = isKnown ? (word.isActive ? 'known' : 'retired') : 'unknown';
  const loan = judge(context, held, at, { master, masterField: 'name' });
  if (!word) throw missing();
  const made = await change.addTag(tx, loan.id, word);
  if (!made && !isLate) throw new Failure('TAKEN');
  emit(made ? 'loans.tagged' : 'loans.tag-kept', {
    id: loan.id,
    facts: { name: word.name, ...writtenAt(context) },
    to: loan.watchers,
  });
  const tag = made ?? (await change.tagNamed(tx, loan.id, word.name));
  if (!tag) throw missing();
  return tag;
}

export async function untagLoan(
  context: Context,
  { id: uId, loanId }: { id: string; loanId?: number },
): Promise<void> {
  const { tx, emit, delivery } = context;
  const tag = await change.tagById(tx, uId);
  if (!tag || (loanId !== undefined && loanId !== tag.loanId)) {
    if (!delivery?.queued) throw missing();
    // It was removed meanwhile.
    emit('loans.tag-kept', { facts: { name: '' }, to: [] });
    return;
  }
  const { held, at } = await lockForEntry(context, tag.loanId);
  const loan = judge(context, held, at, {});
  const isGone = await change.removeTag(tx, uId);
  if (!isGone && !delivery?.queued) throw missing();
  emit(isGone ? 'loans.untagged' : 'loans.tag-kept', {
    id: loan.id,
    facts: { name: tag.name, ...writtenAt(context) },
    to: loan.watchers,
  });
}
