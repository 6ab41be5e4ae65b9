import { canonical, digestOf } from '#contract/kernel/canonical.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { sync } from '#contract/sync.ts';
import { type Route, implement } from '#server/kernel/implement.ts';
import type { Logger } from '#server/kernel/log.ts';
import { commandsIn, runBatch } from './batch.ts';
import { changesFor } from './changes.ts';
import { placeInTime } from './clock.ts';
import { newestKey, opened } from './keys.ts';
import { insertDiscards, insertReview, receiptsOf } from './store.ts';

/** `routes` are those whose calls may have waited on a phone. */
export function syncRoutes({ routes, log }: { routes: readonly Route[]; log: Logger }): Route[] {
  const commands = commandsIn(routes);
  return implement(sync, {
    key: (_, { tx }) => newestKey(tx),

    async batch({ deviceId, items }, context) {
      const answers = await runBatch({ commands, context, deviceId, log }, items);
      const refused = answers.filter(({ status }) => status >= 300).length;
      context.emit('sync.delivered', { facts: { deviceId, items: items.length, refused }, to: [] });
      return { serverTime: new Date().toISOString(), answers };
    },

    async receipts({ deviceId, sinceSeq = 0 }, { tx, actor }) {
      const rows = await receiptsOf(tx, { actorId: actor.id, deviceId, sinceSeq });
      const digest = await digestOf(rows.map(({ key }) => key).join('\n'));
      return { count: rows.length, digest, lastSeq: rows.at(-1)?.seq ?? null };
    },

    changes: ({ since }, { tx, actor, now }) => changesFor(tx, actor, { since, now }),

    async discarded({ deviceId, items }, { tx, actor, emit }) {
      const made = await insertDiscards(tx, { actorId: actor.id, deviceId, items });
      emit('sync.discarded', { facts: { deviceId, items: made }, to: [] });
      return { count: made.length };
    },

    async review({ deviceId, item, code, note = '' }, { tx, actor, now, emit }) {
      if (item.actorId !== actor.id) throw new Failure('ACTOR_MISMATCH');
      const input = item.sealed ? await opened(tx, item.sealed, { ...item, deviceId }) : item.input;
      if (!input || (await digestOf(canonical(input))) !== item.bodyHash) throw new Failure('SEAL_BROKEN');
      const [placed] = placeInTime([item], now);
      const id = await insertReview(tx, {
        item,
        input: input as Record<string, unknown>,
        deviceId,
        authorId: actor.id,
        effectiveAt: placed?.effectiveAt ?? now,
        reasons: [{ code: 'SENT_BY_AUTHOR', facts: { code } }],
        differences: [],
        note,
      });
      emit('sync.sent-for-review', { id, facts: { cmd: item.cmd, code } });
      return { id };
    },

    async stuck({ deviceId, waiting, oldestMinutes, fault = '' }, { emit }) {
      emit('sync.stuck', { facts: { deviceId, waiting, oldestMinutes, fault }, to: [] });
    },
  });
}
