/** Money, days and moments as Indian offices write them; the time is always Asia/Kolkata's. */
import { clockInIndia, dayInIndia, dayText, halfDayTime } from '#kernel/contract/india.ts';
import { kitText } from '#text/en/kit.ts';

export { dayText } from '#kernel/contract/india.ts';

const rupee = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
});
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** Makes an amount unbreakable: no break after its minus (a joiner follows it) nor before its unit. */
const oneWord = (amount: string): string => amount.replace(/^-/, '-\u2060').replaceAll(' ', '\u00A0');

/** Rupees with two decimals: ₹12,34,567.00. */
export const money = (rupees: number): string => oneWord(rupee.format(rupees));

const inFull = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
/** Rounded rupees, ₹12,34,567, where paise do not matter; the exact sum belongs in a `title`. */
export const rupees = (amount: number): string => oneWord(inFull.format(amount));

/** Without paise where there are none, with them where they matter: ₹1,500 and ₹1,500.45. */
export const exactRupees = (amount: number): string =>
  Number.isInteger(amount) ? rupees(amount) : money(amount);

/** K thousands, L lacs, Cr crores; without decimals from a thousand crores on. */
export function moneyShort(rupees: number): string {
  const size = Math.abs(rupees);
  const [unit, word] = size >= 1e7 ? [1e7, 'Cr'] : size >= 1e5 ? [1e5, 'L'] : [1e3, 'K'];
  const figures = size >= 1e10 ? whole : short;
  return size < 1e3 ? money(rupees) : signed(rupees, `₹${figures.format(size / unit)} ${word}`);
}

/** What is shown of an amount's size, with its sign. */
export const signed = (amount: number, size: string): string => oneWord(amount < 0 ? `-${size}` : size);

/** On a card: to the rupee below a lakh, where thousands with a fraction would have to be worked out. */
export const shownShort = (amount: number): string =>
  Math.abs(amount) < 1e5 ? exactRupees(amount) : moneyShort(amount);

/** Total of a list; above a bound, a lower limit. */
export interface Total {
  count?: number;
  isMore?: boolean;
}
export const countText = ({ count, isMore }: Total): string =>
  count === undefined ? '' : whole.format(count) + (isMore ? '+' : '');

/** Whether this is the last page: with a capped total only a partly filled page is. */
export const isLastPage = (
  { count, isMore }: Total,
  { page, size, got }: { page: number; size: number; got: number },
): boolean => (count === undefined || isMore ? got < size : page * size >= count);

/** Placeholder of a missing figure: loading, or unavailable without network and copy. */
export const noFigure = (error: Error | null): string => (error ? '–' : '…');

/** 19 Nov. */
export function monthDay(day: string): string {
  const months: Readonly<Record<string, string>> = kitText.months;
  return `${Number(day.slice(8, 10))} ${months[`m${day.slice(5, 7)}`] ?? ''}`;
}

/** 19 Nov, 19 Nov 2025: a day in a sentence after `on`. */
export function dateWords(day: string, now: Date | number = Date.now()): string {
  const said = monthDay(day);
  return day.slice(0, 4) === dayInIndia(now).slice(0, 4) ? said : `${said} ${day.slice(0, 4)}`;
}

const aDay = 86_400_000;
/** Relative day: today, tomorrow, 19 Nov, 19 Nov 2025; the full date belongs in a `title`. */
export function dayWords(day: string, now: Date | number = Date.now()): string {
  const present = dayInIndia(now);
  const apart = Math.round((Date.parse(day) - Date.parse(present)) / aDay);
  if (apart === 0) return kitText.nearDays.today;
  if (apart === -1) return kitText.nearDays.yesterday;
  if (apart === 1) return kitText.nearDays.tomorrow;
  return dateWords(day, now);
}

/** 4:18 PM. */
export const timeWords = (moment: string | Date): string => halfDayTime(moment).replace(/^0/u, '');

/** Relative time: today, 4:18 PM; the full one belongs in a `title`. */
export const momentWords = (moment: string | Date): string =>
  `${dayWords(dayInIndia(moment))}, ${timeWords(moment)}`;

/** A moment as DD-MM-YYYY hh:mm AM. */
export const momentText = (moment: string | Date): string =>
  `${dayText(dayInIndia(moment))} ${halfDayTime(moment)}`;

/** Time of data: DD-MM-YYYY HH:mm. */
export function sinceText(moment: Date): string {
  const at = clockText(moment.toISOString());
  return `${dayText(at)} ${at.slice(11)}`;
}

/** A timestamp for the browser's date and time field, in Indian time. */
export const clockText = (moment: string): string => clockInIndia(moment).slice(0, 16);

/** Times within a day, such as 14:00–16:00. */
export const spansText = (spans: readonly { from: string; until: string }[]): string =>
  spans.map(({ from, until }) => `${from}–${until}`).join(', ');

/** Today in India, `YYYY-MM-DD`, moved by some days. */
export const today = (plusDays = 0): string => dayInIndia(Date.now() + plusDays * 86_400_000);

const two = (n: number): string => String(n).padStart(2, '0');
/** Seconds as mm:ss. */
export const minutesText = (seconds: number): string =>
  `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
/** Seconds as HH:mm:ss. */
export const hoursText = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${minutesText(seconds % 3600)}`;

/** The end of a range, at most 30 days after its start (document 1, section 5; G167). */
export function clampedEnd(start: string, end: string): string {
  const last = new Date(`${start}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + 30);
  const limit = last.toISOString().slice(0, 10);
  return end > limit ? limit : end;
}

/** Changed fields of an edit; undefined when nothing changed. */
export function changesOf<V extends object>(before: V, after: V): Partial<V> | undefined {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value ?? '') !== JSON.stringify(before[name as keyof V] ?? ''),
  );
  return changed.length ? (Object.fromEntries(changed) as Partial<V>) : undefined;
}

/** POS and TOS of a loan: an unstated amount is not zero. */
interface Outstanding {
  principalOutstanding: number;
  totalOutstanding: number;
  /** Undefined in rows that an older version cached on this device. */
  isTotalKnown?: boolean | undefined;
}
/** Formats an amount in rupees. */
export type AmountText = (rupees: number) => string;

export const totalText = (
  { totalOutstanding, isTotalKnown }: Omit<Outstanding, 'principalOutstanding'>,
  written: AmountText = rupees,
): string => (isTotalKnown === false ? kitText.notStated : written(totalOutstanding));
/** Formats the POS; without a stated TOS a zero was not stated either. */
export const principalText = (
  { principalOutstanding, isTotalKnown }: Omit<Outstanding, 'totalOutstanding'>,
  written: AmountText = rupees,
): string =>
  isTotalKnown === false && principalOutstanding === 0 ? kitText.notStated : written(principalOutstanding);
