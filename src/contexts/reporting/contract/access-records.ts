/** Access records and sign-ins, for the data-protection officer. */
import * as z from 'zod/mini';
import { domain } from '#kernel/contract/endpoint.ts';
import { choice, day, id, ids, instant, nullable, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { accessReaders } from './access-readers.ts';

/** Minimum retention in the database, in months (DPDP Rules 2025, rule 6: a year). */
export const accessMonths = 12;
export const signInKinds = ['signed-in', 'signed-out', 'refused', 'denied', 'changed'] as const;

const opened = z.object({
  id: id(),
  at: instant(),
  actorName: z.string(),
  /** Opened page or file, such as "Profile of a borrower." */
  what: z.string(),
  /** Names of the borrowers, at most three. */
  borrowers: z.string(),
  borrowerCount: z.int(),
  rows: z.int(),
  /** Filters of a list or key of a file, as JSON; without typed text. */
  asked: z.string(),
  from: nullable(z.string()),
});

const signIn = z.object({
  id: id(),
  at: instant(),
  /** Null: the sign-in address belongs to no user. */
  actorName: nullable(z.string()),
  kind: choice(signInKinds),
  /** Event or endpoint, such as second-factor.off or loans.assign. */
  what: z.string(),
  /** Reason of the denial; null if allowed. */
  reason: nullable(z.string()),
  from: nullable(z.string()),
  /** Browser, from its User-Agent header. */
  device: nullable(z.string()),
  /** Number of a device that the user signed in on; null for an unknown one. */
  deviceNo: nullable(z.string()),
});

const between = { userIds: ids('users'), startDate: day(), endDate: day() };

export const accessRecords = domain('access-records', {
  list: list('GET /access-records', {
    isReport: true,
    about: 'Which user opened which borrower, loan, list or file, from which address.',
    can: accessReaders,
    row: opened,
    filters: { ...between, borrowerId: id('borrowers'), loanId: id('loans'), loanNumber: text({ max: 60 }) },
  }),
  signIns: list('GET /access-records/sign-ins', {
    isReport: true,
    about: 'Sign-ins, refused sign-ins and denied requests, with address and device.',
    can: accessReaders,
    row: signIn,
    filters: { ...between, kind: choice(signInKinds) },
  }),
});
