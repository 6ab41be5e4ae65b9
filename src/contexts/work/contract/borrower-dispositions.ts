import * as z from 'zod/mini';
import { instalmentDrafts } from '#contexts/settlements/contract/instalment-fields.ts';
import type { Access } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  day,
  flag,
  id,
  ids,
  instant,
  note,
  nullable,
  number,
  optional,
  reference,
  rupees,
  text,
} from '#kernel/contract/field.ts';
import { decodeJson } from '#kernel/contract/fields/json-text.ts';
import { list } from '#kernel/contract/list.ts';
import { paidOff } from '#contexts/loans/contract/paid-off.ts';
import { paymentAwaits } from '#contexts/loans/contract/payment-awaits.ts';
import { promiseStates, shownPromiseStates } from './promise-states.ts';
import { paymentHistories, paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';

const dispositionModules = ['PTP', 'followup', 'tracker'] as const;
/** Roles that work loans; admins are read-only (document 2, section 2). */
export const mayRecord = {
  roles: ['manager', 'supervisor', 'authorized_officer', 'tech_lead', 'agent'],
} as const satisfies Access;
export const mostComment = 500;
const word = z.nullable(z.string());
const denomination = z.strictObject({
  note: z.int().check(z.minimum(1), z.maximum(2000)),
  count: z.int().check(z.minimum(1), z.maximum(100_000)),
});

/** The tracker's filter as JSON text; without a date field it filters by creation day. */
const trackerFilter = z.codec(
  z.string().check(z.maxLength(2000)),
  z.strictObject({
    module: optional(choice(dispositionModules)),
    dateFilteOn: optional(choice(['createdAt', 'actionDate'])),
    dispositionIds: optional(ids('dispositions')),
    startDate: optional(day()),
    endDate: optional(day()),
  }),
  { decode: decodeJson, encode: (asked) => JSON.stringify(asked) },
);

const row = z.object({
  id: id(),
  createdAt: instant(),
  loanId: id('loans'),
  dispositions: z.object({ id: id(), name: z.string() }),
  subDispositions: z.nullable(z.object({ id: id(), name: z.string() })),
  comments: z.string(),
  amount: nullable(rupees()),
  /** Date of a PTP, a follow-up, a payment or a settlement. */
  actionDate: nullable(day()),
  followUpDate: nullable(instant()),
  isHotPtp: flag(),
  paidAmount: nullable(rupees()),
  paidDate: nullable(day()),
  transactionId: word,
  paymentMode: word,
  agentName: z.string(),
  /** What became of it; only promises have one. */
  promise: nullable(z.object({ state: choice(shownPromiseStates), received: rupees() })),
  borrowerLoan: z.object({
    loanNumber: z.string(),
    isDNC: flag(),
    borrowerName: z.string(),
    client: z.string(),
    mobile: word,
    paymentStatus: z.string(),
    paymentAwaits,
    paidOff,
    principalOutstanding: rupees(),
    loanUsers: z.array(z.object({ mappingUser: z.object({ firstName: z.string(), lastName: z.string() }) })),
    loanAllocationType: z.nullable(z.object({ name: z.string(), colorCode: z.string() })),
  }),
});

/** Dispositions of contacts: PTPs, follow-ups, reported payments, settlement requests (document 2). */
export const borrowerDispositions = domain('borrower-dispositions', {
  list: list('GET /borrower/dispositions/get', {
    about: 'Disposition records of the caller and of everybody below.',
    can: 'staff',
    row,
    filters: {
      /** PTPs or follow-ups by their date; all others by creation day. */
      module: choice(dispositionModules),
      ids: ids(),
      loanId: id('loans'),
      clientIds: ids('clients'),
      dispositionIds: ids('dispositions'),
      subdispositionIds: ids('subDispositions'),
      /** The same in the specification's other spelling (G080). */
      subDispositionIds: ids('subDispositions'),
      paymentStatus: choice(paymentStatuses),
      hierarchyUsers: ids('users'),
      promiseState: choice(promiseStates),
      userIds: ids('users'),
      startDate: day(),
      endDate: day(),
      allocationTypeId: id('allocation-types'),
      campaignIds: ids('campaigns'),
      portfolioIds: ids('portfolios'),
      paymentHistoryStatus: choice(paymentHistories),
      isActive: flag(),
      /** Filter names of the tracker: one lender, one disposition, and the others as JSON (G205). */
      clientId: id('clients'),
      disposition: id('dispositions'),
      filter: trackerFilter,
    },
    /** `due`: today first, then future, then past. */
    sorts: ['actionDate', 'amount', 'createdAt', 'due', 'followUpDate'],
    also: ['GET /borrower/dispositions/find/all'],
  }),
  record: endpoint('POST /borrower/dispositions', {
    about: 'Records the disposition of a contact: promise, follow-up, settlement, payment or other.',
    can: mayRecord,
    offline: true,
    takes: {
      loanId: id('loans'),
      borrowerId: optional(id()),
      dispositionId: id('dispositions'),
      subDispositionId: optional(nullable(id('dispositions'))),
      comments: optional(note({ max: mostComment })),
      amount: optional(rupees({ min: 0 })),
      actionDate: optional(day()),
      ptpDate: optional(day()),
      paymentDate: optional(day()),
      settlementDate: optional(day()),
      /** Of a settlement that is paid in parts; together they are its amount. */
      instalments: instalmentDrafts,
      followUpDate: optional(instant()),
      isHotPtp: optional(flag()),
      transactionId: optional(reference({ max: 60 })),
      paymentMode: optional(text({ max: 60 })),
      /** Of cash, where it was counted: notes by their value in rupees; together they are the amount. */
      denominations: optional(z.array(denomination).check(z.maxLength(9))),
      callRefNo: optional(text({ max: 64 })),
      callDirection: optional(choice(['inbound', 'outbound'])),
      /** What the dialer does next: only while the call is live, never from the outbox (offline.md A.6). */
      isEndCall: optional(flag()),
      pause: optional(flag()),
      break: optional(nullable(id('breaks'))),
      /**
       * The author confirmed a second identical disposition within two minutes. Without it a request fails with
       * SAME_OUTCOME, and an outbox entry gets a notice.
       */
      isRepeat: optional(flag()),
      /** Ignored input: the server has its value. */
      dispositionName: optional(text({ max: 60 })),
      priority: optional(number()),
      /** Recording time, by the phone's clock. */
      occurredAt: optional(instant()),
    },
    gives: z.object({ id: id(), loanId: id('loans') }),
    errors: [
      'NOT_FOUND',
      'DATE_IN_PAST',
      'DATE_IN_FUTURE',
      'ONE_TIME_SETTLEMENT',
      'INSTALMENTS_MISSING',
      'AMOUNT_DISAGREES',
      'SAME_OUTCOME',
      'TAKEN',
      'SETTLEMENT_OPEN',
      'ALREADY_SETTLED',
      'LOAN_PAID_OFF',
      'CASH_DAY_CLOSED',
      'CASH_LESS',
      'CASH_NUMBER',
      'CASH_OVER_LIMIT',
      'CASH_TOO_OLD',
    ],
    touches: ['loans', 'today', 'users-task'],
  }),
});
