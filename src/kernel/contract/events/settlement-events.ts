/** What becomes of a settlement, from its request to the agreement with its borrower. */
export interface SettlementEvents {
  /** A transition of a settlement, with its remark. */
  'settlements.offer': {
    loanId: number;
    became: string;
    version?: number;
    channel?: string;
    /** Version of the agreement that was accepted, and the hash of its row. */
    agreement?: number;
    hash?: string;
  };
  'settlements.changed': {
    loanId: number;
    before: string;
    after: string;
    comment?: string;
    amount?: number;
    /** The agreement that a new version would replace. */
    replaces?: number;
  };
  'settlements.requested': { loanId: number; amount: number; settlementDate: string };
}
