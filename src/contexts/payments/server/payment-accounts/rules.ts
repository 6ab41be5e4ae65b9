/** Which keys a merchant needs. Pure. */
import type { AccountGateway } from '#contexts/payments/contract/payment-accounts.ts';
import { Failure, type FieldIssue } from '#kernel/contract/failure.ts';

export interface Typed {
  merchantKey?: string;
  merchantSecret?: string;
  webhookSecret?: string;
}
const needed: Readonly<Record<AccountGateway, readonly (keyof Typed)[]>> = {
  payu: ['merchantKey', 'merchantSecret'],
  // Events are signed with a separate secret.
  razorpay: ['merchantKey', 'merchantSecret', 'webhookSecret'],
};

/**
 * Refuses a gateway without all of its keys: without a secret, any webhook would pass. Keys are replaced together;
 * undefined: the stored ones stay.
 */
export function keysOf(gateway: AccountGateway | null, typed: Typed, isKept: boolean): Typed | undefined {
  const isTyped = Object.values(typed).some((value) => value !== undefined);
  if (!gateway) {
    if (isTyped) throw wrong([{ path: 'gateway', fault: 'required' }]);
    return undefined;
  }
  if (!isTyped && isKept) return undefined;
  const missing = needed[gateway].filter((name) => !typed[name]?.trim());
  if (missing.length) throw wrong(missing.map((path) => ({ path, fault: 'required' })));
  return typed;
}
const wrong = (fields: FieldIssue[]): Failure => new Failure('INVALID_INPUT', {}, fields);
