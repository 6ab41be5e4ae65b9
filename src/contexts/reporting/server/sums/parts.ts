/** Pieces of the SQL of declared totals. */
import { type Source, type Sum, columnsOf, queueOf } from './sum.ts';

export interface Counted {
  of: Sum;
  from: Source;
}
export const sourcesOf = (sums: readonly Sum[]): Counted[] =>
  sums.flatMap((of) => of.from.map((from) => ({ of, from })));
export const unique = (names: readonly string[]): string[] => [...new Set(names)];
export const indent = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

/** Values of the columns of a sum; an amount is wrapped, such as by its sign. */
export const valuesOf = ({ of, from }: Counted, amount: (expression: string) => string): string[] => [
  ...Object.keys(of.by).map((column) => from.by[column] ?? 'null'),
  ...Object.keys(of.amounts).map((column) => {
    const expression = from.amounts[column];
    return expression === undefined ? '0' : amount(expression);
  }),
];
export const groups = ({ by }: Sum): string =>
  Object.keys(by)
    .map((_, i) => i + 1)
    .join(', ');
export const into = (of: Sum): string => `insert into ${queueOf(of)} (${columnsOf(of).join(', ')})`;

export const joined = ({ of }: Source): string => (of ? ` join ${of.table} l on l.id = r.${of.key}` : '');
export const filtered = ({ where }: Source): string => (where === undefined ? '' : ` where ${where}`);

export const keysOf = ({ by }: Sum): string => Object.keys(by).join(', ');
export const totals = ({ amounts }: Sum): string =>
  Object.keys(amounts)
    .map((one) => `sum(${one})`)
    .join(', ');
export const areNone = ({ amounts }: Sum): string =>
  Object.keys(amounts)
    .map((one) => `sum(${one}) = 0`)
    .join(' and ');
/** Totals before a day are forgotten. */
export const isRecent = ({ recent }: Sum, since: string): string =>
  recent === undefined ? 'true' : `(${recent} = '-infinity' or ${recent} >= ${since})`;
