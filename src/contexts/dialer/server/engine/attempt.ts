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
  | 'nobody'
  /** The agent's line was lost in the conversation and did not come back. */
  | 'line-lost';

/** The target of a transfer: an agent by their own line, or a telephone that is rung for it. */
export interface Transfer {
  toUserId: number | null;
  isLine: boolean;
  /** A blind transfer: the agent leaves as soon as the target answers; else they speak first (warm transfer). */
  isBlind: boolean;
  /** `handed`: the target telephone speaks with the borrower, without an agent. */
  stage: 'ringing' | 'joined' | 'handed';
}

/** Origin of a call: the dialer of a campaign, an agent (by hand or from a task), or an inbound caller. */
export type PlacedBy = 'campaign' | 'agent' | 'caller';

/** Loss of the agent's line in a conversation: the borrower hears hold music until the agent resumes the call. */
interface LineLoss {
  at: number;
  /** The agent pressed Resume; the call resumes as soon as their line is up. */
  isResuming: boolean;
}

export interface AttemptState {
  placedBy: PlacedBy;
  state: AttemptStateName;
  /** The agent who speaks, or is to speak. */
  agentId: number | null;
  outcome: CallOutcome | null;
  cause: number | null;
  endedBy: EndedBy | null;
  endReason: EndReason | null;
  /** Time of early media (183), such as an announcement; after a ring it is stored for calls that agents dial. */
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
  /** Null: the agent's line is there. */
  lineLoss: LineLoss | null;
  /** How often the agent's line was lost in this call. */
  lineLosses: number;
}
