/** The numbers of a loan: how one is named, and how they are changed. */
import * as z from 'zod/mini';
import { canonicalPhone } from '#kernel/contract/identity/telephone.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { mobile, nullable, optional } from '#kernel/contract/field.ts';

export const othersAtMost = 10;

/** Which number of a loan: its own, or one of its list by its place. */
export const contactKey = z
  .string()
  .check(z.regex(/^(mobile|alternateContact[12]|otherMobiles\.\d|participant\.\d{1,15})$/));
/** Ten digits; or a number as this person sees it, masked: the one that ends so stays as it is. */
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

/** What is not named stays as it is. */
export const contactEdit = {
  ...alternates,
  otherMobiles: optional(z.array(kept).check(z.minLength(1), z.maxLength(othersAtMost))),
  /** What of the list goes and comes, whatever else became of it meanwhile. */
  removeMobiles: some(kept),
  addMobiles: some(whole),
  /** The value its author saw: if the stored one differs by now, the entry goes to review. */
  was: optional(z.strictObject(alternates)),
};
