/** What a context above the settlements does for them. */
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';
import type { SettlementDisposition } from './routes.ts';

/** Writes down the disposition a settlement is asked for with. */
export const recordSlot =
  slot<
    (
      outcome: SettlementDisposition,
      context: Context,
      asksForSub: false,
    ) => Promise<{ id: number; loanId: number }>
  >('settlement disposition');
