/** Ports of the outbox. The core uses nothing else, so a simulation can replace them. */
import type { FailureFacts, FieldIssue } from '#kernel/contract/failure.ts';
import type { Notice, Verdict } from '#kernel/contract/outbox/sync-rows.ts';
import type { Body, Content, Kept, LastError, Meta, Moment, OutboxItem, EntryReceipt } from './item.ts';

/** One atomic transaction. Only its promises may be awaited inside. */
export interface Tx {
  item(id: string): Promise<OutboxItem | undefined>;
  /** One author's entries, in order of recording. */
  of(actorId: number): Promise<OutboxItem[]>;
  /** One author's entries of one ordering key, in order of recording. */
  inLane(actorId: number, lane: string): Promise<OutboxItem[]>;
  all(): Promise<OutboxItem[]>;
  count(): Promise<number>;
  put(item: OutboxItem): Promise<void>;
  remove(id: string): Promise<void>;
  receipts(): Promise<EntryReceipt[]>;
  putReceipt(receipt: EntryReceipt): Promise<void>;
  removeReceipt(id: string): Promise<void>;
  kept(): Promise<Kept[]>;
  keep(kept: Kept): Promise<void>;
  dropKept(id: string): Promise<void>;
  meta(): Promise<Meta | undefined>;
  putMeta(meta: Meta): Promise<void>;
  /** Deletes the draft of a form saved as an entry. */
  dropFormDraft(id: string): Promise<void>;
}

export interface OutboxStore {
  /** Resolves when the change is on the disk; rejects with nothing changed. */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** `none`: no answer of our server: no network, a time-out, or a captive portal. */
export type Answer =
  | { kind: 'none' }
  | {
      kind: 'ours';
      status: number;
      code?: string;
      facts?: FailureFacts;
      words?: string;
      fields?: readonly FieldIssue[];
      /** Milliseconds. */
      retryAfter?: number;
      row?: unknown;
      isReplay?: boolean;
      verdict?: Verdict;
      notices?: readonly Notice[];
    };

/** Payload of every attempt. */
export interface Delivery {
  key: string;
  authorId: number;
  item: OutboxItem;
}

/** Responses by key, or one for the entire batch, such as none. `epoch`: the responding epoch of the data. */
export type Reply = ({ each: ReadonlyMap<string, Answer> } | { all: Answer }) & { epoch?: string };

export interface Net {
  /**
   * Sends entries in one request, in order per ordering key. Never rejects. Nothing is applied when the database is
   * not of `epoch`, because the author's earlier entries may have to be resent first; nor by another agency.
   */
  send(
    batch: readonly Delivery[],
    database: { epoch?: string | undefined; agency?: string | undefined },
  ): Promise<Reply>;
  /** Whether our server responds. */
  probe(): Promise<boolean>;
}

export interface Locks {
  /** Runs the work under the lock; false, without running it, when the lock is in use. */
  hold(work: () => Promise<void>, how: 'if-free' | 'steal'): Promise<boolean>;
}

/** Result of an entry, broadcast to every tab. */
export type Outcome =
  | { verdict: 'acked'; row?: unknown; isReplay?: boolean; said?: Verdict; notices?: readonly Notice[] }
  | { verdict: 'refused' | 'held'; lastErr: LastError };

export type News =
  | { kind: 'changed' }
  | { kind: 'enqueued' }
  | { kind: 'settled'; id: string; cmd: string; actorId: number; done?: string; outcome: Outcome }
  /** The database was replaced: this many entries are resent. */
  | { kind: 'sent-again'; actorId: number; count: number }
  | { kind: 'signed-out' }
  | { kind: 'upgrade' };

/** What a content is bound to. */
export interface Cover {
  key: string;
  cmd: string;
  cmdV: number;
  actorId: number;
  deviceId: string;
}

export interface Ports {
  store: OutboxStore;
  net: Net;
  /** Converts the content to its stored form. */
  wrap: (content: Content, cover: Cover) => Promise<Body>;
  /** What the device's clock shows now, and how far it can be trusted. */
  moment: (meta: Meta | undefined) => Moment;
  locks: Locks;
  now: () => number;
  random: () => number;
  newId: () => string;
  /** The user with sendable entries: a page has its user, the worker the last signed-in one. */
  actorOf: (meta: Meta | undefined) => number | undefined;
  /** How much may travel together. */
  room: () => { items: number; bytes: number };
  tell: (news: News) => void;
}
