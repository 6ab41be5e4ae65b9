import { isLoanSeen } from '#contexts/loans/server/visible.ts';
import { channelsBy } from '#kernel/contract/channels/channels.ts';
import { communications } from '#contexts/messaging/contract/communications.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { type Followed, countUnderway, followJobName } from './follow.ts';
import { type MessageQuery, messagePage } from './list-store.ts';
import { messageHistory, messageSeen } from './store.ts';

export const communicationRoutes = ({ jobs }: { jobs: Jobs }): Route[] =>
  implement(communications, {
    ...channelsBy(
      'tab',
      (channel) =>
        (query: MessageQuery, { tx, actor }: Context) =>
          messagePage(tx, actor, channel, query),
    ),
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
      if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
      return messageHistory(tx, loanId, page);
    },
  });
