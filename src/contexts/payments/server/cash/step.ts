/** Steps of cash: collected, voided, deposited, confirmed or undone; short cash is recovered or written off. */
/** Paise: `hand` in the agent’s hands, `transit` in unconfirmed deposits, `bank` and `variance` after confirmation. */
export interface CashStep {
  kind: 'taken' | 'voided' | 'deposited' | 'confirmed' | 'undone' | 'recovered' | 'written-off';
  userId: number;
  clientId: number;
  receiptId?: number;
  depositId?: number;
  /** Booking day; the next one if that is closed. */
  day?: string;
  hand?: number;
  transit?: number;
  bank?: number;
  variance?: number;
  /** Paise written off: the agent no longer owes them, and the variance at the bank remains. */
  writtenOff?: number;
  reason?: string;
  byId: number;
  at: Date;
}
