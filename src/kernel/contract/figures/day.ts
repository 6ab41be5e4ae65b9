/** Parses days of users and programs: in files and in forms. Ambiguous days are an error. Pure. */
import { dayInIndia } from '../india.ts';
import { unwrapped } from '../identity/plain-text.ts';
import { readMonth } from './months.ts';

/** The order of figures in dates such as 02/03/2026, as stated by a person; year first is always read. */
export const dateOrders = ['dayFirst', 'monthFirst', 'iso'] as const;
/** `usual`: day first, as in our samples, without a statement. `unsaid`: any order. */
export type DayOrder = (typeof dateOrders)[number] | 'usual' | 'unsaid';
export type DayFault = 'date ambiguous' | 'date does not exist' | 'date not understood';
/** A two-digit year was assigned to the last century, though it may be of this one. */
type DayNote = 'century';

interface Options {
  order?: DayOrder;
  isBirth?: boolean;
  onNote?: ((note: DayNote) => void) | undefined;
}
export interface UnreadDay {
  fault: DayFault;
}
const ambiguous: UnreadDay = { fault: 'date ambiguous' };
const unreal: UnreadDay = { fault: 'date does not exist' };
const unknown: UnreadDay = { fault: 'date not understood' };

type Parts = readonly [year: string, month: string | number, day: string];

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** How many days a month has; a month that is none has none. */
function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (lengths[month - 1] ?? 0);
}
const isReal = ([year, month, day]: Parts): boolean =>
  Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
const inIso = ([year, month, day]: Parts): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Borrowers are grown up: a birth in '11 or later is of the last century. Of a loan '30 and later may be of either. */
function wholeYear(year: string, isBirth: boolean): string | undefined {
  if (year.length === 4) return year;
  const short = Number(year);
  if (isBirth) return short <= 10 ? `20${year}` : `19${year}`;
  return short < 30 ? `20${year}` : undefined;
}

/** The days that a text may mean: one, or a fault. */
function onlyOne(possible: readonly Parts[], { isBirth = false, onNote }: Options): string | UnreadDay {
  let found: string | undefined;
  for (const [short, month, day] of possible) {
    const year = wholeYear(short, isBirth);
    if (year === undefined) return ambiguous;
    if (!/^(19|20|21)/.test(year)) return unknown;
    if (!isReal([year, month, day])) continue;
    const one = inIso([year, month, day]);
    if (found !== undefined && found !== one) return ambiguous;
    found = one;
    if (short.length === 2 && year > '1910' && year < '1930') onNote?.('century');
  }
  return found ?? unreal;
}

/** Two numbers and a year, by their order. */
function ordered(first: string, second: string, year: string, order: DayOrder): Parts[] {
  const [dayFirst, monthFirst]: Parts[] = [
    [year, second, first],
    [year, first, second],
  ];
  if (order === 'iso' || !dayFirst || !monthFirst) return [];
  if (order === 'unsaid') return [dayFirst, monthFirst];
  return [order === 'monthFirst' ? monthFirst : dayFirst];
}
/** Two figures each: a year of two figures may also come first, unless a person stated the order. */
function shortOrdered(one: string, two: string, three: string, order: DayOrder): Parts[] {
  const yearFirst: Parts = [one, two, three];
  if (order === 'iso') return [yearFirst];
  const others = ordered(one, two, three, order);
  return order === 'usual' || order === 'unsaid' ? [...others, yearFirst] : others;
}

/** Days since 1900, the epoch of spreadsheets; about 1954 to 2064. */
const fewestDays = 20_000;
const mostDays = 60_000;
const beginning = Date.UTC(1899, 11, 30);
const serialDay = (days: number): string | UnreadDay =>
  days < fewestDays || days > mostDays
    ? unknown
    : new Date(beginning + days * 86_400_000).toISOString().slice(0, 10);

const figures4 = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
const figures2 = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2})$/;
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const together = /^(\d{4})(\d{2})(\d{2})$/;
const togetherBehind = /^(\d{2})(\d{2})(\d{4})$/;

function inFigures(cell: string, o: Options): string | UnreadDay | undefined {
  const order = o.order ?? 'usual';
  const [, a = '', b = '', c = ''] = figures4.exec(cell) ?? [];
  if (a) {
    const possible = ordered(a, b, c, order);
    return possible.length ? onlyOne(possible, o) : unknown;
  }
  const [, y = '', m = '', d = ''] = yearFirst.exec(cell) ?? [];
  if (y) return onlyOne([[y, m, d]], o);
  const [, one = '', two = '', three = ''] = figures2.exec(cell) ?? [];
  if (one) return onlyOne(shortOrdered(one.padStart(2, '0'), two, three, order), o);
  const whole = together.exec(cell);
  if (!whole) return undefined;
  const first: Parts = [whole[1] ?? '', whole[2] ?? '', whole[3] ?? ''];
  if (/^(19|20|21)/.test(cell) && isReal(first)) return inIso(first);
  const [, f = '', s = '', year = ''] = togetherBehind.exec(cell) ?? [];
  const possible = ordered(f, s, year, order);
  return possible.length && /^(19|20|21)/.test(year) ? onlyOne(possible, o) : unreal;
}

const letters = '[\\p{L}\\p{M}]+';
const nth = '(?:st|nd|rd|th)?';
const dayMonth = new RegExp(
  `^(\\d{1,2})${nth}[-\\s/.,]*(?:of\\s+)?(${letters})[-\\s/.,']*(\\d{4}|\\d{2})$`,
  'iu',
);
const monthDay = new RegExp(`^(${letters})[-\\s/.]*(\\d{1,2})${nth}[-\\s/.,']+(\\d{4}|\\d{2})$`, 'iu');
const yearMonth = new RegExp(`^(\\d{4})[-\\s/.,]*(${letters})[-\\s/.,]*(\\d{1,2})${nth}$`, 'iu');

function byName(cell: string, o: Options): string | UnreadDay | undefined {
  const first = dayMonth.exec(cell);
  const other = monthDay.exec(cell);
  const year = yearMonth.exec(cell);
  const [y, name, d] = first
    ? [first[3], first[2], first[1]]
    : other
      ? [other[3], other[1], other[2]]
      : [year?.[1], year?.[2], year?.[3]];
  const month = readMonth(name ?? '');
  return y && d && month ? onlyOne([[y, month, d]], o) : undefined;
}

const zoned = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})$/i;
/** A moment with its zone is a day in India. */
function momentDay(cell: string): string | UnreadDay | undefined {
  const [, day = '', time = '', zone = ''] = zoned.exec(cell) ?? [];
  if (!day) return undefined;
  const [y = '', m = '', d = ''] = day.split('-');
  const offset = /z/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  const at = new Date(`${day}T${time}${offset}`);
  return isReal([y, m, d]) && !Number.isNaN(at.getTime()) ? dayInIndia(at) : unreal;
}

/** A time of day without a zone does not change the day. */
const timeOfDay = /[ T,]+\d{1,2}[:.]\d{2}([:.]\d{2}([.,]\d+)?)?( ?[ap]\.?m\.?)?( ?(hrs?|ist))?\.?$/i;
const weekday = /^(mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?|sun)(day)?[.,]?\s+(?=\S)/i;

function slowly(given: string, o: Options): string | UnreadDay {
  const text = unwrapped(given);
  const moment = momentDay(text);
  if (moment) return moment;
  const cell = (text.length > 8 ? text.replace(timeOfDay, '') : text)
    .replace(weekday, '')
    .replace(/\s*([-/.])\s*/g, '$1')
    .trim();
  const read = inFigures(cell, o) ?? byName(cell, o);
  if (read) return read;
  const serial = /^(\d{5})(\.\d+)?$/.exec(cell);
  return serial ? serialDay(Number(serial[1])) : unknown;
}

/** Reads a day as `YYYY-MM-DD`: year first, month name, or two numbers in the stated order. */
export function readDay(cell: string, o: Options = {}): string | UnreadDay {
  const found = figures4.exec(cell);
  if (!found) return slowly(cell, o);
  const [, day = '', month = '', year = ''] = found;
  const isDayFirst = o.order === undefined || o.order === 'usual' || o.order === 'dayFirst';
  const parts: Parts = [year, month, day];
  return isDayFirst && isReal(parts) && /^(19|20|21)/.test(year) ? inIso(parts) : slowly(cell, o);
}

/** The day a person typed in a form, day first; undefined for what is none. */
export function typedDayOf(text: string): string | undefined {
  // Five digits are a date being typed, not a spreadsheet day number; a time makes it a timestamp.
  if (/^\s*\p{Nd}{5}\s*$|\p{Nd}:\p{Nd}{2}|\p{Nd}\s*[ap]\.?m\.?\s*$/iu.test(text)) return undefined;
  const read = readDay(text, { order: 'dayFirst' });
  return typeof read === 'string' ? read : undefined;
}
