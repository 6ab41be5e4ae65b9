import * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import {
  choice,
  flag,
  id,
  ids,
  instant,
  key,
  mobile,
  nullable,
  number,
  optional,
  text,
} from './kernel/field.ts';
import { list } from './kernel/list.ts';
import { contact, contactEdit } from './loan-contacts.ts';
import { handsOut, workers } from './loan-roles.ts';
import {
  borrowerRow,
  contactCounts,
  groupRow,
  historyRow,
  loanDetail,
  loanSummary,
  participantRow,
  paymentHistories,
  paymentStatuses,
  tag,
} from './loan-rows.ts';

const mostAtOnce = 10_000;
const loanIds = ids('loans', { min: 1, max: mostAtOnce });
/** Ten thousand numbers of loans in one body. */
const roomForIds = 512 * 1024;
/** Loans of the people the caller sees: their own and those of everyone below; admins see all (G201). */
export const loans = domain('loans', {
  list: list('GET /loans', {
    can: 'staff',
    row: loanSummary,
    filters: {
      isActive: flag(),
      /** Given to whoever works them this month, or before it (G196). */
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
    },
    sorts: ['totalOutstanding', 'principalOutstanding', 'loanNumber', 'dpd'],
  }),
  one: endpoint('GET /loans/:id', { can: 'staff', gives: loanDetail }),
  /** Several at once, whole; those the caller does not see are left out (G131). */
  details: endpoint('GET /loans/detail/all', {
    can: 'staff',
    takes: { ids: ids('loans', { min: 1, max: 200 }) },
    gives: loanDetail,
    answer: 'rows',
  }),
  communicationCount: endpoint('GET /loans/all/communication-count', {
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: z.object(contactCounts),
  }),
  /** All loans of a borrower that the caller sees. */
  ofBorrower: endpoint('GET /loans/byBorrower/:id', {
    can: 'staff',
    takes: { id: key('borrowers') },
    gives: loanSummary,
    answer: 'rows',
  }),
  /** Loans reached by a number, whole: of the borrower or of whoever stands beside. */
  byMobile: endpoint('POST /loans/by-mobile', {
    can: 'staff',
    writes: false,
    takes: { mobile: mobile() },
    gives: loanSummary,
    answer: 'rows',
  }),
  /** Of admins, those who may look into a profile (document 3, section 6). */
  borrower: endpoint('GET /borrowers/:id', {
    can: { admins: ['view_borrower_profile'] },
    takes: { id: key('borrowers') },
    gives: borrowerRow,
  }),
  participants: endpoint('GET /loan/participants', {
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: participantRow,
    answer: 'rows',
  }),
  /** Every number of a loan, masked, by the word that `reveal` takes. */
  contacts: endpoint('GET /loan/client-contacts', {
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: z.object({ contact, name: nullable(z.string()), mobile: z.string() }),
    answer: 'rows',
  }),
  /** The same by the number of the loan; the number may be one of several lenders'. */
  mobileNumbers: endpoint('GET /options/mobileNumber/:loanNumber', {
    can: 'staff',
    takes: { loanNumber: text({ max: 60 }) },
    gives: z.object({ loanId: id('loans'), contact, name: nullable(z.string()), mobile: z.string() }),
    answer: 'rows',
  }),
  /** At least one other number stays (document 2, section 5). */
  edit: endpoint('PATCH /loans/:id', {
    can: 'staff',
    takes: {
      id: key('loans'),
      ...contactEdit,
    },
    gives: loanDetail,
    offline: 'repeatable',
    also: ['PUT /loans/:id'],
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
  }),
  /** One number in full, with a reason, counted and remembered (G074). */
  reveal: endpoint('POST /loans/:id/reveal', {
    can: 'reveal_contact',
    takes: { contact, reason: text({ max: 200 }) },
    gives: z.object({ contact, mobile: z.string(), left: z.int() }),
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  groups: endpoint('GET /loans/group/all', {
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: groupRow,
    answer: 'rows',
  }),
  lead: endpoint('PUT /loans/group/:id', {
    can: { roles: workers },
    takes: { id: key('loan-groups'), leaderId: id('borrowers') },
    gives: groupRow,
    errors: ['NOT_FOUND', 'INVALID_INPUT'],
  }),
  /** Everything that happened to the loan, newest first (G069). */
  history: endpoint('GET /loans/history/:id', {
    can: { any: ['view_borrower_history'] },
    takes: { page: optional(number({ min: 1, max: 10_000 })), size: optional(number({ min: 1, max: 500 })) },
    gives: historyRow,
    answer: 'list',
  }),
  allocations: endpoint('GET /loans/allocation/history/:id', {
    can: 'staff',
    gives: z.object({
      at: instant(),
      name: nullable(z.string()),
      colorCode: nullable(z.string()),
      by: nullable(z.string()),
    }),
    answer: 'rows',
  }),
  /** Deals the loans out among these people of a campaign (G077); borrowers not to be called stay where they are. */
  assign: endpoint('POST /loans/loan-mapping', {
    can: handsOut,
    takes: {
      loanIds,
      userIds: ids('users', { min: 1, max: 500 }),
      campaignId: id('campaigns'),
    },
    gives: z.object({ changed: z.int() }),
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'CAMPAIGN_INACTIVE'],
    touches: ['today'],
    maxBytes: roomForIds,
  }),
  allocate: endpoint('PUT /loans/loan-allocation', {
    can: handsOut,
    takes: { loanIds, allocationTypeId: id('allocation-types') },
    gives: z.object({ changed: z.int() }),
    errors: ['NOT_FOUND', 'INVALID_INPUT'],
    also: ['PATCH /communication-dashboard/loans/allocation-type'],
    maxBytes: roomForIds,
  }),
  /** One of the words of the list of tags; its colour goes with it (G071). */
  tag: endpoint('POST /tag', {
    can: 'add_borrower_tag',
    takes: { loanId: id('loans'), name: text({ max: 60 }), colorCode: optional(text({ max: 7 })) },
    gives: tag,
    offline: 'repeatable',
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'TAKEN'],
  }),
  untag: endpoint('DELETE /tag/:id', {
    can: 'remove_borrower_tag',
    /** The loan it is said to be tied to, of an entry that waits. */
    takes: { id: key('loan-tags'), loanId: optional(id('loans')) },
    offline: 'repeatable',
    errors: ['NOT_FOUND'],
  }),
});
