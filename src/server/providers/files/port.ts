import type { Readable } from 'node:stream';

/** Keeps bytes under keys of ours, such as `customer-file/3f2a…`; a key is written once. */
export interface FileStore {
  /** Writes a stream; refuses an existing key. Answers the number of bytes; rejects with TooLarge past `maxBytes` and keeps nothing. */
  put(key: string, body: Readable, maxBytes: number): Promise<number>;
  get(key: string): Promise<Readable>;
  has(key: string): Promise<boolean>;
}

export class TooLarge extends Error {}
