/** What the outbox needs from the world. The core sees nothing else, so that a simulation can play the world. */
import type { FailureFacts, FieldIssue } from '#kernel/contract/failure.ts';
import type { Notice, Verdict } from '#kernel/contract/outbox/sync-rows.ts';
import type { Body, Content, Kept, LastError, Meta, Moment, OutboxItem, EntryReceipt } from './item.ts';

/** One all-or-nothing change. Only its own promises may be awaited inside. */
export interface Tx {
  item(id: string): Promise<OutboxItem | undefined>;
  /** One author's entries, in the order they were written. */
  of(actorId: number): Promise<OutboxItem[]>;
  /** One author's entries of one lane, in the order they were written. */
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
  /** The draft of a form whose content is an entry now. */
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

/** What goes over the wire with every attempt. */
export interface Delivery {
  key: string;
  authorId: number;
  item: OutboxItem;
}

/**
 * Answers by key, or one answer for the whole batch, such as none. `epoch`: which
 * history of the data answered.
 */
export type Reply = ({ each: ReadonlyMap<string, Answer> } | { all: Answer }) & { epoch?: string };

export interface Net {
  /**
   * Sends entries in one request, in the order of each lane. Never rejects. Nothing is carried out when the database is
   * another than `epoch`: what the author sent before may have to go first; nor ever by another agency.
   */
  send(
    batch: readonly Delivery[],
    database: { epoch?: string | undefined; agency?: string | undefined },
  ): Promise<Reply>;
  /** Whether our own server answers. */
  probe(): Promise<boolean>;
}

export interface Locks {
  /** Runs the work under the lock; false, without running it, when the lock is taken. */
  hold(work: () => Promise<void>, how: 'if-free' | 'steal'): Promise<boolean>;
}

/** What became of an entry; heard in every tab. */
export type Outcome =
  | { verdict: 'acked'; row?: unknown; isReplay?: boolean; said?: Verdict; notices?: readonly Notice[] }
  | { verdict: 'refused' | 'held'; lastErr: LastError };

export type News =
  | { kind: 'changed' }
  | { kind: 'enqueued' }
  | { kind: 'settled'; id: string; cmd: string; actorId: number; done?: string; outcome: Outcome }
  /** The database was replaced by another: so many entries are sent again. */
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
  /** Makes the content what may lie on the disk. */
  wrap: (content: Content, cover: Cover) => Promise<Body>;
  /** What the device's clock shows now, and how far it can be trusted. */
  moment: (meta: Meta | undefined) => Moment;
  locks: Locks;
  now: () => number;
  random: () => number;
  newId: () => string;
  /** The user whose entries may be sent: a page knows its own, the worker the last signed in. */
  actorOf: (meta: Meta | undefined) => number | undefined;
  /** How much may travel together. */
  room: () => { items: number; bytes: number };
  tell: (news: News) => void;
}
