import { agentCards } from '#contexts/agency/contract/agent-cards.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { LendersOf } from '../slots.ts';
import * as store from './store.ts';

interface Deps {
  publicUrl: string;
  lendersOf: LendersOf;
}
const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);

async function found({ tx, actor, now }: Context, key: string): Promise<store.CardRow> {
  if (!/^(\d{1,15}|[0-9a-f-]{36})$/i.test(key)) throw new Failure('NOT_FOUND');
  const card = await store.agentCardOf(tx, actor, { key, day: businessDay(now) });
  if (!card) throw new Failure('NOT_FOUND');
  return card;
}

/** A JPEG by its first bytes; what else was sent is no photo. */
function photoIn(base64: string | undefined): Buffer | null {
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) throw new Failure('WRONG_FILE_TYPE');
  return bytes;
}

async function ownCard(tx: Tx, userId: number, now: Date, deps: Deps): Promise<store.Card> {
  const card = await store.ownCard(tx, userId, businessDay(now));
  if (!card) throw new Failure('NOT_FOUND');
  const { code, userId: _, isActive: __, isBarred: ___, ...rest } = card;
  return { ...rest, lenders: await deps.lendersOf(tx, userId), url: `${deps.publicUrl}/agent/${code}` };
}

export const agentCardRoutes = (deps: Deps): Route[] =>
  implement(agentCards, {
    list: (query, { tx, actor, now }) => store.pageOfCards(tx, actor, { ...query, day: businessDay(now) }),
    own: (_, { tx, actor, now }) => ownCard(tx, actor.id, now, deps),
    rule: (_, { tx }) => store.ruleOf(tx),

    async edit({ id: key, photo, ...edit }, context) {
      const { tx, actor, emit } = context;
      const before = await found(context, key);
      // Self-certification is not possible.
      if (before.id === actor.id) throw new Failure('NOT_FOUND');
      const { certificateNumber, validUntil } = { ...before, ...edit };
      if (certificateNumber !== null && validUntil === null) throw wrong('validUntil');
      if (certificateNumber === null && validUntil !== null) throw wrong('certificateNumber');
      await store.writeCard(tx, before.id, { certificateNumber, validUntil, photo: photoIn(photo) });
      const after = await found(context, String(before.id));
      const facts = (card: store.CardRow) => ({
        certificateNumber: card.certificateNumber,
        validUntil: card.validUntil,
        photo: card.photo === null ? null : '•',
      });
      emit('agent-cards.updated', {
        id: before.id,
        facts: {
          before: facts(before),
          after: { ...facts(after), ...(photo !== undefined && { photo: 'new' }) },
        },
      });
      return after;
    },

    async renew({ id: key }, context) {
      const card = await found(context, key);
      await store.renewCode(context.tx, card.id);
      context.emit('agent-cards.renewed', { id: card.id, facts: {} });
      return card;
    },
    async renewOwn(_, { tx, actor, now, emit }) {
      await store.renewCode(tx, actor.id);
      emit('agent-cards.renewed', { id: actor.id, facts: {}, to: [actor.id] });
      return ownCard(tx, actor.id, now, deps);
    },

    async setRule(after, { tx, emit }) {
      const before = await store.ruleOf(tx);
      await store.writeRule(tx, after);
      emit('agent-cards.rule-set', { facts: { before: { ...before }, after: { ...after } } });
      return after;
    },
  });
