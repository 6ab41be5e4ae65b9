/** What contexts above the agency add to it. */
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';

/** What else ends when somebody signs out (G052). */
export const signOutSlot = slot<(context: Context) => Promise<void>>('sign-out');

/** Refuses to switch off what others hang on, and says what does. */
export type SwitchOffCheck = (
  tx: Tx,
  what: 'client' | 'portfolio' | 'campaign' | 'user',
  id: number,
) => Promise<void>;
export const switchOffSlot = slot<SwitchOffCheck>('switch-off');
