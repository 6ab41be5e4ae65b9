/** Options of the disposition form, and suggested amounts. */
export interface Offered {
  id: number;
  name: string;
  parentId: number | null;
}
/** An amount that is undefined is not available on this device. */
export interface Amounts {
  emiAmount?: number | null | undefined;
  unpaidEmiAmount?: number | null | undefined;
  totalOutstanding: number;
  maxSettlementAmount?: number | null | undefined;
  paidOff?: { on: string } | null | undefined;
}
