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
  /** A machine that a message is left on. */
  | 'message'
  | 'talk-guard'
  | 'agent-missed'
  /** An inbound call that no agent could take. */
  | 'nobody';

/** The target of a transfer: an agent by their own line, or a telephone that is rung for it. */
export interface Transfer {
  toUserId: number | null;
  isLine: boolean;
  /** A blind transfer: the agent leaves as soon as the target answers; else they speak first (warm transfer). */
  isBlind: boolean;
  /** `handed`: the target telephone speaks with the borrower, without an agent. */
  stage: 'ringing' | 'joined' | 'handed';
}

export interface AttemptState {
  state: AttemptStateName;
  /** The agent who speaks, or is to speak. */
  agentId: number | null;
  outcome: CallOutcome | null;
  cause: number | null;
  endedBy: EndedBy | null;
  endReason: EndReason | null;
  /** Time of early media before any ring (183), such as an announcement. */
  progressAt: number | null;
  ringingAt: number | null;
  answeredAt: number | null;
  bridgedAt: number | null;
  endedAt: number | null;
  dueAt: number | null;
  /** On hold since; and for how many milliseconds before. */
  heldAt: number | null;
  heldMs: number;
  /** Its agent speaks in a second call since, and it is on hold; and for how many milliseconds before. Null: it never was. */
  asideAt: number | null;
  asideMs: number | null;
  /** A transfer under way. */
  transfer: Transfer | null;
}
