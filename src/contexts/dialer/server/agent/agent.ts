/** What an agent wants, and what is happening. */
type Mode = 'PAUSED' | 'READY' | 'BREAK' | 'OFF';
type Activity = 'NONE' | 'POOL' | 'RINGING' | 'TALK' | 'WRAP';
/** Kept while a call is on, and done when it is over. */
export type Wish = 'pause' | 'break' | 'switch' | 'logout';

/** The call beside the present one. */
interface Beside {
  attemptId: number;
  /** What came of it is written down already. */
  isSaid: boolean;
  /** Nobody waits in it any more. */
  isOver: boolean;
}

export interface AgentState {
  mode: Mode;
  activity: Activity;
  /** Logged in for the first time of the day, and not ready since. */
  neverReady: boolean;
  breakId: number | null;
  campaignId: number;
  wish: Wish | null;
  /** The break or the campaign that is wished for. */
  wishArg: number | null;
  /** Their own line is up: a caller can be put through in a moment. */
  isLegUp: boolean;
  missedLegs: number;
  /** Their own phone is rung for each call, so no line is needed before. */
  isPerCall: boolean;
  attemptId: number | null;
  /** A call beside the present one. */
  beside: Beside | null;
  /** What came of the present call is written down already. */
  isSaid: boolean;
  /** When the present state has lasted too long, in milliseconds. */
  dueAt: number | null;
}
