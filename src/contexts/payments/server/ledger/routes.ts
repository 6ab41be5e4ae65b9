import { ledger } from '#contexts/payments/contract/ledger.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import {
  confirmOpening,
  pageOfAccounts,
  pageOfOpenings,
  pageOfPostings,
  postingsOfLoan,
  remakeOpening,
} from './store.ts';

export const ledgerRoutes: Route[] = implement(ledger, {
  accounts: (query, { tx, now }) => pageOfAccounts(tx, query, now),
  postings: (query, { tx, actor, now }) => pageOfPostings(tx, actor, query, now),
  ofLoan: (asked, { tx, actor }) => postingsOfLoan(tx, actor, asked),
  openings: (query, { tx }) => pageOfOpenings(tx, query),
  async confirm({ id }, { tx, actor, now, emit }) {
    await confirmOpening(tx, actor, id, now);
    emit('ledger.confirmed', { id, facts: {} });
    return { id };
  },
  async remake({ id }, { tx, emit }) {
    const made = await remakeOpening(tx, id);
    emit('ledger.remade', { id: made, facts: { before: id } });
    return { id: made };
  },
});
