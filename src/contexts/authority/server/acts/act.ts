/** Acts that may need a second approver: each describes its effect, and the server applies it once approved. */
import { hash } from 'node:crypto';
import type { ActLine } from '#contexts/authority/contract/act-labels.ts';
import type { AuthorityKind, RequestFacts } from '#contexts/authority/contract/rules.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { slot } from '#kernel/server/module.ts';

export type ActKind = Exclude<AuthorityKind, 'settlement'>;
/** Effect of a call on the current data. */
export interface ActReading {
  name: string;
  lines: readonly ActLine[];
  facts: RequestFacts;
  clientId: number | null;
  loanId?: number;
  /** Values in addition to the lines that must be unchanged. Secrets are only fingerprinted. */
  also?: unknown;
  /** Owner of the cash or loans: the approver must be above them. */
  personId?: number;
  /** Approval is needed without a policy too: always, or unless a policy lets the requester act alone. */
  needsTwo?: 'always' | 'unless-alone' | undefined;
  /** Users with a personal interest: they cannot approve it, in any step. */
  notBy?: readonly number[];
  /** Notified before it takes effect automatically. */
  told?: { email: string; name: string } | undefined;
}
export interface Act {
  kind: ActKind;
  endpoint: Endpoint;
  /** Nothing where the call does nothing of this kind. */
  read(input: never, context: Context): Promise<ActReading | undefined>;
  /** Permission of the approver if no policy is written, for acts with `needsTwo`. */
  secondBy?: Flag;
  /** Without another approver it takes effect after 24 hours. */
  waitsADay?: boolean;
  /** Its response is for the requester: after approval, they may call it once within a day. */
  isAnswered?: boolean;
}
export const actSlot = slot<Act>('acts that may need a second person');

/** An approval applies to this fingerprint. Naturally growing totals are compared, not fingerprinted. */
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

/** Tolerance of ten percent above the approved size: lists grow while pending. */
export const isWithin = (agreed: RequestFacts, now: RequestFacts): boolean =>
  now.count <= agreed.count * 1.1 && now.amount <= agreed.amount && (now.days ?? 0) <= (agreed.days ?? 0);

/** A card row, if non-empty. */
export const line = (
  label: ActLine['label'],
  before: string | null | undefined,
  after: string | null | undefined,
): ActLine => ({ label, before: before ?? null, after: after ?? '' });
