/** Lender portal: settlements submitted to the lender, and its decisions (G102). */
import * as z from 'zod/mini';
import { historyFields } from '#contexts/authority/contract/history-fields.ts';
import { mostComment } from '#contexts/work/contract/borrower-dispositions.ts';
import { decidesForLender } from '#contexts/lenders/contract/portal-people.ts';
import type { Access } from '#kernel/contract/access.ts';
import { document } from '#kernel/contract/documents.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  day,
  flag,
  id,
  instant,
  key,
  note,
  nullable,
  optional,
  rupees,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { instalment, plan } from './instalment-fields.ts';
import { planStates } from './instalment-rules.ts';
import { settlementStep } from './settlement-rows.ts';

const can = { roles: ['client'] } as const satisfies Access;
export const clientAnswers = ['Approved', 'Rejected', 'QueryRaised', 'AmountUpdated'] as const;
export const clientStatuses = ['Pending', ...clientAnswers] as const;
/** Until it is approved or rejected the lender may change its decision. */
export const isAnswerable = (status: (typeof clientStatuses)[number]): boolean =>
  status !== 'Approved' && status !== 'Rejected';

const row = z.object({
  id: id('settlements'),
  loanNumber: z.string(),
  borrower: z.string(),
  portfolio: z.string(),
  amount: rupees(),
  settlementDate: day(),
  /** Its payment day has passed unpaid: the agency sets a new day before approval. */
  isExpired: flag(),
  principalOutstanding: rupees(),
  totalOutstanding: rupees(),
  /** Of the principal outstanding, in percent (G106). */
  recoveryOnPos: z.nullable(z.number()),
  waiverOnPos: z.nullable(z.number()),
  clientStatus: choice(clientStatuses),
  clientComments: z.nullable(z.string()),
  updatedClientAmount: nullable(rupees()),
  isClientQuery: flag(),
  /** Number of attached documents. */
  papers: z.int(),
  sentToClientAt: instant(),
  plan: nullable(plan),
  instalments: z.array(instalment),
  ...historyFields,
});

export const portal = domain('portal', {
  list: list('GET /portal/settlements', {
    about: 'Settlements handed to the lender, for its portal.',
    can,
    row,
    filters: {
      status: choice(clientStatuses),
      plan: choice(planStates),
      /** Broken, and not acknowledged yet. */
      isNews: flag(),
    },
  }),
  note: endpoint('POST /portal/settlements/:id/note', {
    about: 'Notes that a settlement broke; its news is over for all of the lender.',
    can: decidesForLender,
    takes: { id: key('settlements') },
    gives: row,
    errors: ['NOT_FOUND', 'SETTLEMENT_STATE'],
  }),
  documents: endpoint('GET /portal/settlements/:id/documents', {
    about: 'Papers of a settlement that was handed to the lender.',
    can,
    takes: { id: key('settlements') },
    gives: document,
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  timeline: endpoint('GET /portal/settlements/:id/timeline', {
    about: 'Steps of a settlement on the lender’s side.',
    can,
    takes: { id: key('settlements') },
    gives: settlementStep,
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  answer: endpoint('POST /portal/settlements/:id/answer', {
    about: 'Answer of the lender: approved, rejected, a question or another amount.',
    can: decidesForLender,
    takes: {
      id: key('settlements'),
      status: choice(clientAnswers),
      comments: optional(note({ max: mostComment })),
      amount: optional(rupees({ min: 0 })),
    },
    gives: row,
    errors: ['NOT_FOUND', 'SETTLEMENT_STATE', 'SETTLEMENT_EXPIRED', 'INVALID_INPUT'],
    touches: ['settlements'],
  }),
});
