/** Identities as typed by users: each field returns its canonical form. */
import * as z from 'zod/mini';
import type { Identity } from '../identity/identity.ts';
import { canonicalLoanNumber } from '../identity/loan-number.ts';
import { canonicalEmail, canonicalPincode } from '../identity/person.ts';
import { plainReference } from '../identity/reference.ts';
import { canonicalOfficePhone, canonicalPhone } from '../identity/telephone.ts';
import { as } from './field-meta.ts';

const canonical = (read: (raw: string) => Identity) => z.overwrite<string>((raw) => read(raw).value ?? raw);

/** An e-mail address in its canonical form. */
export const email = (o: { unique?: boolean } = {}) =>
  as(z.string().check(canonical(canonicalEmail), z.trim(), z.maxLength(254), z.email()), {
    kind: 'email',
    unique: o.unique,
  });

/** Indian mobile number in any format: ten digits in its canonical form. */
export const mobile = () =>
  as(z.string().check(z.maxLength(60), canonical(canonicalPhone), z.trim(), z.regex(/^\d{10}$/)), {
    kind: 'mobile',
  });

/** Indian telephone number in any format; stored as ten digits, or as a toll-free number. */
export const phone = () =>
  as(
    z.string().check(z.maxLength(60), canonical(canonicalOfficePhone), z.regex(/^([1-9]\d{9}|1800\d{6,7})$/)),
    { kind: 'phone' },
  );

/** Indian postal code: six digits, the first not zero. */
export const pincode = () =>
  as(z.string().check(z.maxLength(60), canonical(canonicalPincode), z.trim(), z.regex(/^[1-9]\d{5}$/)), {
    kind: 'pincode',
  });

/** A bank's or gateway's number of a payment; numbers in scientific notation have lost their last digits. */
export const reference = (o: { max?: number } = {}) =>
  as(
    z.string().check(
      canonical(plainReference),
      z.minLength(1),
      z.maxLength(o.max ?? 100),
      z.refine((typed) => plainReference(typed).value !== undefined),
    ),
    { kind: 'text' },
  );

/** A lender's number of a loan in its canonical form. */
export const loanNumber = () =>
  as(z.string().check(canonical(canonicalLoanNumber), z.trim(), z.minLength(1), z.maxLength(60)), {
    kind: 'text',
  });
