/** Retry of a lead that must not be called now. */
import { closedRules } from '#kernel/contract/contact-rules.ts';
import type { Refusal } from '#contexts/contact/server/policy/contact.ts';
import type { Permit } from '#contexts/contact/server/policy/permit.ts';

/**
 * When a refused lead is checked again; null: never, or when a payment is reversed. Inactive clients and campaigns may
 * become active again.
 */
export function retryOf({ rule, until }: Refusal, now: Date): Date | null {
  if (until !== null) return new Date(until);
  // Borrowers may revoke it at any time; the lender's hours may change.
  if (rule === 'no_calls' || rule === 'no_time') return new Date(now.getTime() + 86_400_000);
  return canReopen.has(rule) ? new Date(now.getTime() + 3_600_000) : null;
}
const canReopen: ReadonlySet<string> = new Set(
  ['avoided', ...closedRules].filter((rule) => rule !== 'inactive' && rule !== 'paid_off'),
);

/** A person whose permit is used elsewhere, or by an earlier lead of this batch, is treated as on a call. */
export function refusalIn(permit: Permit | undefined, now: Date): Refusal | null {
  if (!permit) return { rule: 'inactive', until: null };
  if (!permit.isBusy) return permit.refusal;
  return { rule: 'on_call', until: new Date(now.getTime() + 60_000).toISOString() };
}

/** The number of the lead was removed from its loan: never dialled. */
export const numberGone: Refusal = { rule: 'no_number', until: null };
