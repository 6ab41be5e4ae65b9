/** State of a visit notice on a day, shared by Today and the visit itself. Pure. */
import type { z } from 'zod/mini';
import type { visitNotice } from '#kernel/contract/contact-rules.ts';
import { dayInIndia } from '#kernel/contract/india.ts';

export type VisitNotice = z.output<typeof visitNotice>;
const dayMs = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

type NoticeState =
  | { is: 'told'; on: string; ago: number }
  | { is: 'waits' }
  /** Notified today, the visit is permitted from this day. */
  | { is: 'none'; from: string };

export function noticeState({ told, waits, days }: VisitNotice, now: Date): NoticeState {
  const today = dayInIndia(now);
  if (told !== null)
    return { is: 'told', on: told, ago: Math.round((Date.parse(today) - Date.parse(told)) / dayMs) };
  return waits ? { is: 'waits' } : { is: 'none', from: dayAfter(today, days) };
}
