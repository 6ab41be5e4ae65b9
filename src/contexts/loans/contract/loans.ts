import * as z from 'zod/mini';
import type { Access } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { id, ids, instant, key, mobile, nullable, number, optional, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { loanFilters, matchingLoans, mostLoansAtOnce } from './loan-filters.ts';
import { erasure } from './erasure.ts';
import { loanPeople } from './loan-people.ts';
import { handsOut } from './loan-roles.ts';
import { borrowerRow, contactCounts, loanDetail, loanSummary, tag } from './loan-rows.ts';
import { historyRow } from './loan-history.ts';
import { loanTwins } from './loan-twins.ts';
import { numberAnswers } from './number-answers.ts';
import { bestTime, timelineRow } from './loan-timeline.ts';

/** Admins with permission to open a profile (document 3, section 6). */
const looksInto: Access = { admins: ['view_borrower_profile'] };

/** These, or all that match: one of the two. */
const whichLoans = {
  loanIds: optional(ids('loans', { min: 1, max: mostLoansAtOnce })),
  matching: optional(matchingLoans()),
};
/** Ten thousand numbers of loans in one body. */
const roomForIds = 512 * 1024;
/** Loans of visible users: the caller's and all subordinates'; admins see all (G201). */
export const loans = domain('loans', {
  list: list('GET /loans', {
    about: 'Loans of the caller and of everybody below, with filters.',
    can: 'staff',
    row: loanSummary,
    filters: loanFilters,
    sorts: ['totalOutstanding', 'principalOutstanding', 'loanNumber', 'dpd'],
  }),
  one: endpoint('GET /loans/:id', {
    about: 'One loan, whole: borrower, dues, assignment, tags.',
    can: looksInto,
    takes: { id: key('loans') },
    gives: loanDetail,
  }),
  /** Several profiles at once; invisible ones are omitted (G131). */
  details: endpoint('GET /loans/detail/all', {
    about: 'Several loans, whole; those the caller does not see are left out.',
    can: looksInto,
    takes: { ids: ids('loans', { min: 1, max: 200 }) },
    gives: loanDetail,
    answer: 'rows',
  }),
  communicationCount: endpoint('GET /loans/all/communication-count', {
    about: 'How often a loan’s borrower was contacted, by channel.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: z.object(contactCounts),
  }),
  ofBorrower: endpoint('GET /loans/byBorrower/:id', {
    about: 'All loans of a borrower that the caller sees.',
    can: 'staff',
    takes: { id: key('borrowers') },
    gives: loanSummary,
    answer: 'rows',
  }),
  byMobile: endpoint('POST /loans/by-mobile', {
    about: 'Loans reached by a number, of the borrower or a participant.',
    can: 'staff',
    writes: false,
    takes: { mobile: mobile() },
    gives: loanSummary,
    answer: 'rows',
  }),
  borrower: endpoint('GET /borrowers/:id', {
    about: 'Profile of a borrower.',
    can: looksInto,
    takes: { id: key('borrowers') },
    gives: borrowerRow,
  }),
  ...loanPeople,
  ...loanTwins,
  ...numberAnswers,
  ...erasure,
  /** Everything that happened to the loan, newest first (G069). */
  history: endpoint('GET /loans/history/:id', {
    about: 'Everything that happened to a loan, newest first.',
    can: { any: ['view_borrower_history'] },
    takes: {
      id: key('loans'),
      page: optional(number({ min: 1, max: 10_000 })),
      size: optional(number({ min: 1, max: 500 })),
    },
    gives: historyRow,
    answer: 'list',
  }),
  /** Contacts, promises, payments and files as one list, newest first, of what the caller may see. */
  timeline: endpoint('GET /loans/timeline/:id', {
    about: 'Calls, messages, visits, promises, payments and files of a loan as one list, newest first.',
    can: looksInto,
    takes: {
      id: key('loans'),
      page: optional(number({ min: 1, max: 100 })),
      size: optional(number({ min: 1, max: 100 })),
    },
    gives: timelineRow,
    answer: 'rows',
  }),
  bestTime: endpoint('GET /loans/best-time/:id', {
    about: 'When the borrower of a loan is best called and on which number, by who answered when.',
    can: looksInto,
    takes: { id: key('loans') },
    gives: bestTime,
  }),
  allocations: endpoint('GET /loans/allocation/history/:id', {
    about: 'History of a loan’s allocation type.',
    can: 'staff',
    takes: { id: key('loans') },
    gives: z.object({
      at: instant(),
      name: nullable(z.string()),
      colorCode: nullable(z.string()),
      by: nullable(z.string()),
    }),
    answer: 'rows',
  }),
  /** Distributes loans among these agents of a campaign (G077); DNC borrowers are excluded. */
  assign: endpoint('POST /loans/loan-mapping', {
    about: 'Assigns loans to agents of a campaign, in turn.',
    can: handsOut,
    takes: {
      ...whichLoans,
      userIds: ids('users', { min: 1, max: 500 }),
      campaignId: id('campaigns'),
    },
    gives: z.object({ changed: z.int() }),
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'CAMPAIGN_INACTIVE', 'CERTIFICATE_EXPIRED', 'MORE_MATCH'],
    touches: ['today'],
    maxBytes: roomForIds,
  }),
  allocate: endpoint('PUT /loans/loan-allocation', {
    about: 'Sets the allocation type of loans.',
    can: handsOut,
    takes: { ...whichLoans, allocationTypeId: id('allocation-types') },
    gives: z.object({ changed: z.int() }),
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'MORE_MATCH'],
    also: ['PATCH /communication-dashboard/loans/allocation-type'],
    maxBytes: roomForIds,
  }),
  /** An option of the tag list, with its colour (G071). */
  tag: endpoint('POST /tag', {
    about: 'Puts a tag on a loan.',
    can: 'add_borrower_tag',
    takes: { loanId: id('loans'), name: text({ max: 60 }), colorCode: optional(text({ max: 7 })) },
    gives: tag,
    offline: 'repeatable',
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'TAKEN'],
  }),
  untag: endpoint('DELETE /tag/:id', {
    about: 'Removes a tag from a loan.',
    can: 'remove_borrower_tag',
    /** The tag's loan, as named by an outbox entry. */
    takes: { id: key('loan-tags'), loanId: optional(id('loans')) },
    offline: 'repeatable',
    errors: ['NOT_FOUND'],
  }),
});
