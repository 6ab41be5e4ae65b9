/**
 * Totals that follow their rows (decision 560). A declaration names the columns and where rows come from; `generate.ts`
 * writes its tables, views and triggers, `keep.ts` folds, rebuilds and proves it.
 */
import type { TableComments } from '#kernel/server/tables.ts';

/** Type, and meaning. */
export type Column = readonly [type: string, meaning: string];
type Columns = Readonly<Record<string, Column>>;

/** A table whose row `l` each row `r` belongs to: when it changes, the rows move to other totals. */
export interface Parent {
  table: string;
  /** Column of the rows with its id. */
  key: string;
}

/** Rows that are counted: expressions are SQL of a row `r`, and of its parent `l`. */
export interface Source<By extends string = string, Amount extends string = string> {
  table: string;
  of?: Parent;
  /** Rows are written by the million and have no trigger: `correct` adds them afterwards. */
  isBulk?: boolean;
  where?: string;
  by: Readonly<Record<By, string>>;
  /** Missing amounts are 0. */
  amounts: Readonly<Partial<Record<Amount, string>>>;
}

export interface Sum {
  /** Its table; `_changes` is its queue, `_now` both together. */
  name: string;
  is: string;
  /** Primary key, in this order. */
  by: Columns;
  amounts: Columns;
  from: readonly Source[];
  /** Answers come from the index alone. */
  isCovered?: boolean;
  /** More indexes, such as `(month, loan_id)`. */
  indexes?: readonly string[];
  /** A day or time column: older totals than the month before are deleted, except those at -infinity. */
  recent?: string;
}

/** The types check that each source fills each key. */
export const sum = <By extends string, Amount extends string>(
  declared: Omit<Sum, 'by' | 'amounts' | 'from'> & {
    by: Readonly<Record<By, Column>>;
    amounts: Readonly<Record<Amount, Column>>;
    from: readonly Source<NoInfer<By>, NoInfer<Amount>>[];
  },
): Sum => declared as unknown as Sum;

export const columnsOf = ({ by, amounts }: Pick<Sum, 'by' | 'amounts'>): string[] => [
  ...Object.keys(by),
  ...Object.keys(amounts),
];
export const queueOf = ({ name }: Sum): string => `${name}_changes`;
export const currentOf = ({ name }: Sum): string => `${name}_now`;

/** Rows with queued changes of a sum whose rows another sum reads. */
export const movesOf = ({ name }: Sum): string => `${name}_moves`;
export const isSource = ({ name }: Sum, sums: readonly Sum[]): boolean =>
  sums.some(({ from }) => from.some(({ table }) => table === name));

/** Comments of the tables and views of these totals. */
export function sumTables(sums: readonly Sum[]): TableComments {
  const all: Record<string, TableComments[string]> = {};
  for (const one of sums) {
    const columns = Object.fromEntries(
      Object.entries({ ...one.by, ...one.amounts }).map(([name, [, meaning]]) => [name, meaning]),
    );
    all[one.name] = { is: one.is, columns };
    all[queueOf(one)] = { is: `Changes that are not in ${one.name} yet.`, columns };
    all[currentOf(one)] = { is: `The rows of ${one.name} and its queued changes: add them up.`, columns };
    if (isSource(one, sums))
      all[movesOf(one)] = {
        is: `Rows of ${one.name} with queued changes.`,
        columns: { was: 'The row before them; null: none.', now: 'The row with them.' },
      };
  }
  return all;
}
