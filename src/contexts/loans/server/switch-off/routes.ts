import type { Flag } from '#kernel/contract/flags.ts';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { switchOff } from '#contexts/lenders/contract/switch-off.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { refuseBarred } from '#contexts/agency/server/agent-cards/barred.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { implement } from '#kernel/server/http/implement.ts';
import * as store from './store.ts';

/** The deactivation flag also permits reading dependents. */
const flagOf: Readonly<Record<store.What, Flag>> = {
  client: 'edit_client',
  portfolio: 'edit_portfolio',
  campaign: 'edit_campaign',
  user: 'edit_user',
};

async function found(tx: Tx, actor: ServerActor, what: store.What, key: string): Promise<number> {
  if (!/^(\d{1,15}|[0-9a-f-]{36})$/i.test(key)) throw new Failure('NOT_FOUND');
  const id = await store.switchableId(tx, actor, what, key);
  if (id === undefined) throw new Failure('NOT_FOUND');
  return id;
}

/** Rejects deactivation while loans, PTPs, campaigns, users or calls depend on it, listing them. */
export async function checkNothingHangs(tx: Tx, what: store.What, id: number): Promise<void> {
  const { campaigns, ...counts } = await store.hangingOn(tx, what, id);
  if (Object.values(counts).every((count) => count === 0)) return;
  throw new Failure('NOT_CONFIRMED', { what, ...counts, campaigns: campaigns.join('\n') });
}

export const switchOffRoutes = implement(switchOff, {
  async hangs({ what, id }, { tx, actor }) {
    if (!may(actor, flagOf[what])) throw new Failure('FORBIDDEN');
    return store.hangingOn(tx, what, await found(tx, actor, what, id));
  },

  async handOver({ id, userIds, begun }, { tx, actor, now, emit }) {
    const from = await found(tx, actor, 'user', id);
    const people = [...new Set(userIds)];
    if ((await store.activeWorkersAmong(tx, actor, people, from)) < people.length)
      throw new Failure('INVALID_INPUT', {}, [{ path: 'userIds', fault: 'invalid' }]);
    await refuseBarred(tx, people, now);
    const dealt = await store.dealOut(tx, { from, userIds: people, by: actor.id, begun });
    // Former assignees are in the audience too: their screens still show the loans.
    const to = await watchersOf(tx, [from, ...people, actor.id]);
    emit('loans.handed-over', { facts: { from, userIds: people, loans: dealt.changed }, to });
    return dealt;
  },
});
