import { communications } from '#contexts/messaging/contract/communications.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { type Followed, countUnderway, followJobName } from './follow.ts';
import { pageOf } from './list-store.ts';
import { historyOf, isSeen, messageSeen } from './store.ts';

export const communicationRoutes = ({ jobs }: { jobs: Jobs }): Route[] =>
  implement(communications, {
    sms: (query, { tx, actor }) => pageOf(tx, actor, 'sms', query),
    whatsapp: (query, { tx, actor }) => pageOf(tx, actor, 'whatsApp', query),
    rcs: (query, { tx, actor }) => pageOf(tx, actor, 'rcs', query),
    ivr: (query, { tx, actor }) => pageOf(tx, actor, 'ivr', query),
    async refresh({ id }, { tx, actor, emit }) {
      const message = await messageSeen(tx, actor, Number(id));
      if (!message) throw new Failure('NOT_FOUND');
      await jobs.enqueue<Followed>(tx, followJobName, { messageId: message.id });
      emit('communications.refreshed', { id: message.id, facts: { asked: 1 }, to: [] });
      return message;
    },
    async refreshAll(_, { tx, emit }) {
      const asked = await countUnderway(tx, 'sms');
      if (asked > 0) await jobs.enqueue<Followed>(tx, followJobName, { channel: 'sms' });
      emit('communications.refreshed', { facts: { asked }, to: [] });
      return { asked };
    },
    async history({ loanId, ...page }, { tx, actor }) {
      if (!(await isSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
      return historyOf(tx, loanId, page);
    },
  });
