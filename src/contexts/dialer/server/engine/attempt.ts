/** What is known of a call, and of whom it is handed on to. */
export const attemptStates = [
  'claimed',
  'originating',
  'ringing',
  'answered',
  'amd',
  'queued',
  'bridged',
  'ended',
] as const;
export type AttemptStateName = (typeof attemptStates)[number];
export type CallOutcome =
  | 'connected'
  | 'abandoned'
  | 'no_answer'
  | 'busy'
  | 'rejected'
  | 'switched_off'
  | 'invalid'
  | 'congestion'
  | 'machine'
  | 'cancelled'
  | 'lost';
export type EndedBy = 'us' | 'far' | 'network';
/** Why we end a call ourselves. */
export type EndReason =
  | 'hangup'
  | 'cancel'
  | 'timeout'
  | 'patience'
  | 'machine'
  | 'talk-guard'
  | 'agent-missed'
  /** Whoever called us found nobody who could take it. */
  | 'nobody';

/** Whoever is called into a call: an agent by their own line, or a telephone that is rung for it. */
export interface Transfer {
  toUserId: number | null;
  isLine: boolean;
  /** Whoever hands it on leaves as soon as the other is there; else they speak first. */
  isBlind: boolean;
  /** `handed`: a telephone speaks with the borrower, and nobody of the dialer. */
  stage: 'ringing' | 'joined' | 'handed';
}

export interface AttemptState {
  state: AttemptStateName;
  /** Whoever shall speak, or speaks. */
  agentId: number | null;
  outcome: CallOutcome | null;
  cause: number | null;
  endedBy: EndedBy | null;
  endReason: EndReason | null;
  ringingAt: number | null;
  answeredAt: number | null;
  bridgedAt: number | null;
  endedAt: number | null;
  dueAt: number | null;
  /** On hold since; and for how many milliseconds before. */
  heldAt: number | null;
  heldMs: number;
  /** Whoever is called into it. */
  transfer: Transfer | null;
}
