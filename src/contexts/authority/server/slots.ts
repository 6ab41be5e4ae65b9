/** What a context above tells of its requests, and does once they are decided. */
import type { ActLine } from '#contexts/authority/contract/act-labels.ts';
import type { AuthorityKind, RequestFacts } from '#contexts/authority/contract/rules.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Fragment } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';

/** What is to be decided, as it stands now. */
export interface Subject {
  kind: AuthorityKind;
  id: number;
  /** Of whose steps it is decided; without a portfolio its lender's. */
  portfolioId: number | null;
  clientId?: number | null;
  /** Whose loan it is: deciders see it. Not there: no loan is concerned. */
  assigneeId?: number | null;
  facts: RequestFacts;
  /** Who asked, and who last changed the amount. */
  makers: readonly number[];
  /** Permission of the approver if no policy is written; undefined: no approval is needed without a policy. */
  secondBy?: Flag;
}
export interface Decided {
  decision: 'approve' | 'reject';
  comments?: string | undefined;
  suggestedAmount?: number | undefined;
  /** With an approval: a new payment day. */
  settlementDate?: string | undefined;
  /** The mark of an act, as it was shown. */
  stands?: string | undefined;
}
/** What a decider needs on one card. Amounts are paise. */
export interface RequestCard {
  subjectId: number;
  loanId: number | null;
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
  /** Null: not known. */
  days: number | null;
  payBy: string | null;
  /** The day has passed: it is approved with a new one only. */
  isExpired: boolean;
  /** Two or more where it is paid in parts. */
  instalments: { dueOn: string; amount: number }[];
  lastPaid: number | null;
  lastPaidOn: string | null;
  kept: number;
  broken: number;
  /** Settlements of this loan before this one. */
  earlier: number;
  /** Of anything but a settlement. */
  act: { name: string; lines: ActLine[]; stands: string } | null;
}
/** What became of it: a yes above one's limits only goes on. */
export type Became = 'approved' | 'rejected' | 'recommended' | 'asked-again';

export interface KindOfRequest {
  kind: AuthorityKind;
  /** Who decides it holds this, whatever a policy says; null: the policy alone says it. */
  flag: Flag | null;
  /** Nothing once it is decided or gone. */
  subject: (tx: Tx, id: number) => Promise<Subject | undefined>;
  cards: (tx: Tx, ids: readonly number[], now: Date) => Promise<RequestCard[]>;
  /** True where this person may see it. */
  isSeen: (actor: ServerActor, id: Fragment) => Fragment;
  /** Until the transaction ends nobody else changes it. */
  lock: (context: Context, id: number) => Promise<void>;
  /** Carries it out, in the transaction of the decision; asks the engine itself whether this person may. */
  decide: (context: Context, id: number, decided: Decided) => Promise<Became>;
  /** Nobody decided in time. */
  ended?: (tx: Tx, id: number) => Promise<void>;
}
export const kindOfRequestSlot = slot<KindOfRequest>('kinds of request');
