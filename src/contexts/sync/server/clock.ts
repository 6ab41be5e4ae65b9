/** Server-side times of a device's entries. Pure. */
import type { NoticeCode, SyncItem } from '#kernel/contract/outbox/sync-rows.ts';

const minute = 60_000;
const ahead = 2 * minute;
const stale = 30 * 24 * 60 * minute;

export interface Placed {
  effectiveAt: Date;
  codes: NoticeCode[];
}
type Timed = Pick<SyncItem, 'occurredAt'>;

/** The phone's time plus its clock offset; undefined when the offset is unknown or the clock was changed. */
const correctedOf = ({ occurredAt }: Timed): number | undefined =>
  occurredAt.skewMs === null || !occurredAt.monoOk
    ? undefined
    : new Date(occurredAt.wall).getTime() + occurredAt.skewMs;

/**
 * No time is later than the arrival. An entry with an unreliable clock is placed between its neighbours by number;
 * `floor` is the time of the device's last earlier entry. `items` in order of recording.
 */
export function placeInTime(items: readonly Timed[], received: Date, floor?: Date): Placed[] {
  const now = received.getTime();
  const sure = items.map((item) => {
    const at = correctedOf(item);
    return at === undefined ? undefined : Math.min(at, now);
  });
  let before = Math.min(floor?.getTime() ?? -Infinity, now);
  return items.map((item, i) => {
    const codes: NoticeCode[] = [];
    const known = sure[i];
    const after = sure.slice(i + 1).find((at) => at !== undefined) ?? now;
    const guess = new Date(item.occurredAt.wall).getTime() + (item.occurredAt.skewMs ?? 0);
    const at = known ?? Math.max(before, Math.min(guess, after, now));
    if (known === undefined) codes.push('TIME_APPROXIMATE');
    const said = correctedOf(item);
    if (said !== undefined && said - now > ahead) codes.push('CLOCK_FUTURE');
    if (now - at > stale) codes.push('STALE');
    before = Math.max(before, at);
    return { effectiveAt: new Date(at), codes };
  });
}
