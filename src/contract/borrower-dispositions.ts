import * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import { choice, day, flag, id, ids, instant, note, nullable, optional, rupees } from './kernel/field.ts';
import { list } from './kernel/list.ts';
import { promiseStates } from './promise-states.ts';

export const dispositionModules = ['PTP', 'followup'] as const;
const word = z.nullable(z.string());

const row = z.object({
  id: id(),
  createdAt: instant(),
  loanId: id('loans'),
  dispositions: z.object({ id: id(), name: z.string() }),
  subDispositions: z.nullable(z.object({ id: id(), name: z.string() })),
  comments: z.string(),
  amount: nullable(rupees()),
  actionDate: nullable(day()),
  followUpDate: nullable(instant()),
  isHotPtp: flag(),
  agentName: z.string(),
  /** What became of it; only promises have one. */
  promise: nullable(z.object({ state: choice(promiseStates), received: rupees() })),
  borrowerLoan: z.object({
    loanNumber: z.string(),
    isDNC: flag(),
    borrowerName: z.string(),
    client: z.string(),
    mobile: word,
  }),
});

/** What came of a contact: promises, follow-ups, payments seen, settlements asked for (document 2). */
export const borrowerDispositions = domain('borrower-dispositions', {
  list: list('GET /borrower/dispositions/get', {
    can: 'staff',
    row,
    filters: {
      module: choice(dispositionModules),
      loanId: id('loans'),
      clientIds: ids('clients'),
      hierarchyUsers: ids('users'),
      promiseState: choice(promiseStates),
      startDate: day(),
      endDate: day(),
    },
    sorts: ['actionDate', 'amount', 'createdAt'],
  }),
  record: endpoint('POST /borrower/dispositions', {
    // Everyone who works loans; admins only look (document 2, section 2).
    can: { roles: ['manager', 'supervisor', 'authorized_officer', 'tech_lead', 'agent'] },
    offline: true,
    takes: {
      loanId: id('loans'),
      borrowerId: optional(id()),
      dispositionId: id('dispositions'),
      subDispositionId: optional(nullable(id('dispositions'))),
      comments: optional(note({ max: 500 })),
      amount: optional(rupees({ min: 0 })),
      actionDate: optional(day()),
      ptpDate: optional(day()),
      followUpDate: optional(instant()),
      isHotPtp: optional(flag()),
      /** When the person wrote it down, by the phone's clock. */
      occurredAt: optional(instant()),
    },
    gives: z.object({ id: id(), loanId: id('loans') }),
    errors: ['NOT_FOUND', 'DATE_IN_PAST'],
    touches: ['loans'],
  }),
});
