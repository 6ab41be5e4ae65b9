/** Receipt numbers of this device: taken without a network, renewed with one, never used twice. */
import { cash } from '#contexts/payments/contract/cash.ts';
import { serialOf } from '#contexts/payments/contract/cash-rules.ts';
import { ApiFailure, Unreachable, learnRefusals } from '#kernel/client/calls/api-failure.ts';
import { call } from '#kernel/client/calls/api.ts';
import { newUuid } from '#kernel/client/calls/new-uuid.ts';
import { isOnline } from '#kernel/client/calls/online.ts';
import { idbStore } from '#kernel/offline/outbox/idb-store.ts';
import { metaOf } from '#kernel/offline/outbox/transitions.ts';
import {
  type CashBook,
  bookIn,
  nextNumber,
  refusalHere,
  renew,
  withTaking,
  withoutNext,
} from './cash-book.ts';

const store = idbStore();

/** So long a form waits for the first numbers of a device. */
const patience = 2500;
const bookOf = (actorId: number): string => `cash ${actorId}`;
const read = async (actorId: number): Promise<CashBook> => bookIn(await store.keys.get(bookOf(actorId)));
const change = (actorId: number, next: (book: CashBook) => CashBook): Promise<void> =>
  store.keys.change(bookOf(actorId), (kept) => next(bookIn(kept)));

/** The name of this device, made at first use as the outbox does. */
const device = async (): Promise<string> =>
  (await store.read((tx) => tx.meta()))?.deviceId ??
  (await store.change(async (tx) => {
    const meta = await metaOf(tx, newUuid);
    await tx.putMeta(meta);
    return meta.deviceId;
  }));

export async function renewCash(actorId: number): Promise<void> {
  if (!isSecureContext || !isOnline()) return;
  await renew({
    read: () => read(actorId),
    change: (next) => change(actorId, next),
    waiting: async () => new Set((await store.read((tx) => tx.of(actorId))).map(({ id }) => id)),
    numbers: async () => call(cash.numbers, { deviceId: await device() }),
    hand: () => call(cash.hand, {}),
  });
}

/** The next time it is online; a refusal is nothing the person could mend. */
export function renewSoon(actorId: number): void {
  renewCash(actorId).catch((error: unknown) => {
    if (!(error instanceof Unreachable || error instanceof ApiFailure)) reportError(error);
  });
}

/** What the form shows; undefined where this device has no numbers. */
export async function shownNumber(actorId: number): Promise<string | undefined> {
  const known = nextNumber(await read(actorId));
  if (known !== undefined || !isOnline()) return known;
  const late = new Promise<void>((resolve) => void setTimeout(resolve, patience));
  await Promise.race([renewCash(actorId).catch(() => undefined), late]);
  return nextNumber(await read(actorId));
}

/** What this phone knows of its cash now. */
export const cashBookOf = (actorId: number): Promise<CashBook> => read(actorId);

interface Handed {
  clientId: number;
  amount: number;
  number: string;
}
/** Refuses where too much is held as far as this phone knows; answers the number of the receipt, which is used from now on. */
export async function takeNumber(actorId: number, o: Handed): Promise<string> {
  const refusal = refusalHere(await read(actorId), { ...o, now: new Date() });
  if (refusal) {
    await learnRefusals();
    throw new ApiFailure(409, refusal);
  }
  // A number of their own book of paper stays.
  if (serialOf(o.number) === undefined) return o.number;
  let taken: string | undefined;
  await change(actorId, (book) => {
    taken = nextNumber(book);
    return withoutNext(book);
  });
  return taken ?? o.number;
}
/** It is on this phone: it counts as held before the server knows of it. */
export async function noteTaken(
  actorId: number,
  o: { id: string; clientId: number; amount: number; day: string },
): Promise<void> {
  await change(actorId, (book) => withTaking(book, o));
  renewSoon(actorId);
}
