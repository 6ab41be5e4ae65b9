import type { Readable } from 'node:stream';
import { Failure } from '#kernel/contract/failure.ts';

/** Stores bytes under internal keys, such as `customer-file/3f2a…`; a key is written once. */
export interface FileStore {
  /** Stores a body and returns its size. Rejects with TooLarge above `maxBytes`, with KeyTaken if the key exists; then stores nothing. */
  put(key: string, body: Readable, maxBytes: number): Promise<number>;
  get(key: string): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** Removing what is not there is no fault. */
  remove(key: string): Promise<void>;
}

/** Metadata of a file. */
export interface FileFacts {
  bytes: number;
  /** Changes with the content: verified once, a file need not be read again before it is served. */
  version: string;
}
/** Store of raw bytes, below the layers that compress and encrypt. */
export interface PlainStore extends FileStore {
  facts(key: string): Promise<FileFacts | undefined>;
}

export type FileFault = 'missing' | 'damaged';
/** A stored file that is not there or not what was stored. It is never served. */
export class DamagedFile extends Failure {
  readonly key: string;
  readonly fault: FileFault;
  constructor(key: string, fault: FileFault) {
    super('FILE_DAMAGED');
    this.key = key;
    this.fault = fault;
  }
}

export class TooLarge extends Error {}
export class KeyTaken extends Error {}
