/** A settlement row in our terms, and the reader of a gateway. */
import type { RowKind, SettlementGateway } from '#contexts/payments/contract/reconciliation-words.ts';
import { readAmount } from '#kernel/contract/figures/amount.ts';
import { plainName } from '#contexts/files/contract/reader/columns/file-mapping.ts';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';

export interface SettledRow {
  /** The gateway's number of what happened. */
  entity: string;
  kind: RowKind;
  /** Our order, where it is named. */
  orderRef: string;
  /** The gateway's number of the payment. */
  paymentRef: string;
  /** Paise. */
  amount: number;
  /** Tax is part of it. */
  fee: number;
  tax: number;
  /** Net payout; negative for a debit. */
  net: number;
  onHold: boolean;
  isSettled: boolean;
  /** Day in India it happened, and was paid out. */
  day: string;
  settledOn: string | null;
  settlement: string;
  utr: string;
}

/** Why a line is not a transaction; keys of `reconciliationText.faults`. */
const faultReasons = [
  'cut-off',
  'cells',
  'quote',
  'total',
  'number',
  'kind',
  'amount',
  'currency',
  'fee-above-gross',
  'figures',
  'day',
  'yes-no',
] as const;
export type FaultReason = (typeof faultReasons)[number];
export class Faulty extends Error {
  readonly reason: FaultReason;
  readonly field: string;
  constructor(reason: FaultReason, field: string) {
    super(`${reason} ${field}`);
    this.reason = reason;
    this.field = field;
  }
}

/** The cell of a column by its key; empty where the file has no such column. */
export type Cells = (key: string) => string;
export interface SettlementReader {
  gateway: SettlementGateway;
  columns: readonly FileColumn[];
  /** Throws `Faulty`. */
  read(cells: Cells): SettledRow;
}

/** Rows of a gateway's API response, by field name; invalid ones are omitted. */
export const rowsIn = (reader: SettlementReader, items: readonly Record<string, unknown>[]): SettledRow[] =>
  items.flatMap((item) => {
    const cells = new Map(
      Object.entries(item).map(([name, value]) => [
        name.replaceAll('_', ''),
        typeof value === 'string' ? value.trim() : (JSON.stringify(value ?? '') ?? '').replace(/^""$/, ''),
      ]),
    );
    try {
      return reader.read((key) => cells.get(key) ?? '');
    } catch (error) {
      if (error instanceof Faulty) return [];
      throw error;
    }
  });

export const settledColumn = (
  key: string,
  aliases: readonly string[] = [],
  required: boolean = false,
): FileColumn => ({
  key: key.replaceAll('_', ''),
  header: plainName(key),
  aliases: aliases.map(plainName),
  kind: 'text',
  required,
  example: '',
  about: '',
});

/** A gateway number: rejects anything else, such as a formula. */
export function numberIn(cells: Cells, field: string, isNeeded = false): string {
  const cell = cells(field);
  if (cell === '' && !isNeeded) return '';
  if (/^(grand |sub)?total/i.test(cell)) throw new Faulty('total', field);
  if (!/^[\w][\w./-]{0,63}$/.test(cell)) throw new Faulty('number', field);
  return cell;
}
export function currencyIn(cells: Cells): void {
  if (cells('currency').toUpperCase() !== 'INR') throw new Faulty('currency', 'currency');
}
const most = 1e13;
export function paiseIn(cells: Cells, field: string): number {
  const cell = cells(field);
  if (!/^\d{1,14}$/.test(cell) || Number(cell) > most) throw new Faulty('amount', field);
  return Number(cell);
}
/** Rupees with decimal paise, optionally negative. */
export function rupeesIn(cells: Cells, field: string): number {
  const [, minus, figures = ''] = /^(-?)\s*(.+)$/.exec(cells(field) || '0') ?? [];
  if (!/^\d[\d,]*(\.\d+)?$/.test(figures)) throw new Faulty('amount', field);
  const paise = readAmount(figures);
  if (typeof paise !== 'number') throw new Faulty('amount', field);
  return minus ? -paise : paise;
}
export function checkFee(row: Pick<SettledRow, 'amount' | 'fee' | 'tax'>, field: string): void {
  if (row.fee > row.amount || row.tax > row.fee) throw new Faulty('fee-above-gross', field);
}
