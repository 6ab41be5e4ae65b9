/** What the form of an outcome offers, and the amounts it proposes. */
export interface Offered {
  id: number;
  name: string;
  parentId: number | null;
}
export interface Amounts {
  emiAmount?: number | null;
  unpaidEmiAmount?: number | null;
  totalOutstanding: number;
  maxSettlementAmount?: number | null;
}
