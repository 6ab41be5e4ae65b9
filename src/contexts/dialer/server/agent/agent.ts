/** What an agent wants, and what is happening. */
type Mode = 'PAUSED' | 'READY' | 'BREAK' | 'OFF';
type Activity = 'NONE' | 'POOL' | 'RINGING' | 'TALK' | 'WRAP';
/** Stored during a call and applied after it. */
export type Wish = 'pause' | 'break' | 'switch' | 'logout';

/** The second call of the agent. */
interface Beside {
  attemptId: number;
  /** Its disposition is saved. */
  isSaid: boolean;
  /** The call is over. */
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
  /** The agent's line is up: a caller can be connected immediately. */
  isLegUp: boolean;
  missedLegs: number;
  /** The agent's phone is rung for each call, so no permanent line is needed. */
  isPerCall: boolean;
  attemptId: number | null;
  /** The second call of the agent, if any. */
  beside: Beside | null;
  /** The disposition of the current call is saved. */
  isSaid: boolean;
  /** When the present state has lasted too long, in milliseconds. */
  dueAt: number | null;
}
