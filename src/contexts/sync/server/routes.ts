import { digestOf } from '#kernel/contract/outbox/canonical.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { agencyIdentity } from '#contexts/agency/server/system/identity.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { lossFaults, syncReviews } from '#contexts/sync/contract/sync-reviews.ts';
import { sync } from '#contexts/sync/contract/sync.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { commandsIn, ofAnother, putOff, runBatch } from './batch.ts';
import { type TasksOf, changesFor } from './changes.ts';
import type { DoorFactsOf } from './door-facts.ts';
import { identityOf } from './database-identity.ts';
import { mintToken } from './device-tokens.ts';
import { handIn } from './hand-in.ts';
import { newestKey } from './keys.ts';
import { insertLoss, markLossSeen, pageOfLosses } from './losses.ts';
import { acceptReview, rejectReview, sendForReview } from './review.ts';
import { pageOfReviews } from './review-store.ts';
import { insertDiscards, receiptsOf } from './store.ts';

interface Deps {
  /** Offline routes. */
  routes: readonly Route[];
  log: Logger;
  tasksOf: TasksOf;
  doorFactsOf: DoorFactsOf;
}
export function syncRoutes({ routes, log, tasksOf, doorFactsOf }: Deps): Route[] {
  const commands = commandsIn(routes);
  const reviews = implement(syncReviews, {
    list: (query, { tx, actor }) => pageOfReviews(tx, actor, query),
    accept: ({ id, note = '' }, context) => acceptReview(commands, { id, note }, context),
    reject: (asked, context) => rejectReview(asked, context),
    losses: (query, { tx, actor }) => pageOfLosses(tx, actor, query),
    async lossSeen({ id }, { tx, actor, now, emit }) {
      const seen = await markLossSeen(tx, actor, { id, now });
      if (!seen) throw new Failure('NOT_FOUND');
      const to = await watchersOf(tx, [seen.authorId]);
      emit('sync-reviews.loss-seen', { id: seen.id, facts: { authorId: seen.authorId }, to });
      return { id: seen.id };
    },
  });
  const own = implement(sync, {
    key: (_, { tx, now }) => newestKey(tx, now),

    async batch({ deviceId, items, epoch: known, agency }, context) {
      const run = { commands, context, deviceId, log };
      const isForeign = agency !== undefined && agency !== (await agencyIdentity(context.tx));
      // To the phone of another agency this database is none.
      const epoch = isForeign ? '' : await identityOf(context.tx);
      const isOther = known !== undefined && known !== epoch;
      const answers = isForeign
        ? ofAnother(run, items)
        : isOther
          ? putOff(run, items)
          : await runBatch(run, items);
      const refused = answers.filter(({ status }) => status >= 300).length;
      context.emit('sync.delivered', { facts: { deviceId, items: items.length, refused }, to: [] });
      return { serverTime: new Date().toISOString(), answers, epoch };
    },

    async receipts({ deviceId, sinceSeq = 0 }, { tx, actor }) {
      const [rows, epoch] = await Promise.all([
        receiptsOf(tx, { actorId: actor.id, deviceId, sinceSeq }),
        identityOf(tx),
      ]);
      const digest = await digestOf(rows.map(({ key }) => key).join('\n'));
      return { count: rows.length, digest, lastSeq: rows.at(-1)?.seq ?? null, epoch };
    },

    changes: ({ since }, { tx, actor, now }) => changesFor(tx, actor, { since, now, tasksOf, doorFactsOf }),

    async discarded({ deviceId, items }, { tx, actor, emit }) {
      const made = await insertDiscards(tx, { actorId: actor.id, deviceId, items });
      emit('sync.discarded', { facts: { deviceId, items: made }, to: [] });
      return { count: made.length };
    },

    async review(asked, context) {
      const id = await sendForReview(commands, asked, context);
      const facts = { cmd: asked.item.cmd, code: asked.code };
      const to = await watchersOf(context.tx, [context.actor.id]);
      context.emit('sync-reviews.sent-for-review', { id, facts, to });
      return { id };
    },
    async deviceToken({ deviceId }, { tx, actor, now, emit }) {
      emit('sync.device-trusted', { id: actor.id, facts: { deviceId }, to: [] });
      return mintToken(tx, { userId: actor.id, deviceId, now });
    },
    handIn: ({ deviceId, ...asked }, context) => handIn({ commands, context, deviceId, log }, asked),
    async stuck({ deviceId, waiting, oldestMinutes, fault = '' }, { tx, actor, now, emit }) {
      emit('sync.stuck', { facts: { deviceId, waiting, oldestMinutes, fault }, to: [] });
      const lost = lossFaults.find((one) => one === fault);
      if (!lost) return;
      const since = new Date(now.getTime() - oldestMinutes * 60_000);
      await insertLoss(tx, { authorId: actor.id, deviceId, fault: lost, entries: waiting, since });
      const to = await watchersOf(tx, [actor.id]);
      emit('sync-reviews.lost', { id: actor.id, facts: { deviceId, fault, entries: waiting }, to });
    },
  });
  return [...own, ...reviews];
}
