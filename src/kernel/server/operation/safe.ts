/**
 * Secrets of others that must be usable, encrypted under a key that is neither in the database nor in its backups. Keys are
 * numbered: the newest encrypts, and earlier ones still decrypt (decision 526).
 */
export interface Safe {
  /** Loads the keys, or creates the first. Startup fails on a damaged key before anything is encrypted under it. */
  check(): void;
  /** Returns the numbers of all keys, the newest first. */
  numbers(): readonly number[];
  /** `about` is sealed along: what was sealed for one row opens for no other. */
  seal(text: string, about: string): string;
  /** The same text about the same thing is sealed the same each time: whether it changed is seen without opening it. */
  sealAlike(text: string, about: string): string;
  open(sealed: string, about: string): string;
  /** Returns a MAC that only a holder of the key can compute; each purpose has a derived key. Uses the newest key by default. */
  mac(text: string, purpose: string, number?: number): Buffer;
}
