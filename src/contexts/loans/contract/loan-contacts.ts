/** The numbers of a loan: how one is named, and how they are changed. */
import * as z from 'zod/mini';
import { canonicalPhone } from '#kernel/contract/identity/telephone.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { mobile, nullable, optional } from '#kernel/contract/field.ts';

export const othersAtMost = 10;

/** A loan's number: the primary one, or one of its list by index. */
export const contactKey = z
  .string()
  .check(z.regex(/^(mobile|alternateContact[12]|otherMobiles\.\d|participant\.\d{1,15})$/));
/** Ten digits; or a masked number as shown: the matching one is unchanged. */
const kept = z.string().check(
  z.maxLength(60),
  z.overwrite((typed) => canonicalPhone(typed).value ?? plainText(typed)),
  z.regex(/^(\d{10}|XXXXXX\d{4})$/),
);
const whole = mobile();
const some = <T extends z.ZodMiniType>(one: T) => optional(z.array(one).check(z.maxLength(othersAtMost)));
const alternates = {
  alternateContact1: optional(nullable(kept)),
  alternateContact2: optional(nullable(kept)),
};

/** Omitted fields are unchanged. */
export const contactEdit = {
  ...alternates,
  otherMobiles: optional(z.array(kept).check(z.minLength(1), z.maxLength(othersAtMost))),
  /** Additions and removals, independent of concurrent changes. */
  removeMobiles: some(kept),
  addMobiles: some(whole),
  /** Value displayed to the author: if the stored one differs, the entry is reviewed. */
  was: optional(z.strictObject(alternates)),
};
