/** Saving on the device, and waiting a moment for the server. */
import { isMissingPart } from '#kernel/client/app/missing-part.ts';
import { queueText } from '#text/en/queue.ts';
import type { Draft, OutboxItem } from '#kernel/offline/outbox/item.ts';
import type { Outbox } from '#kernel/offline/outbox/outbox-core.ts';
import type { News, Outcome } from '#kernel/offline/outbox/ports.ts';

/** Not stored anywhere: the form remains open. `words` contains instructions. */
export class NotSaved extends Error {
  readonly words: string;
  constructor(words: string, cause: unknown) {
    super(words, { cause });
    this.name = 'NotSaved';
    this.words = words;
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'SecurityError';
/** Why nothing could be stored, and what to do. */
function wordsFor(error: unknown): string {
  if (isMissingPart(error)) return queueText.notLoaded;
  return isRefused(error) ? queueText.notAllowed : queueText.notSaved;
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Stores the draft; on a full disk, reloadable data is evicted first. */
export const save = (
  draft: Draft,
  outbox: Pick<Outbox, 'enqueue'>,
  makeRoom: () => Promise<void>,
): Promise<OutboxItem> => kept(() => outbox.enqueue(draft), makeRoom);

/** All of them or none. */
export const saveAll = (
  drafts: readonly Draft[],
  outbox: Pick<Outbox, 'enqueueAll'>,
  makeRoom: () => Promise<void>,
): Promise<OutboxItem[]> => kept(() => outbox.enqueueAll(drafts), makeRoom);

async function kept<T>(write: () => Promise<T>, makeRoom: () => Promise<void>): Promise<T> {
  try {
    return await write();
  } catch (first) {
    if (!isFull(first)) throw new NotSaved(wordsFor(first), first);
  }
  try {
    await makeRoom();
    return await write();
  } catch (error) {
    throw new NotSaved(isFull(error) ? queueText.storageFull : queueText.notSaved, error);
  }
}

/** Awaits the verdict of an entry; undefined on a time-out. */
export function waitForOutcome(
  id: string,
  patience: number,
  onNews: (listener: (news: News) => void) => () => void,
): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const end = (outcome: Outcome | undefined): void => {
      clearTimeout(timer);
      stop();
      resolve(outcome);
    };
    const timer = setTimeout(() => end(undefined), patience);
    const stop = onNews((news) => news.kind === 'settled' && news.id === id && end(news.outcome));
  });
}
