/** Steps of cash: collected, voided, deposited, confirmed or undone; short cash is recovered or written off. */
/** Paise: `hand` into the agent’s hands, `transit` into deposits that wait, `bank` and `variance` what became of them. */
export interface CashStep {
  kind: 'taken' | 'voided' | 'deposited' | 'confirmed' | 'undone' | 'recovered' | 'written-off';
  userId: number;
  clientId: number;
  receiptId?: number;
  depositId?: number;
  /** The day it counts on; the next one where that is closed. */
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
