/** Reads one date of a file. What may mean two days is refused, never guessed. Pure. */
import { refuse } from './file-cells.ts';
import type { FileMapping } from './file-mapping.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
type Order = FileMapping['dateOrder'] | 'unsaid';
type Parts = readonly [year: string, month: string, day: string];

/** Two numbers and a year: the month is the one the mapping says, or the only one possible. */
function orderedParts(first: string, second: string, year: string, order: Order): Parts {
  if (order === 'iso') return refuse('date not understood');
  const isClear = Number(first) > 12 || Number(second) > 12 || Number(first) === Number(second);
  if (order === 'unsaid' && !isClear) return refuse('date ambiguous');
  const isMonthFirst = order === 'monthFirst' || (order === 'unsaid' && Number(second) > 12);
  return isMonthFirst ? [year, first, second] : [year, second, first];
}

/** Spreadsheets write years of two figures; of a birth 11 to 29 may be of either century, of a loan all from 30 on. */
function wholeYear(year: string, isBirth: boolean): string {
  if (year.length === 4) return year;
  const short = Number(year);
  if (isBirth ? short <= 10 : short < 30) return `20${year}`;
  return isBirth && short >= 30 ? `19${year}` : refuse('date ambiguous');
}

/** Days since the spreadsheet's own beginning, 1900; about 1954 to 2064. */
const fewestDays = 20_000;
const mostDays = 60_000;
const beginning = Date.UTC(1899, 11, 30);
function serialParts(days: number): Parts {
  if (days < fewestDays || days > mostDays) return refuse('date not understood');
  const [year = '', month = '', day = ''] = new Date(beginning + days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return [year, month, day];
}

/** A time of day without a zone says nothing else of its day. */
const timeOfDay = /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]\.?m\.?)?$/i;

function partsOf(given: string, order: Order, isBirth: boolean): Parts {
  const cell = given.length > 10 ? given.replace(timeOfDay, '') : given;
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(cell);
  if (iso) return [iso[1] ?? '', iso[2] ?? '', iso[3] ?? ''];
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(cell);
  if (numbers) return orderedParts(numbers[1] ?? '', numbers[2] ?? '', numbers[3] ?? '', order);
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/.test(cell)) return refuse('date ambiguous');
  const named = /^(\d{1,2})[-/ ]([A-Za-z]{3})[A-Za-z]*[-/ ,]+(\d{4}|\d{2})$/.exec(cell);
  const month = named ? months.indexOf((named[2] ?? '').toLowerCase()) + 1 : 0;
  if (named && month) return [wholeYear(named[3] ?? '', isBirth), String(month), named[1] ?? ''];
  const serial = /^(\d{5})(\.\d+)?$/.exec(cell);
  return serial ? serialParts(Number(serial[1])) : refuse('date not understood');
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** How many days a month has; a month that is none has none. */
function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (lengths[month - 1] ?? 0);
}

/** A day as `YYYY-MM-DD`: years first, a month by its name, or the order of the mapping; day first by default. */
export function dayOf(cell: string, order: Order = 'dayFirst', isBirth = false): string {
  const [year, month, day] = partsOf(cell, order, isBirth);
  if (!/^(19|20|21)/.test(year)) return refuse('date not understood');
  const isReal = Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
  return isReal ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : refuse('date does not exist');
}
