/** Events of settlements, from the request to the agreement with the borrower. */
export interface SettlementEvents {
  /** A transition of a settlement, with its remark. */
  'settlements.offer': {
    loanId: number;
    became: string;
    version?: number;
    channel?: string;
    /** Version of the accepted agreement, and the hash of its row. */
    agreement?: number;
    hash?: string;
  };
  'settlements.changed': {
    loanId: number;
    before: string;
    after: string;
    comment?: string;
    amount?: number;
    /** Agreement that a new version would replace. */
    replaces?: number;
  };
  'settlements.requested': { loanId: number; amount: number; settlementDate: string };
}
