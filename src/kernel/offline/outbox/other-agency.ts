/**
 * Another agency answers at this host than the one for which the device holds what it holds. Nothing of that goes to the
 * new one or is shown to its people, whose numbers may be the same: what waits is set aside, and goes on should its
 * own agency answer here again.
 */
import { type Kept, type Meta, type OutboxItem, thingsIn } from './item.ts';
import type { Tx } from './ports.ts';

/** Of the agency that answers now. */
export const isHere = ({ agency }: Kept): boolean => agency === undefined;

function copyless(item: OutboxItem): OutboxItem {
  const { preview: _, says: __, ...rest } = item;
  return rest;
}

/** Sealed, it loses the copy that its author could read; that of one that is not is all there is of it. */
const aside = (item: OutboxItem, agency: string): Kept => ({
  id: item.id,
  actorId: item.actorId,
  at: item.createdAt,
  agency,
  item: item.sealed ? copyless(item) : item,
  ...(!item.isAgain && { isUnsent: true }),
});

async function setAside(tx: Tx, before: string): Promise<void> {
  for (const one of (await tx.kept()).filter(isHere)) await tx.keep({ ...one, agency: before });
  for (const item of await tx.all()) {
    await tx.keep(aside(item, before));
    await tx.remove(item.id);
  }
  for (const { id } of await tx.receipts()) await tx.removeReceipt(id);
}

/** Its own agency is back: what waited for it waits again, what it had accepted is kept as before. */
async function takeBack(tx: Tx, kept: readonly Kept[]): Promise<void> {
  for (const { agency: _, isUnsent, ...one } of kept) {
    if (!isUnsent) await tx.keep(one);
    else {
      await tx.put(one.item);
      await tx.dropKept(one.id);
    }
  }
}

/** What was agreed with a database, and what this device has told of it, says nothing to another agency. */
const madeAnew = ({ deviceId, seq, session, accepted, latestWall }: Meta): Meta => ({
  deviceId,
  seq,
  session: session + 1,
  accepted,
  ...(latestWall !== undefined && { latestWall }),
  // Receipts up to here are gone: nothing is compared below.
  prunedSeq: seq,
});

/** Which agency answers; answers whether it is another than before. */
export async function meetAgency(tx: Tx, agency: string, newId: () => string): Promise<boolean> {
  const meta: Meta = (await tx.meta()) ?? { deviceId: newId(), seq: 0, session: 0, accepted: 0 };
  if (meta.agency === agency) return false;
  if (meta.agency === undefined) {
    await tx.putMeta({ ...meta, agency });
    return false;
  }
  const held = (await tx.kept()).filter((one) => !isHere(one));
  const waiting = (await tx.all()).filter(({ isAgain }) => !isAgain);
  const theirs = held.filter((one) => one.agency !== agency && one.isUnsent).map(({ item }) => item);
  await setAside(tx, meta.agency);
  await takeBack(
    tx,
    held.filter((one) => one.agency === agency),
  );
  const count = thingsIn([...theirs, ...waiting]);
  await tx.putMeta({ ...madeAnew(meta), agency, ...(count > 0 && { apart: { count } }) });
  return true;
}
