/**
 * Handles another agency at this host than that of the stored data. Nothing is sent to the new agency or shown to its
 * users, with possibly equal ids: queued items are quarantined, and resume should their agency return.
 */
import { type Kept, type Meta, type OutboxItem, thingsIn } from './item.ts';
import type { Tx } from './ports.ts';

/** Of the agency that answers now. */
export const isHere = ({ agency }: Kept): boolean => agency === undefined;

function copyless(item: OutboxItem): OutboxItem {
  const { preview: _, says: __, ...rest } = item;
  return rest;
}

/** An encrypted item loses its readable copy; an unencrypted one has no other. */
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

/** Its agency returned: quarantined items are queued again, accepted ones retained as before. */
async function takeBack(tx: Tx, kept: readonly Kept[]): Promise<void> {
  for (const { agency: _, isUnsent, ...one } of kept) {
    if (!isUnsent) await tx.keep(one);
    else {
      await tx.put(one.item);
      await tx.dropKept(one.id);
    }
  }
}

/** State agreed with a database and reports to it are meaningless to another agency. */
const madeAnew = ({ deviceId, seq, session, accepted, latestWall }: Meta): Meta => ({
  deviceId,
  seq,
  session: session + 1,
  accepted,
  ...(latestWall !== undefined && { latestWall }),
  // Receipts up to here are deleted: no comparison below.
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
