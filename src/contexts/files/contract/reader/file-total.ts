/** Control total of a payment file, from its total row, and the actual sum. Pure. */
import type { FileColumn } from '../customer-file.ts';
import { Refused, amountOf } from './file-cells.ts';
import type { FileMapping } from './columns/file-mapping.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { isTotal } from './file-text.ts';

/** Paise; null without a value. */
export interface FileTotal {
  toldAmount: number | null;
  toldRows: number | null;
  foundAmount: number;
  /** Rows with an amount that can be read. */
  foundRows: number;
}
export interface Summing {
  add(cells: readonly string[], isTotal?: boolean): void;
  readonly total: FileTotal;
}

/** A subtotal is not the total. */
const isPart = (label: string): boolean => /^sub/i.test(label);
const countIn = /(\d[\d,]*)\s*(?:payments?|receipts?|transactions?|txns?|rows?|records?|entries)\b/i;

/** Undefined without a column of received money. The last total row is used, because the grand total is at the end. */
export function summing(
  columns: readonly FileColumn[],
  at: ReadonlyMap<string, number>,
  mapping?: FileMapping,
): Summing | undefined {
  const column = columns.find(({ isReceived }) => isReceived);
  const place = column && at.get(column.key);
  if (place === undefined) return undefined;
  const total: FileTotal = { toldAmount: null, toldRows: null, foundAmount: 0, foundRows: 0 };
  const paise = (cell: string): number | null => {
    try {
      return amountOf(cell, mapping?.numberStyle, true, () => undefined);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  };
  return {
    total,
    add(cells, isMarked = false) {
      const amount = paise(cells[place] ?? '');
      const label = plainText(cells.find((one) => one.trim() !== '') ?? '');
      if (!isMarked && !isTotal(label)) {
        if (amount === null) return;
        total.foundAmount += amount;
        total.foundRows += 1;
      } else if (!isPart(label)) {
        const count = countIn.exec(cells.join(' '))?.[1];
        total.toldAmount = amount ?? total.toldAmount;
        total.toldRows = count === undefined ? total.toldRows : Number(count.replaceAll(',', ''));
      }
    },
  };
}
