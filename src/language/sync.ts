import type { Words } from './word.ts';

export const syncWords: Words = [
  {
    name: 'outbox',
    is: 'What was written on a phone and waits to be delivered.',
    synonyms: ['offline queue'],
  },
  {
    name: 'entry',
    is: 'One thing in the outbox: kept, sealed, delivered, answered with a verdict.',
    synonyms: ['queued operation', 'command'],
  },
  {
    name: 'verdict',
    is: 'What became of an entry: applied, applied with a notice, a duplicate, or kept for review.',
    not: 'What a gateway tells of an order.',
    column: 'idempotency.verdict',
  },
  {
    name: 'review',
    is: 'An entry a team leader decides, because the rules would not.',
    synonyms: ['exception queue'],
    table: 'sync_reviews',
  },
  {
    name: 'notice',
    is: 'What the author of an entry should know of its acceptance, as a code.',
    column: 'idempotency.notices',
  },
  { name: 'vault', is: 'The lock of the loans a phone keeps, opened with a PIN.', synonyms: ['app lock'] },
  {
    name: 'change feed',
    is: 'The caller’s loans that changed since a cursor.',
    synonyms: ['delta sync'],
    column: 'loans.changed_tx',
  },
  {
    name: 'sync lag',
    is: 'How late an action on a phone arrives.',
    metric: { formula: 'arrival − time of the action, 50th and 95th percentile', unit: 'seconds' },
  },
];
