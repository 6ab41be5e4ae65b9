import { complaints } from '#contexts/complaints/contract/complaints.ts';
import { isLoanSeen } from '#contexts/loans/server/visible.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { exactOrAll, loansNumbered } from '#contexts/loans/server/search.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { actOn } from './act.ts';
import * as store from './store.ts';
import { takeComplaint } from './take.ts';

const keyed = (key: string): string => {
  if (!/^(\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(key)) throw new Failure('NOT_FOUND');
  return key;
};
async function found({ tx, actor, now }: Context, key: string): Promise<store.ComplaintRow> {
  const row = await store.complaintOf(tx, actor, { key: keyed(key), day: businessDay(now) });
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}

export const complaintRoutes = ({ send }: { send: SendMessage }): Route[] =>
  implement(complaints, {
    list: (query, { tx, actor, now }) =>
      store.pageOfComplaints(tx, actor, { ...query, day: businessDay(now) }),
    ofLender: (query, { tx, actor, now }) =>
      store.pageOfLender(tx, actor, { ...query, day: businessDay(now) }),
    rule: async (_, { tx }) => ({ answerDays: await store.answerDays(tx) }),
    async setRule(after, { tx, emit }) {
      const before = { answerDays: await store.answerDays(tx) };
      await store.setAnswerDays(tx, after.answerDays);
      emit('complaints.rule-set', { facts: { before, after: { ...after } } });
      return after;
    },
    one: ({ id }, context) => found(context, id),
    async steps({ id }, context) {
      return store.complaintSteps(context.tx, (await found(context, id)).id);
    },

    async take({ loanId, aboutId, ...draft }, { tx, actor, now, emit }) {
      if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
      if (aboutId !== undefined && !(await store.hadToDo(tx, { userId: aboutId, loanId })))
        throw new Failure('INVALID_INPUT', {}, [{ path: 'aboutId', fault: 'invalid' }]);
      const taken = { ...draft, loanId, aboutId, channel: 'call' as const, takenBy: actor.id };
      return takeComplaint({ tx, now, emit, send }, taken);
    },

    async act({ id, ...asked }, context) {
      const done = await actOn(context, { id: keyed(id), ...asked }, { send });
      return found(context, String(done));
    },

    async send({ loanNumber, ...draft }, { tx, actor, now, emit }) {
      const rows = await tx.rows<{ id: number; loanNumber: string }>(sql`
        select id, loan_number as "loanNumber" from loans
        where id = any(${loansNumbered(loanNumber, sql`x.client_id = ${actor.clientId}`)})`);
      const [loan, other] = exactOrAll(rows, loanNumber);
      if (!loan || other) throw new Failure('LOAN_UNKNOWN');
      return takeComplaint(
        { tx, now, emit, send },
        { ...draft, loanId: loan.id, channel: 'portal', takenBy: actor.id },
      );
    },
  });
