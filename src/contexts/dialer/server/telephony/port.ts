/** Provider interface for calls. The dialer decides; a provider executes, and reports events. */
import type { recordingFaults } from '#contexts/dialer/contract/exchange/state.ts';

export type Target =
  | { kind: 'pstn'; number: string }
  | { kind: 'extension'; extension: string }
  /** The same agent's line in their browser. */
  | { kind: 'browser'; extension: string }
  /** An agent's phone, confirmed by a key. */
  | { kind: 'own-phone'; number: string };
export type Ack =
  | { ok: true; providerRef?: string }
  /** `isOfTrunk`: the carrier is unreachable or rejects the call; the fault is not of the exchange or the number. */
  | { ok: false; isRetryable: boolean; reason: string; isOfTrunk?: boolean };

/** What a provider can do; the dialer offers no mode that it cannot. */
export interface Caps {
  /** Without one no call can be placed. */
  hasExchange: boolean;
  /** The borrower may be rung before an agent is. */
  customerFirst: boolean;
  /** An agent's line can be held up between calls. */
  nailedAgent: boolean;
  ringingEvents: boolean;
  snapshot: 'full' | 'poll' | 'none';
  /** Line types available to agents. */
  legs: readonly ('nailed' | 'per_call' | 'webrtc')[];
  /** A held borrower can remain alone with music during the agent's other call. */
  secondLine: boolean;
  /** It can tell whether a machine answered. */
  machines: boolean;
}

/** Result of answering-machine detection; `cause` is the exchange's. */
export interface Checked {
  verdict: 'person' | 'machine' | 'unsure';
  cause: string;
}

/** Events of a provider: at least once, perhaps late or out of order. */
export type ProviderEvent = { eventId: string; at: Date } & (
  | { type: 'leg.ringing'; legId: string }
  /** Early media before any ring, such as an announcement. */
  | { type: 'leg.progress'; legId: string }
  /** Answered; AMD runs, and `leg.answered` or `leg.machine` follows. */
  | { type: 'leg.picked-up'; legId: string }
  | { type: 'leg.answered' | 'leg.machine'; legId: string; checked?: Checked }
  | {
      type: 'leg.ended';
      legId: string;
      cause: number | null;
      by: 'us' | 'far' | 'network';
      /** SIP status that rejected the call. */
      sip?: number;
      /** The call had been answered, whether or not its answer event arrived. */
      wasAnswered?: boolean;
    }
  | { type: 'leg.bridged'; legId: string; bridgeId: string }
  | { type: 'leg.dtmf'; legId: string; digit: string }
  /** Prompts or a recorded message have finished playing on this leg. */
  | { type: 'leg.told'; legId: string; no: number }
  /** Voicemail message: started, played to its end, or failed to play. */
  | { type: 'leg.message'; legId: string; how: 'begun' | 'whole' | 'none' }
  | { type: 'leg.recorded'; legId: string }
  | { type: 'inbound'; legId: string; from: string; did: string }
);

/** Announcements to inbound callers. None discloses the called party, or whether the caller is identified. */
export const lines = [
  'greeting',
  'place-1',
  'place-2',
  'place-3',
  'place-4',
  'place-5',
  'place-more',
  'key-call-back',
  'key-voicemail',
  'ask-digits',
  'thanks',
  'closed',
  'will-call',
  'speak',
  'nobody-here',
] as const;
/** `queue-1` is the greeting of that queue. */
export type SpokenLine = (typeof lines)[number] | `queue-${number}`;

export interface LegInfo {
  legId: string;
  role: 'customer' | 'agent' | 'inbound';
  state: 'dialing' | 'ringing' | 'answered';
  bridgeId: string | null;
}
export interface Recording {
  contentType: string;
  bytes: Buffer;
}

/** The call ended, and its recording has no sound. */
export class EmptyRecording extends Error {
  constructor() {
    super('the recording has no sound');
  }
}

/** Recordings that the exchange stores, with our names. */
export interface StoredRecordings {
  /** `parts`: the highest number of its parts. `isProven`: its name alone shows that Recoup recorded it. */
  recordings: { recId: string; parts: number; isProven: boolean }[];
  files: number;
  bytes: number;
}
export type RecordingFault = (typeof recordingFaults)[number];
export interface RecordingTest {
  /** Null: two seconds were recorded and read; `untested`: our dialplan is not installed. */
  fault: RecordingFault | 'untested' | null;
  /** Recording folder, or the exchange's error message. */
  detail: string;
}

export interface Originate {
  /** Our id of the leg: repeated requests place it once. */
  legId: string;
  role: 'customer' | 'agent';
  to: Target;
  callerId: string | null;
  ringMs: number;
  /** By which carrier, where there are several. */
  trunk?: string | null;
  /** Hears music until it is bridged. */
  waits?: boolean;
  /** Seconds after which the exchange plays the farewell unless a server put the borrower through. */
  farewellAfterS?: number;
  /** Uses answering-machine detection. */
  detects?: boolean;
}

export interface IceServer {
  urls: string;
  username?: string;
  credential?: string;
}
/** Agents' lines in the browser. */
export interface BrowserLines {
  /** Where a browser connects to, and of which domain its name is. */
  address: string;
  domain: string;
  /** What a browser calls itself there. */
  nameOf(extension: string): string;
  /** Of one session of the dialer, the same on every node. */
  secretOf(sessionId: number): string;
  /** STUN and TURN servers for one dialer session, with credentials. */
  iceServersFor(sessionId: number, now: Date): IceServer[];
  /** From now on only this opens the line of an extension; null: nothing does. */
  setSecret(extension: string, secret: string | null): Promise<void>;
}

export interface TelephonyProvider {
  readonly id: string;
  readonly caps: Caps;
  readonly browser?: BrowserLines | undefined;
  /** Packets of sound received from a line so far; null when this node does not have the figure. */
  packetsOf?(legId: string): Promise<number | null>;
  /** Talk detection events on a leg since it was bridged; null when this node gets none. */
  voicesOf?(legId: string): number | null;
  /** Delivers events from now on, retrying those the sink fails to take. */
  start(sink: (event: ProviderEvent) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
  originate(call: Originate): Promise<Ack>;
  /** Disconnects a leg; a missing leg is ignored. */
  hangup(legId: string): Promise<void>;
  /** Mutes a leg towards the other party; a missing leg is ignored. */
  mute(legId: string, isMuted: boolean): Promise<void>;
  /** Puts a leg on hold with music, or resumes it; a missing leg is ignored. */
  hold(legId: string, isHeld: boolean): Promise<void>;
  /** Sends DTMF to the other party of a leg; a missing leg is ignored. */
  press(o: { legId: string; keys: string }): Promise<void>;
  /** Bridges two legs once; recorded if requested. */
  bridge(o: {
    bridgeId: string;
    legs: readonly [customer: string, agent: string];
    recId?: string;
    /** Announcement of the caller to stop then. */
    hushNo?: number | undefined;
    /** The held caller of this agent: protected too if the agent's line hangs up. */
    aside?: string | undefined;
  }): Promise<void>;
  /** Plays early media of a pending call to the agent's line: the carrier's audio, or a ringing tone. Idempotent. */
  hearEarly?(o: { legId: string; lineId: string; how: 'media' | 'tone' }): Promise<void>;
  /** The call failed: the line is idle again. */
  endEarly?(legId: string): Promise<void>;
  /** Puts one more leg into the bridge of a call, once. */
  join(o: { bridgeId: string; legId: string; aside?: string | undefined }): Promise<void>;
  /**
   * A leg with a lost agent line waits with hold music; the exchange plays the farewell after this many seconds, if no
   * server is running.
   */
  waitAlone?(legId: string, seconds: number): Promise<void>;
  /** Puts the agent's new line to a leg that waited alone. */
  rejoin?(o: { bridgeId: string; legId: string; aside?: string | undefined; recId?: string }): Promise<void>;
  /** Removes a leg from the bridge of a continuing call; a leg elsewhere is ignored. */
  part(o: { bridgeId: string; legId: string }): Promise<void>;
  /** A leg monitors an agent's line in both directions; unless muted, it is audible to the agent alone. */
  spy(o: { legId: string; agentLegId: string }): Promise<void>;
  /**
   * Plays this announcement, by default that no agent is free, after those of `hushNo`, then disconnects the leg; a
   * missing leg is ignored.
   */
  farewell(legId: string, lines?: readonly SpokenLine[], hushNo?: number): Promise<void>;
  /**
   * Plays a message to an answering machine after its greeting and silence, then disconnects; progress is reported by
   * events. Idempotent; false: not possible.
   */
  leave(o: { legId: string; sound: string }): Promise<boolean>;
  /**
   * Answers a queued caller and plays an announcement, once per `no`; interrupts earlier ones. Music follows
   * automatically, or with `recId` a voicemail recording until a key press, silence or hang-up, then music.
   */
  say(o: { legId: string; no: number; lines: readonly SpokenLine[]; recId?: string }): Promise<void>;
  /** Stops the announcement of `no`: it is obsolete. */
  hush(o: { legId: string; no: number }): Promise<void>;
  /** Whether events arrive now; without them no call may be placed. */
  isHeard(): Promise<boolean>;
  /** The server that listens to the exchange; null: none does. */
  listener?(): Promise<string | null>;
  /** Throws as long as it is not finished. */
  fetchRecording(recId: string, seconds: number): Promise<Recording>;
  /** Lists what the exchange stores; without it nothing is stored there. */
  storedRecordings?(now: Date): Promise<StoredRecordings>;
  /** Deletes a recording and all its parts, at least so many; a missing one is ignored. Throws while it is being recorded. */
  removeRecording?(recId: string, parts: number): Promise<void>;
  /** Records two seconds of music and reads the file; null: the test must be repeated. */
  testRecording?(now: Date): Promise<RecordingTest | null>;
  /** Milliseconds by which events are late, on the node that listens; null: this node does not measure. */
  lagMs?(): number | null;
  /** Every leg it carries for us now. */
  snapshot(): Promise<LegInfo[]>;
}
