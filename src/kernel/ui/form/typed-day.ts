/** Days and moments as they are typed in India, day first: 24-11-2026, 24/11/2026, 24112026; a time behind it. */
import { dayText, momentText } from '../parts/format.ts';

const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
const digits = /^(\d{2})(\d{2})(\d{4})$/;
/** ISO format is accepted too, for pasted values. */
const yearFirst = /^(\d{4})-(\d{2})-(\d{2})$/;
const moment = /^(\S+?)(?:T|,?\s+)(\d{1,2})(?:[:.](\d{2}))?(?:\s*([ap])\.?m\.?)?$/i;
/** A day without a time means its morning. */
const morning = '10:00';

/** `YYYY-MM-DD`, or undefined where the calendar has no such day. */
export function typedDay(text: string): string | undefined {
  const word = text.trim();
  const [, d = '', m = '', y = ''] = dayFirst.exec(word) ?? digits.exec(word) ?? [];
  const [year, month, day] = d ? [y, m.padStart(2, '0'), d.padStart(2, '0')] : word.split('-');
  const said = `${year}-${month}-${day}`;
  if (!yearFirst.test(said)) return undefined;
  const at = new Date(`${said}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(said) ? said : undefined;
}

/** `YYYY-MM-DDTHH:mm`. */
export function typedMoment(text: string): string | undefined {
  const word = text.trim();
  const bare = typedDay(word);
  if (bare) return `${bare}T${morning}`;
  const [, first = '', hours = '', minutes, half] = moment.exec(word) ?? [];
  const day = typedDay(first);
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  const isTime = half ? Number(hours) >= 1 && Number(hours) <= 12 : minutes !== undefined && hour < 24;
  if (!day || !isTime || Number(minutes ?? 0) > 59) return undefined;
  return `${day}T${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

/** A day or moment as lists write it; what is neither stays as it was typed. */
export function shownDay(value: string): string {
  if (typedDay(value) === value) return dayText(value);
  return typedMoment(value) === value ? momentText(`${value}:00+05:30`) : value;
}
