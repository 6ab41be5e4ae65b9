/**
 * Detects a browser that cleared its databases, including the outbox. The number of unsent items is recorded
 * elsewhere, so that their author is notified of a loss instead of seeing an empty queue. Numbers only, no content.
 */
import { type Meta, type OutboxItem, type EntryReceipt, thingsIn } from './item.ts';
import type { OutboxStore } from './ports.ts';

interface Unsent {
  count: number;
  /** When the oldest was written. */
  since: number;
  firstSeq: number;
  /** How many from that number on had arrived already. */
  arrived: number;
  /** Number of items minus groups: a photo has several. */
  more?: number;
}
interface Loss extends Unsent {
  deviceId: string;
}
/** By device: another name means another database. Then by author. */
type Notes = Record<string, Record<string, Unsent>>;
export interface NotePad {
  read: () => string | null;
  write: (text: string) => void;
}

/** Unsent entries of each author, as one would miss them. */
function unsentOf(items: readonly OutboxItem[], receipts: readonly EntryReceipt[]): Record<string, Unsent> {
  const of: Record<string, Unsent> = {};
  for (const actorId of new Set(items.map((item) => item.actorId))) {
    const theirs = items.filter((item) => item.actorId === actorId);
    const firstSeq = Math.min(...theirs.map(({ seq }) => seq));
    const arrived = receipts.filter(
      (one) =>
        one.actorId === actorId &&
        one.seq >= firstSeq &&
        (one.verdict === 'acked' || one.verdict === 'handed-over'),
    );
    const since = Math.min(...theirs.map(({ createdAt }) => createdAt));
    const more = theirs.length - thingsIn(theirs);
    const unsent = { count: theirs.length, since, firstSeq, arrived: arrived.length };
    of[actorId] = more > 0 ? { ...unsent, more } : unsent;
  }
  return of;
}

function notesOn(pad: NotePad): Notes {
  try {
    return JSON.parse(pad.read() ?? '{}') as Notes;
  } catch {
    // Invalid or blocked: no data.
    return {};
  }
}

const isEmpty = (of: object): boolean => Object.keys(of).length === 0;

function writeNotes(pad: NotePad, notes: Notes): void {
  try {
    pad.write(JSON.stringify(Object.fromEntries(Object.entries(notes).filter(([, of]) => !isEmpty(of)))));
  } catch {
    // Forbidden or full: then a loss cannot be detected.
  }
}

/** Notes what is unsent now, by the outbox itself. */
export async function noteUnsent(store: OutboxStore, pad: NotePad): Promise<void> {
  const { items, receipts, meta } = await store.read(async (tx) => ({
    items: await tx.all(),
    receipts: await tx.receipts(),
    meta: await tx.meta(),
  }));
  if (meta) writeNotes(pad, { ...notesOn(pad), [meta.deviceId]: unsentOf(items, receipts) });
}

/** Items of this author in a database that no longer exists. */
export function lossIn(pad: NotePad, meta: Meta | undefined, actorId: number): Loss | undefined {
  const other = Object.entries(notesOn(pad)).find(
    ([deviceId, of]) => deviceId !== meta?.deviceId && (of[actorId]?.count ?? 0) > 0,
  );
  const unsent = other?.[1][actorId];
  return other && unsent && { deviceId: other[0], ...unsent };
}

/** The loss was reported. */
export function forgetLoss(pad: NotePad, { deviceId }: Loss, actorId: number): void {
  const notes = notesOn(pad);
  const { [actorId]: _, ...others } = notes[deviceId] ?? {};
  writeNotes(pad, { ...notes, [deviceId]: others });
}

/** How many never arrived: another tab or the worker may have sent some before they were cleared. */
export function missingOf({ count, arrived, more = 0 }: Unsent, arrivedNow: number): number {
  const entries = Math.max(0, Math.min(count, count - (arrivedNow - arrived)));
  return entries === 0 ? 0 : Math.max(1, entries - more);
}
