/** Texts of header and queue screen about the outbox. Pure. */
import { dayInIndia, timeInIndia, dayText } from '#kernel/contract/india.ts';
import type { Absence } from '#kernel/client/calls/ours.ts';
import { queueText } from '#text/en/queue.ts';
import { type Meta, type OutboxItem, type EntryReceipt, isSound } from '#kernel/offline/outbox/item.ts';
import { isNoted } from '#kernel/offline/outbox/rules/transitions.ts';

/** An entry for its author; `says` is missing after a sign-out. */
export type Entry = OutboxItem & {
  /** Members of a group. */
  members?: readonly OutboxItem[];
};

/** Urgency by state: a group has that of its most urgent member. */
const urgency: Readonly<Record<OutboxItem['state'], number>> = {
  queued: 0,
  waiting: 1,
  auth: 2,
  sending: 3,
  attention: 4,
};

/** Entries of a group as one, in the place of the first. */
function folded(items: readonly OutboxItem[]): Entry[] {
  const names = new Set(items.map(({ id, group }) => group ?? id));
  return [...names].flatMap((name) => {
    const members = items.filter(({ id, group }) => (group ?? id) === name);
    const [first] = members;
    if (!first || members.length === 1) return members;
    const most = members.reduce((a, b) => (urgency[b.state] > urgency[a.state] ? b : a), first);
    return [{ ...most, createdAt: first.createdAt, members }];
  });
}

/** Entries represented by an item. */
export const idsOf = ({ id, members }: Entry): string[] => members?.map((one) => one.id) ?? [id];

export interface QueueView {
  /** Entries of the signed-in user, in order of recording. */
  items: readonly Entry[];
  /** Number of other users' entries on this device; their content is hidden. */
  others: number;
  /** The most that has waited since the queue was last empty: the "of" in "Sending 2 of 3". */
  most: number;
  acceptedAt?: number;
  /** Recently accepted entries with changes. */
  noted: readonly EntryReceipt[];
  /** Entries accepted unchanged today, the latest first. */
  sent: readonly EntryReceipt[];
  /** Server and device do not agree on what was delivered. */
  alarm?: Meta['alarm'];
  /** Items quarantined for the previous agency of this host. */
  apart?: number;
  /** Cleared by the browser before they were sent. */
  lost?: Meta['lost'];
  /** When this was true; 0 until the disk was read. */
  at: number;
}
/** False before the first read: an unknown queue is not shown as empty. */
export const isKnown = ({ at }: QueueView): boolean => at > 0;
export const emptyView: QueueView = { items: [], others: 0, most: 0, noted: [], sent: [], at: 0 };

/** Visible under its author's PIN: an unencrypted entry has another copy, also hidden until then. */
export const isLocked = ({ says, preview, sealed }: Partial<Entry>): boolean =>
  says === undefined && Boolean(preview && (preview.isUnderPin || !sealed));

const isPending = (item: OutboxItem): boolean => item.state !== 'attention' && isSound(item);
export const pendingOf = (view: QueueView): Entry[] => view.items.filter(isPending);
export const refusedOf = (view: QueueView): Entry[] => view.items.filter((item) => !isPending(item));

/** Hours and minutes in India, with the day when it is not today's. */
export function timeText(at: number, now: number): string {
  const day = dayInIndia(at);
  return day === dayInIndia(now) ? timeInIndia(at) : `${dayText(day)} ${timeInIndia(at)}`;
}

/** How long receipts are shown. */
const week = 7 * 24 * 3_600_000;

interface OnDisk {
  items: readonly Entry[];
  others: number;
  receipts: readonly EntryReceipt[];
  meta: Meta | undefined;
  userId: number;
  at: number;
}
/** The next view after what is now on the disk. */
export function viewOf(before: QueueView, disk: OnDisk): QueueView {
  const { others, receipts, meta, userId, at } = disk;
  const items = folded(disk.items);
  const pending = items.filter(isPending).length;
  const isToday = (one: EntryReceipt): boolean => dayInIndia(one.at) === dayInIndia(at);
  const sent = receipts.filter((one) => one.verdict === 'acked' && !isNoted(one) && isToday(one));
  const noted = receipts.filter((one) => isNoted(one) && at - one.at < week);
  return {
    items,
    others,
    most: pending === 0 ? 0 : Math.max(pending, before.most),
    acceptedAt: meta?.acceptedAt,
    noted: onceEach(noted.toSorted(lastFirst)),
    // For a group the entry itself, not its pictures.
    sent: onceEach(sent.toSorted((a, b) => Number(!a.preview) - Number(!b.preview) || lastFirst(a, b))),
    alarm: meta?.alarm?.actorId === userId ? meta.alarm : undefined,
    ...(meta?.apart && { apart: meta.apart.count }),
    lost: meta?.lost?.actorId === userId ? meta.lost : undefined,
    at,
  };
}

const lastFirst = (a: EntryReceipt, b: EntryReceipt): number => b.at - a.at;

/** A group shows its latest receipt. */
const onceEach = (receipts: readonly EntryReceipt[]): EntryReceipt[] =>
  receipts.filter(
    ({ group }, i) => group === undefined || receipts.findIndex((one) => one.group === group) === i,
  );

const aDay = 24 * 3_600_000;
/** Something unsent is so old that its author should see to it. */
export const isOverdue = ({ items, at }: QueueView): boolean =>
  items.some((item) => isPending(item) && at - item.createdAt > aDay);

/** Text of the header pill. */
export function pillText(view: QueueView, absence: Absence | undefined): string {
  const pending = pendingOf(view);
  if (absence) {
    const why = queueText.absence[absence];
    return pending.length > 0 ? queueText.absenceWaiting(why, pending.length) : why;
  }
  if (pending.some(({ state }) => state === 'sending'))
    return queueText.sendingOf(view.most - pending.length + 1, view.most);
  if (pending.length > 0) return queueText.waitingCount(pending.length);
  return view.acceptedAt === undefined
    ? queueText.online
    : queueText.allSent(timeText(view.acceptedAt, view.at));
}
