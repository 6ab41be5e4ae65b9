/** Encryption of a user's loans, entries and drafts under the PIN, where one is set. */
import type { Sealed } from './vault-crypto.ts';

export interface Safe {
  /** Also while it is locked. */
  seal: (about: string, value: unknown) => Promise<Sealed>;
  /** Throws when locked, or when the data is damaged. */
  open: <T>(about: string, sealed: Sealed) => Promise<T>;
  isOpen: () => boolean;
}

/** Undefined for a user without a PIN on this device. */
export type SafeOf = (actorId: number) => Promise<Safe | undefined>;
