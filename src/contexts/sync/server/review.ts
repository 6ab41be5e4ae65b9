/** Decisions of team leaders about reviews. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { SyncItem } from '#kernel/contract/outbox/sync-rows.ts';
import { actorById } from '#contexts/agency/server/session/authenticator.ts';
import { type Delivery, DuplicateOf } from '#kernel/server/http/delivery.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { perform } from '#kernel/server/http/perform.ts';
import { fingerprintOf, takeForReview } from '#kernel/server/http/idempotency.ts';
import { type Command, contentOf, sentAs } from './batch.ts';
import { placeInTime } from './clock.ts';
import {
  type HeldEntry,
  closeReview,
  insertReview,
  loanIn,
  lockReview,
  photosOfVisit,
  reviewOfKey,
} from './review-store.ts';
import { inputFor } from './versions.ts';

type Commands = ReadonlyMap<string, Command>;

async function openReview({ tx, actor }: Context, id: string): Promise<HeldEntry> {
  const review = await lockReview(tx, actor, id);
  if (!review) throw new Failure('NOT_FOUND');
  if (review.state !== 'open') throw new Failure('CHANGED_MEANWHILE');
  return review;
}

const deliveryOf = (review: HeldEntry): Delivery => ({
  key: review.key,
  deviceId: review.deviceId,
  seq: review.seq,
  queued: {
    effectiveAt: new Date(review.effectiveAt),
    wall: review.effectiveAt,
    base: review.base,
    isReviewed: true,
  },
  notices: [],
});

/** Applies the entry as its author, who may have lost permission or account since: the credit is theirs. */
async function carryOut(commands: Commands, review: HeldEntry, context: Context): Promise<number | null> {
  const { tx, now, request } = context;
  const command = commands.get(review.cmd);
  const author = await actorById(tx, review.authorId, { evenDeactivated: true });
  if (!command || !author) throw new Failure('COMMAND_UNKNOWN');
  const input = inputFor(command.route.endpoint, review.cmdV, review.input);
  try {
    const { wire } = await perform({
      ...command,
      tx,
      now,
      actor: author,
      delivery: deliveryOf(review),
      sent: sentAs(input),
      request,
      session: () => undefined,
    });
    return (wire.row as { id?: number } | undefined)?.id ?? null;
  } catch (error) {
    if (error instanceof DuplicateOf) throw new Failure('TAKEN');
    throw error;
  }
}

export async function acceptReview(commands: Commands, o: { id: string; note: string }, context: Context) {
  const review = await openReview(context, o.id);
  // A reviewer cannot grant access to a loan they do not see themselves.
  if (!review.isLoanSeen) throw new Failure('NOT_YOURS');
  const effectId = await accept(commands, review, { note: o.note, context });
  for (const photo of await photosWith(context, review))
    await accept(commands, photo, { note: o.note, context });
  return { id: review.id, effectId };
}

/** A visit is decided with its photo, and a photo with all its parts. */
const photosWith = async ({ tx }: Context, review: HeldEntry): Promise<HeldEntry[]> =>
  review.cmd === 'visits.record' || review.cmd === 'visits.photo' ? photosOfVisit(tx, review) : [];

interface Deciding {
  note: string;
  context: Context;
}
async function accept(
  commands: Commands,
  review: HeldEntry,
  { note, context }: Deciding,
): Promise<number | null> {
  const { tx, actor, now, emit } = context;
  const effectId = await carryOut(commands, review, context);
  const { id, key, authorId, cmd } = review;
  await closeReview(tx, { id, state: 'accepted', by: actor.id, now, note, effectId });
  emit('sync-reviews.accepted', { id, facts: { key, authorId, cmd }, to: await watchersOf(tx, [authorId]) });
  return effectId;
}

export async function rejectReview(o: { id: string; note: string }, context: Context) {
  const review = await openReview(context, o.id);
  for (const one of [review, ...(await photosWith(context, review))])
    await reject(one, { note: o.note, context });
  return { id: review.id };
}

async function reject({ id, key, authorId, cmd }: HeldEntry, { note, context }: Deciding): Promise<void> {
  const { tx, actor, now, emit } = context;
  await closeReview(tx, { id, state: 'rejected', by: actor.id, now, note, effectId: null });
  const to = await watchersOf(tx, [authorId]);
  emit('sync-reviews.rejected', { id, facts: { key, authorId, cmd, note }, to });
}

interface Asked {
  deviceId: string;
  item: SyncItem;
  code: string;
  note?: string;
}

/** Stores a rejected entry for review; a repeat returns the stored one. */
export async function sendForReview(commands: Commands, o: Asked, context: Context): Promise<number> {
  const { deviceId, item, code, note = '' } = o;
  const { tx, actor, now } = context;
  if (item.actorId !== actor.id) throw new Failure('ACTOR_MISMATCH');
  const command = commands.get(item.cmd);
  if (!command) throw new Failure('COMMAND_UNKNOWN');
  const input = await contentOf(tx, deviceId, item);
  const earlier = await reviewOfKey(tx, item.key, actor.id);
  if (earlier) return earlier.id;
  const fingerprint = fingerprintOf(command.route.endpoint, sentAs(input));
  const isFree = await takeForReview(tx, { actorId: actor.id, deviceId, item, fingerprint });
  const [placed] = placeInTime([item], now);
  const reasons = [{ code: 'SENT_BY_AUTHOR' as const, facts: { code } }];
  const effectiveAt = placed?.effectiveAt ?? now;
  const loanId = loanIn(command.route.endpoint, input);
  const entry = {
    item,
    input,
    loanId,
    deviceId,
    authorId: actor.id,
    effectiveAt,
    reasons,
    differences: [],
    note,
  };
  const id = isFree ? await insertReview(tx, entry) : undefined;
  if (id === undefined) throw new Failure('KEY_REUSED');
  return id;
}
