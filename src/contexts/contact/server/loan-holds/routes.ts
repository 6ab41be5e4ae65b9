import { Failure } from '#kernel/contract/failure.ts';
import { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { lockContact } from '../policy/permit.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import type { HoldKeeper } from '../policy/complaint-hold.ts';
import { lastDayOf } from './rules.ts';
import * as store from './store.ts';

const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw new Failure('NOT_FOUND');
  return row;
};
const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);

export const loanHoldRoutes = (o: { keepers: () => readonly HoldKeeper[] }): Route[] =>
  implement(loanHolds, {
    async list({ loanId }, { tx, actor, now }) {
      const { id } = found(await store.loanOf(tx, actor, loanId));
      return store.holdsOf(tx, id, businessDay(now));
    },
    async reasons({ loanId }, { tx, actor, now }) {
      return store.reasonsFor(tx, found(await store.loanOf(tx, actor, loanId)), businessDay(now));
    },

    async place({ loanId, reasonId, untilDay: wanted, note = '' }, { tx, actor, now, emit }) {
      const today = businessDay(now);
      const loan = found(await store.lockSeenLoan(tx, actor, loanId));
      // The lock orders it after contacts already decided, so that none is executed after it.
      await lockContact(tx, { loanId, channel: 'visit', contact: 'visit' });
      // What is closed is not worked anyway.
      if (!loan.isActive) throw wrong('loanId');
      const reason = (await store.reasonsFor(tx, loan, today)).find(({ id }) => id === reasonId);
      if (!reason) throw wrong('reasonId');
      const untilDay = lastDayOf({ today, days: reason.days, wanted });
      if (await store.restsFor(tx, { loanId, reasonId, untilDay }))
        throw new Failure('TAKEN', {}, [{ path: 'reasonId', fault: 'taken' }]);
      const hold = found(await store.place(tx, { loanId, reasonId, today, untilDay, note, by: actor.id }));
      const to = await watchersOf(tx, [loan.assigneeId, actor.id]);
      emit('loans.held', { id: loanId, facts: { name: reason.name, untilDay }, to });
      return hold;
    },

    async end({ id: key }, { tx, actor, now, emit }) {
      const day = businessDay(now);
      const { id, loanId, assigneeId, reason, isNow } = found(await store.lockHold(tx, actor, { key, day }));
      if (!isNow) throw new Failure('CHANGED_MEANWHILE');
      for (const keeps of o.keepers()) await keeps(tx, id);
      await store.end(tx, { id, by: actor.id, now });
      const to = await watchersOf(tx, [assigneeId, actor.id]);
      emit('loans.released', { id: loanId, facts: { name: reason }, to });
      return found(await store.holdById(tx, id, day));
    },
  });
