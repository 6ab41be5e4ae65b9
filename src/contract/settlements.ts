import * as z from 'zod/mini';
import { mayRecord, mostComment } from './borrower-dispositions.ts';
import { domain, endpoint } from './kernel/endpoint.ts';
import { choice, day, id, instant, note, nullable, optional, rupees } from './kernel/field.ts';
import { list } from './kernel/list.ts';

/** One spelling of each (G098). */
export const settlementStatuses = [
  'Inprogress',
  'Approved',
  'Rejected',
  'Void',
  'QueryRaised',
  'AmountUpdated',
  'ReInitiated',
  'ReOpened',
] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];
/** Still to be decided: approved or rejected by somebody (G094). */
export const openSettlements = [
  'Inprogress',
  'QueryRaised',
  'AmountUpdated',
  'ReInitiated',
  'ReOpened',
] as const satisfies readonly SettlementStatus[];

const row = z.object({
  id: id(),
  loanId: id('loans'),
  amount: rupees(),
  settlementDate: day(),
  followUpDate: nullable(instant()),
  comment: z.string(),
  status: choice(settlementStatuses),
  preApprovedAmount: nullable(rupees()),
  /** Of the principal outstanding, in percent; nothing where there is none (G106). */
  recoveryOnPos: z.nullable(z.number()),
  waiverOnPos: z.nullable(z.number()),
  createdByName: z.string(),
  createdAt: instant(),
  settlementLoan: z.object({ loanNumber: z.string(), borrowerName: z.string(), client: z.string() }),
});

/** Settlements borrowers ask for, to be decided by the agency and the lender (document 2). */
export const settlements = domain('settlements', {
  list: list('GET /settlement/', {
    can: 'staff',
    row,
    filters: { loanId: id('loans'), status: choice(settlementStatuses) },
    also: ['GET /settlement'],
  }),
  /** Initiate Settlement: writes the outcome and asks for the settlement (G090). Phones send the outcome itself. */
  request: endpoint('POST /settlement', {
    can: mayRecord,
    takes: {
      loanId: id('loans'),
      amount: rupees({ min: 0 }),
      settlementDate: day(),
      followUpDate: instant(),
      comments: optional(note({ max: mostComment })),
      occurredAt: optional(instant()),
    },
    gives: z.object({ id: id(), loanId: id('loans') }),
    errors: ['NOT_FOUND', 'SETTLEMENT_OPEN', 'ALREADY_SETTLED'],
    touches: ['borrower-dispositions', 'loans'],
  }),
});
