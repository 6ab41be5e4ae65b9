/** A step of cash: taken, voided, deposited, confirmed or undone. */
/** Paise: `hand` into the agent’s hands, `transit` into deposits that wait, `bank` and `variance` what became of them. */
export interface CashStep {
  kind: 'taken' | 'voided' | 'deposited' | 'confirmed' | 'undone';
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
  reason?: string;
  byId: number;
  at: Date;
}
