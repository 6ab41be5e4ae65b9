/**
 * Days and timestamps typed in the Indian format: 24-11-2026, 24/11/26, 24 Nov 2026, 24112026; optionally with a
 * time.
 */
import { typedDayOf } from '#kernel/contract/figures/day.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { dayText, momentText } from '../../parts/values/format.ts';

const moment = /^(.+?)(?:T|,?\s+)(\d{1,2})(?:[:.](\d{2}))?(?:\s*([ap])\.?m\.?)?$/i;
/** A day without a time means its morning. */
const morning = '10:00';

/** `YYYY-MM-DD`, or undefined where the calendar has no such day. */
export const typedDay = typedDayOf;

/** `YYYY-MM-DDTHH:mm`. */
export function typedMoment(text: string): string | undefined {
  const word = plainText(text).trim();
  const bare = typedDay(word);
  if (bare) return `${bare}T${morning}`;
  const [, first = '', hours = '', minutes, half] = moment.exec(word) ?? [];
  const day = typedDay(first);
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  const isTime = half ? Number(hours) >= 1 && Number(hours) <= 12 : minutes !== undefined && hour < 24;
  if (!day || !isTime || Number(minutes ?? 0) > 59) return undefined;
  return `${day}T${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

/** Formats a day or timestamp like lists; other text is unchanged. */
export function shownDay(value: string): string {
  if (typedDay(value) === value) return dayText(value);
  return typedMoment(value) === value ? momentText(`${value}:00+05:30`) : value;
}
