/**
 * Secrets of others that must be usable, encrypted under a key that is neither in the database nor in its backups. Keys are
 * numbered: the newest encrypts, and earlier ones still decrypt (decision 526).
 */
export interface Safe {
  /** Loads the keys, or creates the first. Startup fails on a damaged key before anything is encrypted under it. */
  check(): void;
  /** Returns the numbers of all keys, the newest first. */
  numbers(): readonly number[];
  /** `about` is bound to the ciphertext: it does not open for another row. */
  seal(text: string, about: string): string;
  /** Deterministic: equal texts have equal ciphertexts per context, so changes are detected without decrypting. */
  sealAlike(text: string, about: string): string;
  open(sealed: string, about: string): string;
  /** Returns a MAC that only a holder of the key can compute; each purpose has a derived key. Uses the newest key by default. */
  mac(text: string, purpose: string, number?: number): Buffer;
}
