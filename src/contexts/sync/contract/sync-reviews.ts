/** Late entries that need a human decision. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, ids, instant, note, nullable, optional, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { handsOut } from '#contexts/loans/contract/loan-roles.ts';
import { noticeRow } from '#kernel/contract/outbox/sync-rows.ts';

export const reviewStates = ['open', 'accepted', 'rejected'] as const;
const word = z.nullable(z.string());

/** An entry under review: its content, why it was not applied, and both values where they differ. */
const reviewRow = z.object({
  id: id(),
  createdAt: instant(),
  /** When it was written. */
  effectiveAt: instant(),
  cmd: z.string(),
  authorId: id('users'),
  authorName: z.string(),
  /** Absent when invisible to the caller, or deleted. */
  loan: z.nullable(z.object({ id: id(), loanNumber: z.string(), borrowerName: z.string(), isDNC: flag() })),
  disposition: word,
  subDisposition: word,
  /** The other input fields; phone numbers are masked. */
  lines: z.array(z.object({ field: z.string(), value: z.string() })),
  reasons: z.array(noticeRow),
  differences: z.array(z.object({ field: z.string(), wanted: z.string(), found: z.string() })),
  note: z.string(),
  state: choice(reviewStates),
  /** Whether the caller may decide it. */
  isMine: flag(),
  decidedByName: word,
  decidedAt: nullable(instant()),
  decisionNote: z.string(),
});

/** What a phone may miss: cleared before it was sent, or counted differently here and there. */
export const lossFaults = ['EVICTED', 'RECEIPTS_DIFFER'] as const;

const lossRow = z.object({
  id: id(),
  createdAt: instant(),
  authorId: id('users'),
  authorName: z.string(),
  fault: choice(lossFaults),
  /** Number of entries. */
  entries: z.int(),
  /** When the oldest was written. */
  since: instant(),
  seenByName: word,
});

export const syncReviews = domain('sync-reviews', {
  list: list('GET /sync/review-queue', {
    about: 'Outbox entries that wait for a decision or got one.',
    can: 'staff',
    row: reviewRow,
    filters: { state: choice(reviewStates), userIds: ids('users'), ids: ids() },
    sorts: ['createdAt'],
  }),
  accept: endpoint('POST /sync/review-queue/:id/accept', {
    about: 'Carries out an entry as its author, for the time it was written.',
    can: handsOut,
    takes: { note: optional(note({ max: 500 })) },
    gives: { id: id(), effectId: nullable(id()) },
    errors: [
      'NOT_FOUND',
      'CHANGED_MEANWHILE',
      'NOT_YOURS',
      'SETTLEMENT_OPEN',
      'ALREADY_SETTLED',
      'LOAN_PAID_OFF',
      'TAKEN',
      'CASH_LESS',
      'CASH_NUMBER',
    ],
    touches: ['borrower-dispositions', 'loans', 'settlements', 'payments'],
  }),
  reject: endpoint('POST /sync/review-queue/:id/reject', {
    about: 'Rejects an entry for good.',
    can: handsOut,
    takes: { note: text({ max: 500 }) },
    gives: { id: id() },
    errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  }),
  losses: list('GET /sync/losses', {
    about:
      'Outbox entries that phones lost before they were sent, or that phone and server count differently.',
    can: 'staff',
    row: lossRow,
    filters: { isSeen: flag() },
  }),
  lossSeen: endpoint('POST /sync/losses/:id/seen', {
    about: 'Says that a loss was seen and its author spoken to.',
    can: handsOut,
    gives: { id: id() },
    errors: ['NOT_FOUND'],
  }),
});
