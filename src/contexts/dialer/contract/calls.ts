import * as z from 'zod/mini';
import { domain } from '#kernel/contract/endpoint.ts';
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
  rupees,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { paymentHistories, paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';

/** Call outcomes, named as in the table of outcomes; Live means not ended. */
export const callStatuses = [
  'Answered',
  'No Answer',
  'Busy',
  'Switched Off',
  'Rejected',
  'Invalid',
  'Abandoned',
  'Machine',
  'Cancelled',
  'Failed',
  'Lost',
  'Live',
] as const;
const checkVerdicts = ['person', 'machine', 'unsure'] as const;
/** Progress of a voice message on an answering machine; `unknown`: no server received its result. */
export const messageFates = ['begun', 'whole', 'cut', 'none', 'unknown'] as const;
export const callDirections = ['inbound', 'outbound'] as const;
/** How a length of time is compared (document 1, section 9). */
export const operators = ['gt', 'gte', 'lt', 'lte', 'eq'] as const;

const word = z.nullable(z.string());
const loan = z.object({
  loanNumber: z.string(),
  borrowerName: z.string(),
  clientBorrowerId: word,
  isDNC: flag(),
  client: z.string(),
  portfolio: z.string(),
});
/** Disposition of the call. */
const said = z.object({
  dispositions: z.string(),
  subDispositions: word,
  comments: note(),
  actionDate: nullable(day()),
  amount: nullable(rupees()),
});

const row = z.object({
  id: id(),
  referenceId: z.string(),
  loanId: nullable(id('loans')),
  callLoans: z.nullable(loan),
  mobile: word,
  cdrRefNo: z.nullable(said),
  date: day(),
  createdAt: instant(),
  startTime: instant(),
  endTime: nullable(instant()),
  /** Seconds from dialling to the end, of talking, and between answer and agent. */
  duration: z.int(),
  talkDuration: z.int(),
  waitDuration: z.int(),
  status: choice(callStatuses),
  mode: z.string(),
  /** Placed as a second call of the agent. */
  isSecond: flag(),
  direction: choice(callDirections),
  campaign: word,
  callUser: z.nullable(z.object({ email: z.string(), firstName: z.string(), lastName: z.string() })),
  completedBy: word,
  completedAt: nullable(instant()),
  hasRecording: flag(),
  /** Result of answering-machine detection; null when it was off. */
  machineCheck: nullable(choice(checkVerdicts)),
  /** Result of the voice message; null when none was planned. */
  machineMessage: nullable(choice(messageFates)),
});

const inboundRow = z.object({
  id: id(),
  loanId: nullable(id('loans')),
  loanNumber: word,
  clientBorrowerId: word,
  borrowerName: word,
  isDNC: flag(),
  /** Who took it. */
  agentId: nullable(id('users')),
  firstName: word,
  lastName: word,
  startTime: instant(),
  endTime: nullable(instant()),
});

const span = { startDate: day(), endDate: day() };

/** Call history of the users visible to the caller; numbers are masked (G074). */
export const calls = domain('calls', {
  /** The list of calls and the tracker's With Call are one list (G058). */
  list: list('GET /webhooks/ezsip/fetch-all-cdr', {
    about: 'Call detail records (CDR) of calls the caller may see.',
    can: 'staff',
    row,
    filters: {
      ...span,
      ids: ids(),
      loanId: id('loans'),
      callStatus: choice(callStatuses),
      /** The same in the specification's other spelling. */
      status: choice(callStatuses),
      type: choice(callDirections),
      /** Seconds of talk, compared by the operator (G057). */
      operator: choice(operators),
      operatorValue: number(),
      clientIds: ids('clients'),
      portfolioIds: ids('portfolios'),
      campaignIds: ids('campaigns'),
      userIds: ids('users'),
      allocationTypeId: id('allocation-types'),
      dispositionIds: ids('dispositions'),
      isActive: flag(),
      paymentHistoryStatus: choice(paymentHistories),
      paymentStatus: choice(paymentStatuses),
    },
    sorts: ['startTime'],
  }),
  inbound: list('GET /webhooks/ezsip/fetch-all-inbound-cdr', {
    about: 'Call detail records of inbound calls.',
    can: 'staff',
    row: inboundRow,
    filters: { ...span, ids: ids(), userIds: ids('users') },
    sorts: ['startTime'],
  }),
});
