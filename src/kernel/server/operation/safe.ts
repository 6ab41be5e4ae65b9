/**
 * Secrets of others that we must be able to use: sealed under a key that is not in the database, nor in its backups. Keys have
 * numbers: the newest seals, and what was sealed under an earlier one still opens (decision 526).
 */
export interface Safe {
  /** Reads the keys now, or makes the first. A start refuses one that is damaged before anything is sealed under it. */
  check(): void;
  /** Numbers of the keys there are, the newest first. */
  numbers(): readonly number[];
  /** `about` is sealed along: what was sealed for one row opens for no other. */
  seal(text: string, about: string): string;
  /** The same text about the same thing is sealed the same each time: whether it changed is seen without opening it. */
  sealAlike(text: string, about: string): string;
  open(sealed: string, about: string): string;
  /** What only a holder of the key can say of a text; each purpose has a key of its own. The newest key, where none is named. */
  mac(text: string, purpose: string, number?: number): Buffer;
}
