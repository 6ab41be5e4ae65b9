/** Data of a call and of its transfer. */
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
  /** An answering machine that gets a message. */
  | 'message'
  | 'talk-guard'
  | 'agent-missed'
  /** An inbound call that no agent could answer. */
  | 'nobody'
  /** The agent's line was lost in the conversation and not restored. */
  | 'line-lost';

/** The target of a transfer: an agent's line, or a telephone that is rung. */
export interface Transfer {
  toUserId: number | null;
  isLine: boolean;
  /** Blind transfer: the agent leaves when the target answers; else they consult first (warm transfer). */
  isBlind: boolean;
  /** `handed`: the target telephone speaks with the borrower, without an agent. */
  stage: 'ringing' | 'joined' | 'handed';
}

/** Origin of a call: the dialer of a campaign, an agent (by hand or from a task), or an inbound caller. */
export type PlacedBy = 'campaign' | 'agent' | 'caller';

/** Loss of the agent's line in a conversation: the borrower hears hold music until the agent resumes the call. */
interface LineLoss {
  at: number;
  /** The agent pressed Resume; the call resumes when their line is up. */
  isResuming: boolean;
}

export interface AttemptState {
  placedBy: PlacedBy;
  state: AttemptStateName;
  /** The agent who is, or will be, connected. */
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
  /** Start of the current hold, and milliseconds of previous holds. */
  heldAt: number | null;
  heldMs: number;
  /** Start of the hold for the agent's second call, and milliseconds of previous ones. Null: never. */
  asideAt: number | null;
  asideMs: number | null;
  /** A transfer under way. */
  transfer: Transfer | null;
  /** Null: the agent's line is there. */
  lineLoss: LineLoss | null;
  /** How often the agent's line was lost in this call. */
  lineLosses: number;
}
