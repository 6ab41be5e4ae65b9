/** The lock of a person's loans, where they have one: what they wrote and what they are typing lies under it too. */
import type { Sealed } from './vault-crypto.ts';

export interface Safe {
  /** Also while it is locked. */
  seal: (about: string, value: unknown) => Promise<Sealed>;
  /** Throws when it is locked, and when what it sealed is damaged. */
  open: <T>(about: string, sealed: Sealed) => Promise<T>;
  isOpen: () => boolean;
}

/** Undefined for a user without a PIN on this device. */
export type SafeOf = (actorId: number) => Promise<Safe | undefined>;
