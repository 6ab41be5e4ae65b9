/** Receipt numbers of this device: used offline, renewed online, never reused. */
import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { serialOf } from '#contexts/payments/contract/cash/cash-rules.ts';
import { ApiFailure, Unreachable, learnRefusals } from '#kernel/client/calls/api-failure.ts';
import { call } from '#kernel/client/calls/api.ts';
import { newUuid } from '#kernel/client/calls/new-uuid.ts';
import { isOnline } from '#kernel/client/calls/online.ts';
import { idbStore } from '#kernel/offline/outbox/idb-store.ts';
import { metaOf } from '#kernel/offline/outbox/rules/transitions.ts';
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

/** Time-out of a form for a device's first numbers, in milliseconds. */
const patience = 2500;
const bookOf = (actorId: number): string => `cash ${actorId}`;
const read = async (actorId: number): Promise<CashBook> => bookIn(await store.keys.get(bookOf(actorId)));
const change = (actorId: number, next: (book: CashBook) => CashBook): Promise<void> =>
  store.keys.change(bookOf(actorId), (kept) => next(bookIn(kept)));

/** Id of this device, generated at first use like the outbox's. */
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

/** Retried next time online; a failure cannot be fixed by the user. */
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

/** Current cash state of this phone. */
export const cashBookOf = (actorId: number): Promise<CashBook> => read(actorId);

interface Handed {
  clientId: number;
  amount: number;
  number: string;
}
/** Rejects cash above this phone's limits; returns the receipt number, used from now on. */
export async function takeNumber(actorId: number, o: Handed): Promise<string> {
  const refusal = refusalHere(await read(actorId), { ...o, now: new Date() });
  if (refusal) {
    await learnRefusals();
    throw new ApiFailure(409, refusal);
  }
  // A number of the agent's paper book is unchanged.
  if (serialOf(o.number) === undefined) return o.number;
  let taken: string | undefined;
  await change(actorId, (book) => {
    taken = nextNumber(book);
    return withoutNext(book);
  });
  return taken ?? o.number;
}
/** On this phone it adds to the cash in hand before the server has it. */
export async function noteTaken(
  actorId: number,
  o: { id: string; clientId: number; amount: number; day: string },
): Promise<void> {
  await change(actorId, (book) => withTaking(book, o));
  renewSoon(actorId);
}
