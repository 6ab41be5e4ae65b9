/** What the header and the queue screen say about the outbox. Pure. */
import { queueText } from '#text/en/queue.ts';
import type { OutboxItem } from './item.ts';

export interface QueueView {
  /** The signed-in person's entries, in the order they were written. */
  items: readonly OutboxItem[];
  /** How many of other users are on this device; their content is nobody's business. */
  others: number;
  /** The most that has waited since the queue was last empty: the "of" in "Sending 2 of 3". */
  most: number;
  acceptedAt?: number;
  /** When this was true. */
  at: number;
}
export const emptyView: QueueView = { items: [], others: 0, most: 0, at: 0 };

const isPending = ({ state }: OutboxItem): boolean => state !== 'attention';
export const pendingOf = (view: QueueView): OutboxItem[] => view.items.filter(isPending);
export const refusedOf = (view: QueueView): OutboxItem[] => view.items.filter((item) => !isPending(item));

const timeZone = 'Asia/Kolkata';
const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });

/** Hours and minutes in India, with the day when it is not today's. */
export function timeText(at: number, now: number): string {
  const isToday = day.format(at) === day.format(now);
  return isToday ? clock.format(at) : `${day.format(at).replaceAll('/', '-')} ${clock.format(at)}`;
}

/** The next view after what is now on the disk. */
export function viewOf(
  before: QueueView,
  disk: { items: readonly OutboxItem[]; userId: number; acceptedAt: number | undefined; at: number },
): QueueView {
  const items = disk.items.filter(({ actorId }) => actorId === disk.userId);
  const pending = items.filter(isPending).length;
  return {
    items,
    others: disk.items.length - items.length,
    most: pending === 0 ? 0 : Math.max(pending, before.most),
    acceptedAt: disk.acceptedAt,
    at: disk.at,
  };
}

/** The words of the pill in the header (offline.md A.10). */
export function pillText(view: QueueView, isOnline: boolean): string {
  const pending = pendingOf(view);
  if (!isOnline) return pending.length > 0 ? queueText.offlineWaiting(pending.length) : queueText.offline;
  if (pending.some(({ state }) => state === 'sending'))
    return queueText.sendingOf(view.most - pending.length + 1, view.most);
  if (pending.length > 0) return queueText.waitingCount(pending.length);
  return view.acceptedAt === undefined
    ? queueText.online
    : queueText.allSent(timeText(view.acceptedAt, view.at));
}
