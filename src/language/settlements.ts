import type { Words } from './word.ts';

export const settlementsWords: Words = [
  {
    name: 'settlement',
    is: 'An agreement to close a loan for less than is outstanding.',
    not: 'A bank’s settling of a payment.',
    synonyms: ['compromise settlement', 'OTS', 'one-time settlement'],
    table: 'settlements',
    event: 'settlements.requested',
  },
  {
    name: 'agreement',
    is: 'A settlement that the borrower accepted or paid on; it changes by a new version that they accept.',
    synonyms: ['accepted settlement', 'acceptance'],
    table: 'settlement_acceptances',
  },
  {
    name: 'waiver',
    is: 'What the lender gives up in a settlement.',
    synonyms: ['haircut'],
    metric: { formula: '1 − settlement ÷ POS, at least 0', unit: 'share' },
  },
  {
    name: 'pre-approved amount',
    is: 'The amount from which a settlement needs no higher approval.',
    column: 'settlements.pre_approved_amount',
  },
  {
    name: 'query',
    is: 'A question about a settlement that waits for an answer.',
    column: 'settlements.is_collection_query',
  },
  {
    name: 'settlement letter',
    is: 'The letter to the lender about a settlement.',
    column: 'settlements.email_status',
  },
  {
    name: 'recovery on POS',
    is: 'Settlement amount as a share of POS.',
    metric: { formula: 'settlement ÷ POS', unit: 'share' },
  },
];
