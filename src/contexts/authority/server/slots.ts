/** Request kinds of higher contexts, and their effects. */
import type { ActLine } from '#contexts/authority/contract/act-labels.ts';
import type { AuthorityKind, RequestFacts } from '#contexts/authority/contract/rules.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Fragment } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';

/** Current subject of a request. */
export interface Subject {
  kind: AuthorityKind;
  id: number;
  /** Source of the policy; without a portfolio its lender's. */
  portfolioId: number | null;
  clientId?: number | null;
  /** Assignee of the loan, for approver visibility. Absent: no loan. */
  assigneeId?: number | null;
  facts: RequestFacts;
  /** Requester, and latest amount editor. */
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
  /** Fingerprint of the shown act. */
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
  /** Null: unknown. */
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
/** Result: above the approver's limits it is only a recommendation. */
export type Became = 'approved' | 'rejected' | 'recommended' | 'asked-again';

export interface KindOfRequest {
  kind: AuthorityKind;
  /** Required flag of approvers, whatever the policy; null: the policy alone. */
  flag: Flag | null;
  /** Undefined once decided or deleted. */
  subject: (tx: Tx, id: number) => Promise<Subject | undefined>;
  cards: (tx: Tx, ids: readonly number[], now: Date) => Promise<RequestCard[]>;
  /** True where this person may see it. */
  isSeen: (actor: ServerActor, id: Fragment) => Fragment;
  /** Locks the row until commit. */
  lock: (context: Context, id: number) => Promise<void>;
  /** Applies it, in the transaction of the decision; checks eligibility with the engine itself. */
  decide: (context: Context, id: number, decided: Decided) => Promise<Became>;
  /** Expired undecided. */
  ended?: (tx: Tx, id: number) => Promise<void>;
}
export const kindOfRequestSlot = slot<KindOfRequest>('kinds of request');
