import type { Readable } from 'node:stream';

/** Keeps bytes under keys of ours, such as `customer-file/3f2a…`; a key is written once. */
export interface FileStore {
  /** Streams a body to its key and answers how many bytes it held. Rejects with TooLarge past `maxBytes`, with KeyTaken when the key exists, and then keeps nothing of it. */
  put(key: string, body: Readable, maxBytes: number): Promise<number>;
  get(key: string): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** Removing what is not there is no fault. */
  remove(key: string): Promise<void>;
}

export class TooLarge extends Error {}
export class KeyTaken extends Error {}
