import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { dispositionPage } from './list-store.ts';
import type { Record } from './record.ts';

export const borrowerDispositionRoutes = (record: Record): Route[] =>
  implement(borrowerDispositions, {
    list: (query, { tx, actor, now }) => dispositionPage(tx, actor, query, now),
    record: (draft, context) => record(draft, context),
  });
