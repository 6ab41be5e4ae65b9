import { dispositionIds } from '#contract/dispositions.ts';
import { settlements } from '#contract/settlements.ts';
import { type Context, type Route, implement } from '#server/kernel/implement.ts';
import { pageOf, settlementOfEntry } from './store.ts';

interface Outcome {
  loanId: number;
  dispositionId: number;
  amount: number;
  settlementDate: string;
  followUpDate: string;
  comments?: string;
  occurredAt?: string;
}
interface Deps {
  /** Writes the outcome that asks for a settlement, and with it the settlement (G090). */
  record: (outcome: Outcome, context: Context, asksForSub: false) => Promise<{ id: number; loanId: number }>;
}

export const settlementRoutes = ({ record }: Deps): Route[] =>
  implement(settlements, {
    list: (query, { tx, actor }) => pageOf(tx, actor, query),

    async request(draft, context) {
      const entry = await record({ ...draft, dispositionId: dispositionIds.FinalSettlement }, context, false);
      return { id: await settlementOfEntry(context.tx, entry.id), loanId: entry.loanId };
    },
  });
