/** What a context above tells of its requests, and does once they are decided. */
import type { AuthorityKind, RequestFacts } from '#contexts/authority/contract/rules.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';

/** What is to be decided, as it stands now. */
export interface Subject {
  kind: AuthorityKind;
  id: number;
  portfolioId: number;
  /** Whose loan it is: deciders see it. */
  assigneeId: number | null;
  facts: RequestFacts;
  /** Who asked, and who last changed the amount. */
  makers: readonly number[];
}
export interface Decided {
  decision: 'approve' | 'reject';
  comments?: string | undefined;
  suggestedAmount?: number | undefined;
}
/** What a decider needs on one card. Amounts are paise. */
export interface Card {
  subjectId: number;
  loanId: number;
  borrower: string;
  loanNumber: string;
  client: string;
  maker: string;
  comment: string;
  amount: number;
  pos: number;
  tos: number;
  /** Percent of the principal, or of the total where there is none. */
  waiver: number;
  days: number;
  payBy: string;
  lastPaid: number | null;
  lastPaidOn: string | null;
  kept: number;
  broken: number;
  /** Settlements of this loan before this one. */
  earlier: number;
}
export interface KindOfRequest {
  kind: AuthorityKind;
  /** Who decides it holds this, whatever a policy says. */
  flag: Flag;
  /** Nothing once it is decided or gone. */
  subject: (tx: Tx, id: number) => Promise<Subject | undefined>;
  cards: (tx: Tx, ids: readonly number[]) => Promise<Card[]>;
  /** Carries it out, in the transaction of the decision; asks the engine itself whether this person may. */
  decide: (context: Context, id: number, decided: Decided) => Promise<void>;
}
export const kindOfRequestSlot = slot<KindOfRequest>('kinds of request');
