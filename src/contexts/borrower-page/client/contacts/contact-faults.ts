/** Validates a number in the form, with the specification's messages (document 2, section 5). Pure. */
import { canonicalPhone } from '#kernel/contract/identity/telephone.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';

const digits = 10;

/** An unchanged number is not validated: it may be masked. */
export function faultOf(value: string, before: string, isNeeded: boolean): string | undefined {
  if (value === before) return isNeeded && value === '' ? say.tooShort : undefined;
  if (value === '') return isNeeded ? say.tooShort : undefined;
  if (canonicalPhone(value).value !== undefined) return undefined;
  if (value.length > digits) return say.tooLong;
  if (value.length < digits) return say.tooShort;
  return /^\d+$/.test(value) ? undefined : say.onlyDigits;
}
