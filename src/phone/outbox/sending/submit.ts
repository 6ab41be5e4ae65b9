/** Writing through the outbox: one path, with a network and without. */
import { canonical } from '#kernel/contract/outbox/canonical.ts';
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import type { FailureCode } from '#kernel/contract/failure.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { newUuid } from '#kernel/client/calls/new-uuid.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { isOnline, isOnlineNow } from '#kernel/client/calls/online.ts';
import { queueText } from '#text/en/queue.ts';
import { makeRoom } from '../../cache/cache.ts';
import type { Base, Draft, LastError, Meta } from '#kernel/offline/outbox/item.ts';
import { likenessOf, withLately, writtenLately } from '#kernel/offline/outbox/rules/lately.ts';
import { kick, machine, noteNow, onNews, store, watched } from '../page.ts';
import { NotSaved, save, saveAll, waitForOutcome } from '../save.ts';

/** Time-out of a form for the server's response, in milliseconds; the entry remains queued. */
const patience = 1500;
const soon = 500;

export interface How {
  /** Ordering key: entries of one key arrive in order of recording, such as `loan:123`. */
  lane: string;
  /** Queue label, in the author's terms. */
  says: string;
  /** Toast on acceptance, now or later. */
  done?: string;
  /** Added to the notice that it is on this phone, such as the number of a receipt. */
  also?: string | undefined;
  /** Toast on rejection while the form is open. */
  failed?: string;
  /** What the person saw of the loan; the server judges by it what changed meanwhile. */
  base?: Base;
  /** Name of the form's draft, deleted with it. */
  draft?: string;
  /** Fields that make it a duplicate of another (`savedLately`). */
  sameAs?: object;
  /** Entries that must arrive before this one, by the id returned on saving. */
  dependsOn?: readonly string[];
}
export type Submitted<E extends Endpoint> =
  { state: 'saved-here'; id: string } | { state: 'sent'; id: string; row: WireRow<E> };

/** Entries sent without storage: in this page's memory only. */
let here: Pick<Meta, 'lately'> = {};

/** Nothing is stored at an address that is not secure, and there are no digests. */
const likenessHere = async (about: object): Promise<string> =>
  isSecureContext ? likenessOf(about) : canonical(about);

function noteHere(id: string, likeness: string | undefined): void {
  if (likeness !== undefined) here = withLately(here, { id, likeness, at: Date.now() });
}

/** When this person saved the same within the last two minutes: on this device, or straight to the server from this page. */
export async function savedLately(about: object): Promise<number | undefined> {
  const likeness = await likenessHere(about);
  const now = Date.now();
  const noted = writtenLately(here, likeness, now);
  if (noted !== undefined || !isSecureContext) return noted;
  // An unreadable database has no recent entry either.
  const meta = await store.read((tx) => tx.meta()).catch(() => undefined);
  return writtenLately(meta, likeness, now);
}

function refusal({ status = 422, code, facts, fields, words }: LastError): ApiFailure {
  return new ApiFailure(status, { code: code as FailureCode | undefined, facts, fields, message: words });
}

const draftOf = <E extends Endpoint>(
  endpoint: E,
  actorId: number,
  input: Input<E>,
  { lane, says, done, base, dependsOn, group, draft }: How & { group?: string },
): Draft => ({
  cmd: endpoint.name,
  actorId,
  lane,
  says,
  ...(done !== undefined && { done }),
  ...(base && { base }),
  ...(dependsOn && { dependsOn }),
  ...(group !== undefined && { group }),
  ...(draft !== undefined && { formDraft: draft }),
  input: input as Record<string, unknown>,
});

/**
 * Saves a group of entries, such as the parts of a photo: all of them are stored on this device, or none, and they are
 * shown as one. Delivered ones are not resent after an interruption. Resolves when they are stored; `done` is shown
 * after the last.
 */
export async function submitAll<E extends Endpoint>(
  endpoint: E,
  actorId: number,
  inputs: readonly Input<E>[],
  { done, failed, ...how }: Omit<How, 'sameAs'> & { group: string },
): Promise<void> {
  const doneAt = (i: number): { done?: string } =>
    i === inputs.length - 1 && done !== undefined ? { done } : {};
  const sendAll = async (why?: NotSaved): Promise<void> => {
    for (const [i, input] of inputs.entries())
      await sendDirectly(endpoint, input, { ...how, failed, ...doneAt(i) }, undefined, { why });
  };
  if (!isSecureContext) return sendAll();
  const drafts = inputs.map((input, i) => draftOf(endpoint, actorId, input, { ...how, ...doneAt(i) }));
  try {
    await saveAll(drafts, { enqueueAll: async (all) => (await machine()).outbox.enqueueAll(all) }, makeRoom);
  } catch (error) {
    if (!(error instanceof NotSaved) || !(await isOnlineNow())) throw error;
    return sendAll(error);
  }
  await noteNow();
  if (!isOnline()) notice.info(queueText.savedHere);
  kick();
}

/**
 * Saves the input on this device and sends it. Without storage it is sent directly when online. Resolves when it is
 * stored or sent; throws NotSaved when neither, and ApiFailure on an immediate rejection: then the form still has the
 * input and the queue is empty.
 */
export async function submit<E extends Endpoint>(
  endpoint: E,
  actorId: number,
  input: Input<E>,
  how: How,
): Promise<Submitted<E>> {
  const likeness = how.sameAs && (await likenessHere(how.sameAs));
  if (!isSecureContext) return sendDirectly(endpoint, input, how, likeness);
  const id = newUuid();
  const draft = {
    id,
    ...draftOf(endpoint, actorId, input, how),
    ...(likeness !== undefined && { likeness }),
  };
  try {
    // Loading the storage code may fail like storing itself: the form reports both.
    await save(draft, { enqueue: async (one) => (await machine()).outbox.enqueue(one) }, makeRoom);
  } catch (error) {
    if (!(error instanceof NotSaved) || !(await isOnlineNow())) throw error;
    // Under the same id: should the entry be on the disk after all, the server accepts one of both.
    return sendDirectly(endpoint, input, how, likeness, { why: error, key: id });
  }
  const noted = noteNow();
  if (!isOnline()) {
    await noted;
    notice.info(savedWords(how), id);
    // The notice first; sending can be delayed a moment.
    setTimeout(kick, soon);
    return { state: 'saved-here', id };
  }
  return outcomeOf(id, how, noted);
}

const savedWords = ({ also }: How): string => [queueText.savedHere, also].filter(Boolean).join(' ');

async function outcomeOf<E extends Endpoint>(
  id: string,
  how: How,
  noted: Promise<void>,
): Promise<Submitted<E>> {
  const waiting = waitForOutcome(id, patience, onNews);
  watched.add(id);
  kick();
  const outcome = await waiting;
  watched.delete(id);
  if (outcome?.verdict === 'acked') return { state: 'sent', id, row: outcome.row as WireRow<E> };
  if (outcome?.verdict === 'refused' && outcome.lastErr.fault === 'permanent') {
    await (await machine()).outbox.discard(id, 'refused while the form was open');
    if (how.failed) notice.warning(how.failed);
    throw refusal(outcome.lastErr);
  }
  await noted;
  notice.info(savedWords(how), id);
  return { state: 'saved-here', id };
}

/** `unsaved`: why it was not stored; the message when sending fails too, and its key. */
async function sendDirectly<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { done, failed }: How,
  likeness: string | undefined,
  unsaved: { why?: NotSaved | undefined; key?: string } = {},
): Promise<Submitted<E>> {
  const { sendAtOnce } = await import('./send-at-once.ts');
  const sent = await sendAtOnce(endpoint, input, { done, failed, ...unsaved });
  noteHere(sent.id, likeness);
  return sent;
}
