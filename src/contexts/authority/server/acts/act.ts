/** Acts that may need a second person: each says what it would do, and the server does it once when it is agreed to. */
import { hash } from 'node:crypto';
import type { ActLine } from '#contexts/authority/contract/act-labels.ts';
import type { AuthorityKind, RequestFacts } from '#contexts/authority/contract/rules.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';

export type ActKind = Exclude<AuthorityKind, 'settlement'>;
/** What a call would do, as the data stands now. */
export interface ActReading {
  name: string;
  lines: readonly ActLine[];
  facts: RequestFacts;
  clientId: number | null;
  loanId?: number;
  /** Besides the lines: what must be as it was when it is done. Secrets are only ever marked. */
  also?: unknown;
  /** Owner of the cash or loans: the approver must be above them. */
  personId?: number;
  /** Approval is needed without a policy too: always, or unless a policy lets the requester act alone. */
  needsTwo?: 'always' | 'unless-alone' | undefined;
  /** Whose own matter it is: they agree to nothing of it, whatever their step. */
  notBy?: readonly number[];
  /** Who is told before it happens by itself. */
  told?: { email: string; name: string } | undefined;
}
export interface Act {
  kind: ActKind;
  endpoint: Endpoint;
  /** Nothing where the call does nothing of this kind. */
  read(input: never, context: Context): Promise<ActReading | undefined>;
  /** Permission of the approver if no policy is written, for acts with `needsTwo`. */
  secondBy?: Flag;
  /** Where nobody else may agree it is done in 24 hours. */
  waitsADay?: boolean;
  /** Its answer is for who asked: agreed to, they may do it once within a day. */
  isAnswered?: boolean;
}
export const actSlot = slot<Act>('acts that may need a second person');

/** A yes is to what has this mark. Counts that grow by themselves are measured, not marked. */
export const markOf = ({ name, lines, clientId, also }: ActReading): string =>
  hash(
    'sha256',
    JSON.stringify([name, lines.filter(({ label }) => !counted.has(label)), clientId, also ?? null]),
  ).slice(0, 32);
const counted: ReadonlySet<string> = new Set([
  'rows',
  'rowsToday',
  'loans',
  'loansToday',
  'reveals',
  'reason',
]);

/** A tenth more than was agreed to is still the same: lists grow while they wait. */
export const isWithin = (agreed: RequestFacts, now: RequestFacts): boolean =>
  now.count <= agreed.count * 1.1 && now.amount <= agreed.amount && (now.days ?? 0) <= (agreed.days ?? 0);

/** A line, where it says something. */
export const line = (
  label: ActLine['label'],
  before: string | null | undefined,
  after: string | null | undefined,
): ActLine => ({ label, before: before ?? null, after: after ?? '' });
