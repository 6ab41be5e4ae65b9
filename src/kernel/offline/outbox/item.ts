/** An outbox item from its save until the server's response is stored. */
import type { FailureFacts, FieldIssue } from '#kernel/contract/failure.ts';
import type { Sealed } from '#kernel/contract/outbox/seal.ts';
import type { Notice, Verdict } from '#kernel/contract/outbox/sync-rows.ts';

const itemStates = ['queued', 'sending', 'waiting', 'auth', 'attention'] as const;
export type ItemState = (typeof itemStates)[number];

/** Why the last attempt failed. */
export type Fault =
  | 'transport'
  | 'auth'
  | 'foreign'
  | 'busy'
  /** Its batch was rejected entirely, so it is retried in a smaller one. */
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
  /** The message of the server. */
  words?: string;
  fields?: readonly FieldIssue[];
}

/** Content by the author, and its label in the queue. */
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

/** Stored form of the content. Items of the first version are plain `Content`. */
export interface Body extends Partial<Content> {
  /** For the server only. Encrypted content has no other copy after the author's session. */
  sealed?: Sealed;
  /** For the author only, until sign-out; the only copy before the server's key was received. */
  preview?: Locked;
  /** SHA-256 of the content. */
  bodyHash?: string;
}

/** Time of recording: this device's clock, and the estimate of its error. */
export interface Moment {
  wall: string;
  /** Offset of the device's time zone from UTC in minutes. */
  tzMin: number;
  /** Correction of the wall clock, and its age; null before any response of the server. */
  skewMs: number | null;
  skewAgeMs: number | null;
  /** No jump of the clock was seen since. */
  monoOk: boolean;
}

/** The loan as the author saw it. */
export interface Base {
  loanVersion: number;
  isActive: boolean;
  isDNC: boolean;
  assigneeId: number | null;
  readAt: string;
}

export interface OutboxItem extends Body {
  /** Generated once and sent as Idempotency-Key with every attempt. */
  id: string;
  /** Version of this envelope. */
  ev: 1 | 2;
  /** The endpoint's name. */
  cmd: string;
  cmdV: 1;
  /** The author; only their session may deliver it. */
  actorId: number;
  deviceId: string;
  /** Increases with every item of this device. */
  seq: number;
  /** Ordering key: items of one author and key are sent sequentially in the order recorded. */
  lane: string;
  /** Items that must arrive before this one. */
  dependsOn?: readonly string[];
  /** Items of one group, such as the parts of a photo, are shown and decided together. */
  group?: string;
  /** The rejected item replaced by this one. */
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
  /** ... unless the clock shows less than at the start of the delay: it was set to the past. */
  heldAt: number;
  /** Once set the content is frozen: the server may have it. */
  dispatchedAt?: number;
  lastErr?: LastError;
  /** Answers of the kind 5xx without another in between, and how much had been accepted before the first. */
  broken?: { count: number; accepted: number };
  createdAt: number;
  /** Accepted before by a database that may have lost it: its author is not notified again. */
  isAgain?: true;
}

/** Valid enough to be sent. A damaged record is shown, never sent, and blocks nothing. */
export const isSound = (item: OutboxItem): boolean =>
  typeof item.id === 'string' &&
  typeof item.cmd === 'string' &&
  typeof item.lane === 'string' &&
  itemStates.includes(item.state) &&
  (item.input !== undefined || item.sealed !== undefined || item.preview !== undefined);

/** Number of items, with each group as one. */
export const thingsIn = (items: readonly Pick<OutboxItem, 'id' | 'group'>[]): number =>
  new Set(items.map(({ id, group }) => group ?? id)).size;

/** The loan of an item, from its ordering key. */
export function loanOf(lane: string): number | undefined {
  const [, id] = /^(?:loan|photo):(\d+)$/.exec(lane) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Receipt of an item that left the outbox: its result without content. */
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
  /** Result by the server. */
  said?: Verdict;
  notices?: readonly Notice[];
  /** The content, encrypted for its author, while the receipt is shown. */
  preview?: Locked;
  /** The same, read. */
  says?: string;
  /** The discard was reported to the server. */
  isTold?: true;
  /** Why a rejected item was discarded, and its failure. */
  reason?: string;
  code?: string;
}

/**
 * An accepted item, retained while a restored backup may lack it: encrypted for the server only. It is resent under
 * its id to a database of another epoch.
 */
export interface Kept {
  id: string;
  actorId: number;
  /** When it was accepted. */
  at: number;
  item: OutboxItem;
  /** Of the agency that had this host before: sent to no other, and only should that one return. */
  agency?: string;
  /** It was never accepted. */
  isUnsent?: true;
}

/** Input from a screen. */
export interface Draft {
  /** The item's id, where it may also be sent directly: the server accepts one of both. */
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
  /** Name of the form's draft: deleted in the same transaction, so that a saved item is never shown as unsaved. */
  formDraft?: string;
  /** Equal for items that are duplicates to their author (`lately.ts`). */
  likeness?: string;
}

/** What was written in the last minutes (`lately.ts`). */
export interface Lately {
  /** Id of the item. */
  id: string;
  likeness: string;
  at: number;
}

/** State of the outbox other than its items. */
export interface Meta {
  deviceId: string;
  seq: number;
  /** The user signed in on this device. */
  actorId?: number;
  /** Incremented on each sign-in and sign-out: answers to earlier sessions are ignored. */
  session: number;
  /** The lease of the present sender, with its last heartbeat. */
  lease?: { holder: string; beat: number };
  /** Number accepted by the server. A number, because clocks are unreliable. */
  accepted: number;
  acceptedAt?: number;
  /** The latest timestamp of this device's clock, to detect a clock set to the past. */
  latestWall?: number;
  /** By author: up to which number server and device agreed on what was delivered. */
  agreed?: Readonly<Record<number, number>>;
  /** Up to this number receipts may have been dropped: nothing is compared below it. */
  prunedSeq?: number;
  /** By author: the database that answered them last, and when. */
  epochs?: Readonly<Record<number, { is: string; at: number }>>;
  /** The agency at this host, and the number of items quarantined for its predecessor. */
  agency?: string;
  apart?: { count: number };
  /** The browser cleared an earlier database with unsent items of this author. */
  lost?: { at: number; actorId: number; count: number; since: number };
  /** What was written in the last minutes, by its likeness. */
  lately?: readonly Lately[];
  /** They did not agree. */
  alarm?: { at: number; actorId: number; here: number; there: number };
}
