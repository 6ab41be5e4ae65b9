import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { day, flag, id, instant, key, note, nullable, optional } from '#kernel/contract/field.ts';
import { handsOut, workingRoles } from '#contexts/loans/contract/loan-roles.ts';

const hold = z.object({
  id: id(),
  uId: z.string(),
  /** A hold reason of the contact rules. */
  reason: z.string(),
  fromDay: day(),
  /** Last day of the hold. */
  untilDay: day(),
  note: z.string(),
  placedBy: nullable(z.string()),
  createdAt: instant(),
  endedBy: nullable(z.string()),
  endedAt: nullable(instant()),
  /** Neither expired nor released. */
  isNow: flag(),
});

/** Agents place holds on loans; allocators release them. */
const places = { roles: workingRoles } as const;

/** Hold: the loan is not worked until a day, or until released, for a reason of the contact rules. */
export const loanHolds = domain('loan-holds', {
  list: endpoint('GET /loan-holds', {
    about: 'Holds of a loan, past and present.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: hold,
    answer: 'rows',
  }),
  reasons: endpoint('GET /loan-holds/reasons', {
    about: 'Reasons a hold can have for this loan, and how many days each may last.',
    can: places,
    takes: { loanId: id('loans') },
    gives: z.object({ id: id('compliance-rules'), name: z.string(), days: z.int() }),
    answer: 'rows',
  }),
  place: endpoint('POST /loan-holds', {
    about: 'Places a hold: no channel contacts the borrower until it ends.',
    can: places,
    takes: {
      loanId: id('loans'),
      reasonId: id('compliance-rules'),
      /** Maximum of the reason, unless an earlier day is set. */
      untilDay: optional(day()),
      note: optional(note({ max: 500 })),
    },
    gives: hold,
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'DATE_IN_PAST', 'TAKEN'],
    touches: ['loans', 'today', 'dialer', 'visits'],
  }),
  end: endpoint('PATCH /loan-holds/:id', {
    about: 'Ends a hold early.',
    can: handsOut,
    takes: { id: key('loan-holds') },
    gives: hold,
    also: ['PUT /loan-holds/:id'],
    errors: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'HOLD_OF_COMPLAINT'],
    touches: ['loans', 'today', 'dialer', 'visits'],
  }),
});
