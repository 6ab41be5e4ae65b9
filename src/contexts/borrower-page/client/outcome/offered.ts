/** What the form of an outcome offers, and the amounts it proposes. */
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
