/** What a context above the settlements does for them. */
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';
import type { SettlementDisposition } from './routes.ts';

/** Records the disposition of a settlement request. */
export const recordSlot =
  slot<
    (
      outcome: SettlementDisposition,
      context: Context,
      asksForSub: false,
    ) => Promise<{ id: number; loanId: number }>
  >('settlement disposition');
