/** Entries of a user with a closed account: sent to review. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { SyncAnswer, SyncItem } from '#kernel/contract/outbox/sync-rows.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { fingerprintOf, storedAnswers, takeForReview } from '#kernel/server/http/idempotency.ts';
import { type Command, type Run, contentOf, refused, storedAnswerOf, sentAs } from './batch.ts';
import { type Placed, placeInTime } from './clock.ts';
import { ownerOf } from './device-tokens.ts';
import { insertReview, loanIn } from './review-store.ts';
import { floorOf } from './store.ts';

interface Asked {
  token: string;
  items: readonly SyncItem[];
}

/** Only the server can decrypt; an unencrypted entry is not authentic. */
async function keep(
  { commands, context, deviceId }: Run,
  item: SyncItem,
  placed: Placed,
  authorId: number,
): Promise<SyncAnswer> {
  const { tx, emit } = context;
  const command: Command | undefined = commands.get(item.cmd);
  if (!command) throw new Failure('COMMAND_UNKNOWN');
  if (!item.sealed) throw new Failure('SEAL_BROKEN');
  const input = await contentOf(tx, deviceId, item);
  const { endpoint } = command.route;
  const fingerprint = fingerprintOf(endpoint, sentAs(input));
  if (!(await takeForReview(tx, { actorId: authorId, deviceId, item, fingerprint })))
    throw new Failure('IN_PROGRESS');
  const reasons = [
    { code: 'USER_DISABLED' as const },
    ...placed.codes.map((code): { code: typeof code } => ({ code })),
  ];
  const review = { item, input, deviceId, authorId, effectiveAt: placed.effectiveAt, reasons, note: '' };
  const loanId = loanIn(endpoint, input);
  const id = await insertReview(tx, { ...review, loanId, differences: [] });
  const facts = { cmd: item.cmd, reasons: reasons.map(({ code }) => code) };
  const to = await watchersOf(tx, [authorId]);
  emit('sync-reviews.held', { id: id ?? null, actorId: authorId, facts, to });
  return { key: item.key, status: 200, row: {}, verdict: 'NEEDS_REVIEW', notices: reasons };
}

export async function handIn(
  run: Run,
  { token, items }: Asked,
): Promise<{ isDisabled: boolean; answers: SyncAnswer[] }> {
  const { tx, now, emit } = run.context;
  const { deviceId } = run;
  const author = await ownerOf(tx, { token, deviceId, now });
  if (!author) throw new Failure('FORBIDDEN');
  const own = author.isActive ? [] : items.filter(({ actorId }) => actorId === author.id);
  const sorted = own.toSorted((a, b) => a.seq - b.seq);
  const floor = sorted[0] && (await floorOf(tx, deviceId, sorted[0].seq));
  const placed = placeInTime(sorted, now, floor);
  const stored = await storedAnswers(
    tx,
    author.id,
    sorted.map(({ key }) => key),
  );
  const answers: SyncAnswer[] = [];
  for (const [i, item] of sorted.entries()) {
    const known = stored.get(item.key);
    if (known) answers.push(storedAnswerOf(item.key, known));
    else
      answers.push(
        await keep(run, item, placed[i] as Placed, author.id).catch((error: unknown) => {
          // A database error rolls everything back; it is uploaded again.
          if (!(error instanceof Failure)) throw error;
          return refused(run, item.key, error);
        }),
      );
  }
  const facts = { deviceId, authorId: author.id, items: answers.length };
  emit('sync.handed-in', { id: null, actorId: author.id, facts, to: [] });
  return { isDisabled: !author.isActive, answers };
}
