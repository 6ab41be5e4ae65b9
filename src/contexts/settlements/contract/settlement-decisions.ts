/** Decisions of the agency about settlements, one or many at once. */
import * as z from 'zod/mini';
import { mostComment } from '#contexts/work/contract/borrower-dispositions.ts';
import type { Access } from '#kernel/contract/access.ts';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, id, ids, note, optional, rupees } from '#kernel/contract/field.ts';
import { settlementRow } from './settlement-rows.ts';

/** Why one of many is not approved: its state, its loan that is paid off, its day, its maker, its waiver, or the limits of the caller. */
export const bulkReasons = ['state', 'paid_off', 'expired', 'own', 'waiver', 'passed', 'nobody'] as const;
const most = 500;
/** Many at once is for team leads alone (G097). */
const mayBulk = { roles: ['tech_lead'], any: ['approve_reject_settlement'] } as const satisfies Access;

export const settlementDecisions = {
  updateStatus: endpoint('POST /settlement/update-status', {
    about: 'Approves, rejects, re-opens a settlement, or changes its amount.',
    can: { any: ['approve_reject_settlement', 'update_settlement_amount', 'reopen_settlement'] },
    takes: {
      id: id('settlements'),
      status: choice(['Approved', 'Rejected', 'AmountUpdated', 'ReOpened']),
      comments: optional(note({ max: mostComment })),
      suggestedAmount: optional(rupees({ min: 0 })),
      updateAmount: optional(rupees({ min: 0 })),
      /** A new payment day; instalments shift with the first. */
      settlementDate: optional(day()),
      /** As shown on the screen; the server compares it with the current value. */
      principalOutstanding: optional(rupees()),
    },
    gives: settlementRow,
    errors: [
      'NOT_FOUND',
      'SETTLEMENT_STATE',
      'SETTLEMENT_EXPIRED',
      'LOAN_PAID_OFF',
      'INVALID_INPUT',
      'FORBIDDEN',
      'OWN_SETTLEMENT',
      'WAIVER_ABOVE_LIMIT',
      'ABOVE_AUTHORITY',
      'NOT_YOURS_TO_REJECT',
      'WAITS_ALREADY',
      'ALREADY_SETTLED',
      'SETTLEMENT_OPEN',
    ],
  }),
  bulkApprove: endpoint('POST /settlement/bulk-approve', {
    about: 'Approves several settlements.',
    can: mayBulk,
    takes: { ids: ids('settlements', { min: 1, max: most }) },
    gives: z.object({
      changed: z.int(),
      /** Undecided ones, with the reason. */
      left: z.array(z.object({ id: id(), why: choice(bulkReasons) })),
    }),
    errors: [
      'NOT_FOUND',
      'SETTLEMENT_STATE',
      'SETTLEMENT_EXPIRED',
      'LOAN_PAID_OFF',
      'OWN_SETTLEMENT',
      'WAIVER_ABOVE_LIMIT',
      'ABOVE_AUTHORITY',
    ],
  }),
};
