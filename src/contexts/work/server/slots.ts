/** What the dialer does for the work on a loan. */
import type { Context } from '#kernel/server/http/implement.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { slot } from '#kernel/server/module.ts';
import type { DispositionDraft } from './borrower-dispositions/record.ts';

/** Called for each recorded disposition. */
export const dispositionSlot =
  slot<(context: Context, draft: DispositionDraft) => Promise<void>>('disposition');

/** Calls the loans of a task. */
interface TaskDialer {
  dialerOf: (tx: Tx, userId: number) => Promise<'idle' | 'busy' | 'off'>;
  placeCall: (context: Context, wanted: { loanId: number; taskId: number }) => Promise<string>;
  /** Loans among these with a borrower or number called too recently. */
  restingOf: (
    tx: Tx,
    of: { userId: number; loanIds: readonly number[]; now: Date },
  ) => Promise<ReadonlySet<number>>;
}
export const taskDialerSlot = slot<TaskDialer>('task dialer');
