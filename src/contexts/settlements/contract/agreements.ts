/** Acceptances of borrowers with their proof. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { day, flag, id, instant, key, nullable, rupees } from '#kernel/contract/field.ts';

const agreement = z.object({
  id: id(),
  settlementId: id('settlements'),
  /** 1: the first agreement; each later version replaces the one before. */
  version: z.int(),
  amount: rupees(),
  outstanding: rupees(),
  graceDays: z.int(),
  instalments: z.array(z.object({ dueOn: day(), amount: rupees() })),
  /** Terms as the borrower read them. */
  terms: z.string(),
  language: z.string(),
  channel: z.string(),
  /** Last digits of the number the one-time code was sent to; null: not recorded. */
  sentTo: z.nullable(z.string()),
  acceptedAt: instant(),
  /** SHA-256 of the acceptance, also in the audit log. */
  hash: nullable(z.string()),
  /** True if row, hash and audit log agree. */
  isSealed: flag(),
});

export const agreements = domain('agreements', {
  ofSettlement: endpoint('GET /settlement/agreements/:id', {
    about:
      'What the borrower accepted of a settlement and its earlier versions, with whether each row is unchanged.',
    can: 'settlement_timeline',
    takes: { id: key('settlements') },
    gives: agreement,
    answer: 'rows',
  }),
});
