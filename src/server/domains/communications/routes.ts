import { communications } from '#contract/communications.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { implement } from '#server/kernel/implement.ts';
import { pageOf } from './list-store.ts';
import { historyOf, isSeen } from './store.ts';

export const communicationRoutes = implement(communications, {
  sms: (query, { tx, actor }) => pageOf(tx, actor, 'sms', query),
  whatsapp: (query, { tx, actor }) => pageOf(tx, actor, 'whatsApp', query),
  rcs: (query, { tx, actor }) => pageOf(tx, actor, 'rcs', query),
  ivr: (query, { tx, actor }) => pageOf(tx, actor, 'ivr', query),
  async history({ loanId, ...page }, { tx, actor }) {
    if (!(await isSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
    return historyOf(tx, loanId, page);
  },
});
