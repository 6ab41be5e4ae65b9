/** What contexts above the agency add to it. */
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';

/** Callbacks on a sign-out (G052). */
export const signOutSlot = slot<(context: Context) => Promise<void>>('sign-out');

/** Refuses to switch a row off that others depend on, with the dependants. */
export type SwitchOffCheck = (
  tx: Tx,
  what: 'client' | 'portfolio' | 'campaign' | 'user',
  id: number,
) => Promise<void>;
export const switchOffSlot = slot<SwitchOffCheck>('switch-off');

/** For which lenders a person works, by name. */
export type LendersOf = (tx: Tx, userId: number) => Promise<string[]>;
export const lendersOfSlot = slot<LendersOf>('lenders of a person');
