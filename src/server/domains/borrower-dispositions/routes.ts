import { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import { implement } from '#server/kernel/implement.ts';
import { pageOf } from './list-store.ts';
import { record } from './record.ts';

export const borrowerDispositionRoutes = implement(borrowerDispositions, {
  list: (query, { tx, actor, now }) => pageOf(tx, actor, query, now),
  record: (draft, context) => record(draft, context),
});
