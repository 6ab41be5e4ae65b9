/** What an entry of the outbox is, from the moment it is saved until the server's answer is stored. */
import type { FailureFacts, FieldIssue } from '#kernel/contract/failure.ts';
import type { Sealed } from '#kernel/contract/outbox/seal.ts';
import type { Notice, Verdict } from '#kernel/contract/outbox/sync-rows.ts';

const itemStates = ['queued', 'sending', 'waiting', 'auth', 'attention'] as const;
export type ItemState = (typeof itemStates)[number];

/** Why an entry was not accepted the last time it was sent. */
export type Fault =
  | 'transport'
  | 'auth'
  | 'foreign'
  | 'busy'
  /** Its delivery was refused as a whole, so that nothing is known of this entry: it goes again with fewer. */
  | 'apart'
  | 'bug'
  | 'permanent'
  | 'upgrade'
  | 'load'
  | 'server';

export interface LastError {
  fault: Fault;
  at: number;
  status?: number;
  code?: string;
  facts?: FailureFacts;
  /** The server's own sentence. */
  words?: string;
  fields?: readonly FieldIssue[];
}

/** What a person wrote, and what the queue calls it. */
export interface Content {
  input: Readonly<Record<string, unknown>>;
  says: string;
}

/** Bytes only this device can read, and only for the author: see `keeper.ts`. */
export interface Locked {
  iv: Uint8Array;
  ct: ArrayBuffer;
  /** Under the author's PIN; else under a key of this device. */
  isUnderPin?: true;
  /** Set when it was written while locked. */
  epk?: ArrayBuffer;
}

/** How the content lies on the disk. Entries of the first version have it plain, as `Content`. */
export interface Body extends Partial<Content> {
  /** For the server alone. What is sealed has no other copy that outlives the author's session. */
  sealed?: Sealed;
  /** For the author alone, until they sign out; the only copy while the server's key was never heard. */
  preview?: Locked;
  /** SHA-256 of the content. */
  bodyHash?: string;
}

/** When something was written: this device's clock, and what was known of its error. */
export interface Moment {
  wall: string;
  /** Minutes that the device's time zone is ahead of UTC. */
  tzMin: number;
  /** To be added to the wall clock, as of so long before; null while no answer of the server was ever heard. */
  skewMs: number | null;
  skewAgeMs: number | null;
  /** No jump of the clock was seen since. */
  monoOk: boolean;
}

/** What the author saw of the loan when they wrote. */
export interface Base {
  loanVersion: number;
  isActive: boolean;
  isDNC: boolean;
  assigneeId: number | null;
  readAt: string;
}

export interface OutboxItem extends Body {
  /** Made once and sent as Idempotency-Key every time; never made again. */
  id: string;
  /** Version of this envelope. */
  ev: 1 | 2;
  /** The endpoint's name. */
  cmd: string;
  cmdV: 1;
  /** The author; only their session may deliver it. */
  actorId: number;
  deviceId: string;
  /** Grows with every entry of this device. */
  seq: number;
  /** Entries of one author and lane are sent one after the other, in the order they were written. */
  lane: string;
  /** Entries that must have arrived before this one. */
  dependsOn?: readonly string[];
  /** Entries of one thing, such as the parts of a photo, have one name: they are shown and decided together. */
  group?: string;
  /** The refused entry that this one replaces. */
  supersedes?: string;
  /** The first version had the wall clock alone. */
  occurredAt: Moment | string;
  base?: Base;
  /** The notice when the server has accepted it. */
  done?: string;
  state: ItemState;
  attempts: number;
  /** Not before this moment, by the device's clock, ... */
  nextAt: number;
  /** ... unless the clock shows less than when the wait began: it was put back. */
  heldAt: number;
  /** Once set the content is frozen: the server may have it. */
  dispatchedAt?: number;
  lastErr?: LastError;
  /** Answers of the kind 5xx without another in between, and how much had been accepted before the first. */
  broken?: { count: number; accepted: number };
  createdAt: number;
  /** It was accepted before, by a database that may have lost it: its author need not hear of it twice. */
  isAgain?: true;
}

/** Whole enough to be sent. A damaged record is shown, and neither sent nor in anybody's way. */
export const isSound = (item: OutboxItem): boolean =>
  typeof item.id === 'string' &&
  typeof item.cmd === 'string' &&
  typeof item.lane === 'string' &&
  itemStates.includes(item.state) &&
  (item.input !== undefined || item.sealed !== undefined || item.preview !== undefined);

/** How many things entries are: those of a group are one. */
export const thingsIn = (items: readonly Pick<OutboxItem, 'id' | 'group'>[]): number =>
  new Set(items.map(({ id, group }) => group ?? id)).size;

/** The loan an entry is about, by its lane. */
export function loanOf(lane: string): number | undefined {
  const [, id] = /^(?:loan|photo):(\d+)$/.exec(lane) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** What stays of an entry that has left the outbox: no content, only what became of it. */
export interface EntryReceipt {
  id: string;
  cmd: string;
  actorId: number;
  lane: string;
  seq: number;
  group?: string;
  /** `handed-over`: a team leader decides. */
  verdict: 'acked' | 'discarded' | 'cancelled' | 'handed-over';
  at: number;
  /** The number the server gave to the effect. */
  serverId?: number;
  isReplay?: boolean;
  /** What the server made of it. */
  said?: Verdict;
  notices?: readonly Notice[];
  /** The content, sealed for its author, for as long as the receipt is shown. */
  preview?: Locked;
  /** The same, read. */
  says?: string;
  /** The server knows that it was given up. */
  isTold?: true;
  /** Why a refused entry was given up, and what had been refused. */
  reason?: string;
  code?: string;
}

/**
 * An entry the server accepted, kept for as long as a restored backup may lack it: sealed, so that nobody on this device
 * can read it. It goes again, under the same id, to a database of another history.
 */
export interface Kept {
  id: string;
  actorId: number;
  /** When it was accepted. */
  at: number;
  item: OutboxItem;
  /** Of the agency that had this host before: it goes to no other, and on should that one come back. */
  agency?: string;
  /** It was never accepted. */
  isUnsent?: true;
}

/** What a screen hands over. */
export interface Draft {
  /** The entry's id, where it may also travel another way: the server takes one of both. */
  id?: string;
  cmd: string;
  actorId: number;
  lane: string;
  input: Readonly<Record<string, unknown>>;
  says: string;
  done?: string;
  supersedes?: string;
  dependsOn?: readonly string[];
  group?: string;
  base?: Base;
  /** The form's draft, by its name: deleted in the same change, so that a saved entry is never shown as unsaved. */
  formDraft?: string;
  /** Equal for entries that are the same to their author (`lately.ts`). */
  likeness?: string;
}

/** What was written in the last minutes (`lately.ts`). */
export interface Lately {
  /** The entry's. */
  id: string;
  likeness: string;
  at: number;
}

/** What the outbox knows beside its entries. */
export interface Meta {
  deviceId: string;
  seq: number;
  /** The user signed in on this device. */
  actorId?: number;
  /** Incremented on each sign-in and sign-out: answers to earlier sessions are ignored. */
  session: number;
  /** The lease of the present sender, with its last heartbeat. */
  lease?: { holder: string; beat: number };
  /** How much the server has accepted. A count, because clocks lie. */
  accepted: number;
  acceptedAt?: number;
  /** The latest time an entry was written by this device's clock, to detect a clock that was set back. */
  latestWall?: number;
  /** By author: up to which number server and device agreed on what was delivered. */
  agreed?: Readonly<Record<number, number>>;
  /** Up to this number receipts may have been dropped: nothing is compared below it. */
  prunedSeq?: number;
  /** By author: the database that answered them last, and when. */
  epochs?: Readonly<Record<number, { is: string; at: number }>>;
  /** The agency that answers here, and how many things wait for one that had its host before. */
  agency?: string;
  apart?: { count: number };
  /** The browser cleared an earlier database with unsent entries of this author. */
  lost?: { at: number; actorId: number; count: number; since: number };
  /** What was written in the last minutes, by its likeness. */
  lately?: readonly Lately[];
  /** They did not agree. */
  alarm?: { at: number; actorId: number; here: number; there: number };
}
