import * as z from 'zod/mini';
import { mayRecord, mostComment } from '#contexts/work/contract/borrower-dispositions.ts';
import type { Access } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import * as field from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { dropdownRow } from '#kernel/contract/master.ts';
import { settlementDecisions } from './settlement-decisions.ts';
import { settlementDocuments } from './settlement-documents.ts';
import { instalmentDrafts } from './instalment-fields.ts';
import { settlementRemark, settlementRow, settlementStep } from './settlement-rows.ts';
import { settlementMail } from './settlement-mail.ts';
import { settlementStatuses } from './settlement-rules.ts';

export { type SettlementStatus, openSettlements, settlementStatuses } from './settlement-rules.ts';

const { choice, day, flag, id, ids, instant, key, note, optional, rupees, text } = field;

/** Filter values: the statuses, and undecided by the viewer (G098, G099). */
export const askedStatuses = [...settlementStatuses, 'Pending'] as const;
/** Filter by day of request, last change, or payment. */
export const settlementDates = ['createdAt', 'updatedAt', 'settlementDate'] as const;
const mostQuery = 5000;
const most = 500;

/** Agents and desks see those of their loans; of admins who may track them (G011). */
const maySee = { admins: ['list_settlement_tracker'] } as const satisfies Access;
/** Agents hand nothing to the lender (document 2, section 4). */
const maySend = {
  roles: ['system_admin', 'admin', 'manager', 'supervisor', 'authorized_officer', 'tech_lead'],
  any: ['approve_reject_settlement'],
} as const satisfies Access;

const of = { id: key('settlements') };
const steps = { takes: of, gives: settlementStep, answer: 'rows' } as const;
const done = z.object({ changed: z.int() });

/** Settlements requested by borrowers, decided by the agency and the lender (document 2). */
export const settlements = domain('settlements', {
  ...settlementDecisions,
  ...settlementDocuments,
  ...settlementMail,
  list: list('GET /settlement/', {
    about: 'Settlements with their status on both sides.',
    can: maySee,
    row: settlementRow,
    filters: {
      /** Just these. */
      ids: ids('settlements', { max: most }),
      loanId: id('loans'),
      status: choice(askedStatuses),
      productStatus: choice(askedStatuses),
      clientId: id('clients'),
      city: text({ max: 80 }),
      state: text({ max: 80 }),
      productType: text({ max: 80 }),
      isActive: flag(),
      /** Named approver: in the caller's inbox. */
      inInbox: flag(),
      /** The caller may decide it: no other user is named, and the caller did not request it. */
      waitsForYou: flag(),
      userIds: ids('users'),
      hierarchyUsers: ids('users'),
      dateFilteOn: choice(settlementDates),
      startDate: day(),
      endDate: day(),
    },
    also: ['GET /settlement'],
  }),
  clients: endpoint('GET /settlement/client/list', {
    about: 'Lenders that have settlements, to filter by.',
    can: maySee,
    gives: dropdownRow,
    answer: 'rows',
  }),
  one: endpoint('GET /settlement/:id', {
    about: 'One settlement, whole.',
    can: maySee,
    takes: of,
    gives: settlementRow,
  }),
  history: endpoint('GET /settlement/history/:id', {
    about: 'Earlier settlements of a loan.',
    ...steps,
    can: 'settlement_history',
  }),
  timeline: endpoint('GET /settlement/timeline/:id', {
    about: 'Steps of a settlement on the agency’s side.',
    ...steps,
    can: 'settlement_timeline',
  }),
  clientTimeline: endpoint('GET /settlement/client-timeline/:id', {
    about: 'Steps of a settlement on the lender’s side, for the agency.',
    ...steps,
    can: 'view_client_settlement_timeline',
  }),
  remarks: endpoint('GET /settlement/remarks/:id', {
    about: 'Remarks on a settlement.',
    can: 'list_settlement_raise_query',
    takes: of,
    gives: settlementRemark,
    answer: 'rows',
  }),
  /**
   * Initiate Settlement: records the disposition and requests the settlement (G090). Phones send the disposition itself.
   */
  request: endpoint('POST /settlement', {
    about: 'Requests a settlement of a loan and records the disposition.',
    can: mayRecord,
    takes: {
      loanId: id('loans'),
      amount: rupees({ min: 0 }),
      settlementDate: day(),
      instalments: instalmentDrafts,
      followUpDate: instant(),
      comments: optional(note({ max: mostComment })),
      occurredAt: optional(instant()),
    },
    gives: z.object({ id: id(), loanId: id('loans') }),
    errors: [
      'NOT_FOUND',
      'INVALID_INPUT',
      'DATE_IN_PAST',
      'SETTLEMENT_OPEN',
      'ALREADY_SETTLED',
      'LOAN_PAID_OFF',
    ],
    touches: ['borrower-dispositions', 'loans'],
  }),
  /** Approve, reject, change the amount, or reopen; each with a separate flag (G104). */
  sendToClient: endpoint('POST /settlement/send-to-client', {
    about: 'Hands approved settlements to the lender.',
    can: maySend,
    takes: { ids: ids('settlements', { min: 1, max: most }) },
    gives: done,
    errors: ['NOT_FOUND', 'SETTLEMENT_STATE', 'SETTLEMENT_EXPIRED', 'FORBIDDEN'],
  }),
  raiseQuery: endpoint('POST /settlement/raise-query', {
    about: 'Asks a question about a settlement, of the agency or the lender.',
    can: { any: ['settlement_raise_query', 'settlement_raise_query_client'] },
    takes: {
      settlementId: id('settlements'),
      loanId: optional(id('loans')),
      comment: text({ max: mostQuery }),
      /** Also visible to the lender; needs the query permission (G101). */
      isForClient: optional(flag()),
    },
    gives: settlementRow,
    errors: ['NOT_FOUND', 'SETTLEMENT_STATE', 'INVALID_INPUT', 'FORBIDDEN'],
  }),
  remark: endpoint('POST /settlement/add/remarks', {
    about: 'Adds a remark for the agency.',
    can: 'list_settlement_raise_query',
    takes: { settlementId: id('settlements'), content: text({ max: mostQuery }) },
    gives: z.object({ id: id() }),
    errors: ['NOT_FOUND'],
  }),
  /** A query or a remark the lender reads too (G101). */
  remarkToClient: endpoint('POST /settlement/send-remarks-to-client', {
    about: 'Adds a remark the lender reads too.',
    can: 'settlement_raise_query_client',
    takes: { settlementId: id('settlements'), content: text({ max: mostQuery }) },
    gives: z.object({ id: id() }),
    errors: ['NOT_FOUND', 'SETTLEMENT_STATE'],
  }),
  /** An agent repeats a rejected request, optionally with another amount. */
  reinitiate: endpoint('PUT /settlement/reinitiate-settlement/:id', {
    about: 'Requests a rejected settlement once more, for another amount where named.',
    can: { roles: ['agent'] },
    takes: {
      ...of,
      amount: optional(rupees({ min: 0 })),
      settlementDate: optional(day()),
      comments: optional(note({ max: mostComment })),
    },
    gives: settlementRow,
    errors: [
      'NOT_FOUND',
      'SETTLEMENT_STATE',
      'INVALID_INPUT',
      'SETTLEMENT_OPEN',
      'ALREADY_SETTLED',
      'LOAN_PAID_OFF',
    ],
  }),
});
