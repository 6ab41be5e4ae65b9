/** Carrying calls. The dialer decides; a provider only carries, and tells what happens. */
import type { recordingFaults } from '#contexts/dialer/contract/exchange/state.ts';

export type Target =
  | { kind: 'pstn'; number: string }
  | { kind: 'extension'; extension: string }
  /** The same agent's line in their browser. */
  | { kind: 'browser'; extension: string }
  /** An agent's own phone, confirmed by a key. */
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
  /** By which line agents may speak. */
  legs: readonly ('nailed' | 'per_call' | 'webrtc')[];
  /** A borrower may be left alone with music while their agent speaks in another call. */
  secondLine: boolean;
  /** It can tell whether a machine answered. */
  machines: boolean;
}

/** What an exchange made of the voice that answered; `cause` in its own words. */
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

/** Announcements to inbound callers. None reveals who is called, or whether the caller is known. */
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

/** The call is over and its recording has no sound. */
export class EmptyRecording extends Error {
  constructor() {
    super('the recording has no sound');
  }
}

/** Recordings that the exchange stores, with our names. */
export interface StoredRecordings {
  /** `parts`: the highest number of its parts. */
  recordings: { recId: string; parts: number }[];
  files: number;
  bytes: number;
}
export type RecordingFault = (typeof recordingFaults)[number];
export interface RecordingTest {
  /** Null: two seconds were recorded and read back; `untested`: it has no dialplan of ours to record. */
  fault: RecordingFault | 'untested' | null;
  /** Folder of the recordings, or the exchange's own words. */
  detail: string;
}

export interface Originate {
  /** Our own name of the leg: asked twice, it is placed once. */
  legId: string;
  role: 'customer' | 'agent';
  to: Target;
  callerId: string | null;
  ringMs: number;
  /** By which carrier, where there are several. */
  trunk?: string | null;
  /** It hears music until it is put into a call. */
  waits?: boolean;
  /** Seconds after which the exchange plays the farewell unless a server put the borrower through. */
  farewellAfterS?: number;
  /** Whether a machine answered is to be found out. */
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
  /** STUN and TURN servers for one session of the dialer, credentials included. */
  iceServersFor(sessionId: number, now: Date): IceServer[];
  /** From now on only this opens the line of an extension; null: nothing does. */
  setSecret(extension: string, secret: string | null): Promise<void>;
}

export interface TelephonyProvider {
  readonly id: string;
  readonly caps: Caps;
  readonly browser?: BrowserLines | undefined;
  /** Packets of sound received from a line so far; null when this node, of several, does not count them. */
  packetsOf?(legId: string): Promise<number | null>;
  /** How often a voice began to be heard on a leg since it was put through; null when this node does not hear. */
  voicesOf?(legId: string): number | null;
  /** Delivers events from now on, retrying those the sink fails to take. */
  start(sink: (event: ProviderEvent) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
  originate(call: Originate): Promise<Ack>;
  /** Ends a leg; one that is not there is ended already. */
  hangup(legId: string): Promise<void>;
  /** Whether what is said on a leg is heard by the other; one that is not there needs nothing. */
  mute(legId: string, isMuted: boolean): Promise<void>;
  /** Puts a leg on hold with music, or resumes it; a missing leg is ignored. */
  hold(legId: string, isHeld: boolean): Promise<void>;
  /** Whoever is at the other end of a leg hears these keys; one that is not there needs none. */
  press(o: { legId: string; keys: string }): Promise<void>;
  /** Puts two legs together, once; recorded when asked. */
  bridge(o: {
    bridgeId: string;
    legs: readonly [customer: string, agent: string];
    recId?: string;
    /** Lines the caller hears until then. */
    hushNo?: number | undefined;
    /** A caller on hold, whom the agent left for this one: not left alone either should the agent's line hang up. */
    aside?: string | undefined;
  }): Promise<void>;
  /** An agent's line hears a call it waits for before the answer: its early media, or a ringing tone. Safe to do twice. */
  hearEarly?(o: { legId: string; lineId: string; how: 'media' | 'tone' }): Promise<void>;
  /** The call came to nothing: the line waits as between calls. */
  endEarly?(legId: string): Promise<void>;
  /** Puts one more leg into the bridge of a call, once. */
  join(o: { bridgeId: string; legId: string; aside?: string | undefined }): Promise<void>;
  /**
   * A leg whose agent's line is lost waits with its hold music; the exchange itself plays the farewell after so many seconds,
   * if no server of ours is left.
   */
  waitAlone?(legId: string, seconds: number): Promise<void>;
  /** Puts the agent's new line to a leg that waited alone. */
  rejoin?(o: { bridgeId: string; legId: string; aside?: string | undefined; recId?: string }): Promise<void>;
  /** Takes a leg out of the bridge of a call that goes on; one that is not in it stays where it is. */
  part(o: { bridgeId: string; legId: string }): Promise<void>;
  /** A leg hears an agent's line and what the agent hears, and unless it is muted is heard by the agent alone. */
  spy(o: { legId: string; agentLegId: string }): Promise<void>;
  /** Plays these lines, by default that no agent is free, after those of `hushNo`, then ends the leg; a missing leg is ignored. */
  farewell(legId: string, lines?: readonly SpokenLine[], hushNo?: number): Promise<void>;
  /**
   * Leaves a message on a machine that answered, once it has greeted and is silent, and hangs up; what is heard of it is
   * told. Safe to do twice; false: it cannot be left.
   */
  leave(o: { legId: string; sound: string }): Promise<boolean>;
  /**
   * Answers a waiting caller and plays lines, once per `no`; cuts off earlier ones. Music follows by itself, or with `recId`
   * a recording of what they say until they press a key, fall silent or hang up, then music.
   */
  say(o: { legId: string; no: number; lines: readonly SpokenLine[]; recId?: string }): Promise<void>;
  /** Stops the lines of `no`: they are not what is to be heard any more. */
  hush(o: { legId: string; no: number }): Promise<void>;
  /** Whether events arrive now; without them no call may be placed. */
  isHeard(): Promise<boolean>;
  /** Throws as long as it is not finished. */
  fetchRecording(recId: string, seconds: number): Promise<Recording>;
  /** Lists what the exchange stores; without it nothing is stored there. */
  storedRecordings?(now: Date): Promise<StoredRecordings>;
  /** Deletes a recording and all its parts, at least so many; a missing one is ignored. Throws while it is being recorded. */
  removeRecording?(recId: string, parts: number): Promise<void>;
  /** Records two seconds of music and reads them back; null: the test has to be repeated. */
  testRecording?(now: Date): Promise<RecordingTest | null>;
  /** Milliseconds by which events are late, on the node that listens; null: this node does not measure. */
  lagMs?(): number | null;
  /** Every leg it carries for us now. */
  snapshot(): Promise<LegInfo[]>;
}
