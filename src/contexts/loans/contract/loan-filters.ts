import * as z from 'zod/mini';
import { choice, flag, id, ids, number, optional } from '#kernel/contract/field.ts';
import { paymentHistories, paymentStatuses } from './loan-rows.ts';

export const mostLoansAtOnce = 10_000;

/** What narrows a list of loans. */
export const loanFilters = {
  isActive: flag(),
  /** Allocated to their assignee this month, or before it (G196). */
  newAssigned: flag(),
  ids: ids('loans'),
  loanId: id('loans'),
  clientId: id('clients'),
  clientIds: ids('clients'),
  campaignId: id('campaigns'),
  campaignIds: ids('campaigns'),
  userIds: ids('users'),
  hierarchyUsers: ids('users'),
  dispositionIds: ids('dispositions'),
  allocationTypeId: id('allocation-types'),
  paymentStatus: choice(paymentStatuses),
  paymentHistoryStatus: choice(paymentHistories),
};
type Filters = { [K in keyof typeof loanFilters]: z.ZodMiniOptional<(typeof loanFilters)[K]> };
const filters = Object.fromEntries(
  Object.entries(loanFilters).map(([name, filter]) => [name, optional(filter as z.ZodMiniType)]),
) as unknown as Filters;

/** All loans matching a list's input, instead of ids; `most` is the number shown to the user. */
export const matchingLoans = () =>
  z.strictObject({
    filter: z.strictObject({ ...filters, q: optional(z.string().check(z.trim(), z.maxLength(100))) }),
    most: number({ min: 1, max: mostLoansAtOnce }),
  });
export type MatchingLoans = z.output<ReturnType<typeof matchingLoans>>;
