/** What contexts above the agency add to it. */
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';

/** What else ends when somebody signs out (G052). */
export const signOutSlot = slot<(context: Context) => Promise<void>>('sign-out');

/** Refuses to switch somebody off, and says what hangs on them. */
export const switchOffSlot = slot<(tx: Tx, what: 'user', id: number) => Promise<void>>('switch-off');
