/**
 * Complaints of borrowers: registered from a call, a payment link or the lender; answered within the agency's deadline.
 */
import * as z from 'zod/mini';
import { decidesForLender } from '#contexts/lenders/contract/portal-people.ts';
import { adminRoles } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  day,
  flag,
  id,
  instant,
  key,
  loanNumber,
  note,
  nullable,
  number,
  optional,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import {
  complaintActs,
  complaintChannels,
  complaintKinds,
  complaintRoles,
  complaintStates,
} from './complaint-rules.ts';

const handles = { roles: complaintRoles } as const;
const lender = { roles: ['client'] } as const;
const word = nullable(z.string());
const inBrief = {
  id: id('complaints'),
  number: z.string(),
  loanNumber: z.string(),
  borrower: z.string(),
  kind: choice(complaintKinds),
  words: z.string(),
  channel: choice(complaintChannels),
  state: choice(complaintStates),
  dueOn: day(),
  /** Unanswered after its deadline. */
  isLate: flag(),
  createdAt: instant(),
  answeredAt: nullable(instant()),
  closedAt: nullable(instant()),
};
const row = z.object({
  ...inBrief,
  loanId: id('loans'),
  client: z.string(),
  ownerId: nullable(id('users')),
  owner: word,
  aboutId: nullable(id('users')),
  about: word,
  takenBy: word,
});
const step = z.object({
  id: id(),
  at: instant(),
  what: z.string(),
  who: word,
  words: z.string(),
  /** Channel of the answer. */
  sentBy: word,
});
/** `answer` of the lender's portal: the last one that was sent. */
const ofLender = z.object({ ...inBrief, answer: word });
const counts = z.object({ taken: z.int(), waiting: z.int(), late: z.int(), closed: z.int() });
const filters = {
  state: choice(complaintStates),
  kind: choice(complaintKinds),
  isLate: flag(),
};
const draft = { kind: choice(complaintKinds), words: note({ max: 2000 }) };
const rule = { answerDays: number({ min: 1, max: 90 }) };
const acted = {
  gives: row,
  errors: ['NOT_FOUND', 'OWN_COMPLAINT', 'COMPLAINT_STATE', 'COMPLAINT_LIMIT', 'INVALID_INPUT'] as const,
};

export const complaints = domain('complaints', {
  list: list('GET /complaints', {
    about: 'Complaints about loans the caller sees, with how many there are.',
    can: handles,
    row,
    summary: counts,
    filters: { ...filters, clientId: id('clients') },
  }),
  rule: endpoint('GET /complaints/rule', {
    about: 'Within how many days complaints are answered.',
    can: handles,
    gives: rule,
  }),
  setRule: endpoint('PUT /complaints/rule', {
    about: 'Sets within how many days complaints are answered; those already taken keep their day.',
    can: { roles: adminRoles },
    takes: rule,
    gives: rule,
  }),
  one: endpoint('GET /complaints/:id', {
    about: 'One complaint.',
    can: handles,
    takes: { id: key('complaints') },
    gives: row,
    errors: ['NOT_FOUND'],
  }),
  steps: endpoint('GET /complaints/:id/steps', {
    about: 'What was done with a complaint, in order.',
    can: handles,
    takes: { id: key('complaints') },
    gives: step,
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  take: endpoint('POST /complaints', {
    about: 'Takes a complaint in from a call or a visit; the loan rests by the rule for complaints.',
    can: 'staff',
    takes: { loanId: id('loans'), ...draft, aboutId: optional(id('users')) },
    gives: z.object({ id: id(), number: z.string(), dueOn: day() }),
    errors: ['NOT_FOUND', 'COMPLAINT_OPEN', 'COMPLAINT_LIMIT', 'INVALID_INPUT'],
    touches: ['loans', 'loan-holds', 'today', 'dialer', 'visits'],
  }),
  act: endpoint('POST /complaints/:id/act', {
    about: 'Notes on, answers, closes or reopens a complaint, or gives it to another owner.',
    can: handles,
    takes: {
      id: key('complaints'),
      act: choice(complaintActs),
      words: optional(note({ max: 1000 })),
      ownerId: optional(id('users')),
    },
    ...acted,
    touches: ['loans', 'loan-holds', 'today', 'dialer', 'visits', 'communications'],
  }),
  ofLender: list('GET /portal/complaints', {
    about: 'Complaints about the lender’s own loans, for its portal, with how many there are.',
    can: lender,
    row: ofLender,
    summary: counts,
    filters,
  }),
  send: endpoint('POST /portal/complaints', {
    about: 'The lender hands on a complaint about one of its loans.',
    can: decidesForLender,
    takes: { loanNumber: loanNumber(), ...draft },
    gives: z.object({ id: id(), number: z.string(), dueOn: day() }),
    errors: ['LOAN_UNKNOWN', 'COMPLAINT_OPEN', 'COMPLAINT_LIMIT', 'INVALID_INPUT'],
    touches: ['loans', 'loan-holds', 'today', 'dialer', 'visits'],
  }),
});
