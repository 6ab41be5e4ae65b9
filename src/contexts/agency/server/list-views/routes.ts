import { Failure } from '#kernel/contract/failure.ts';
import { listViews } from '#kernel/contract/list-views.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import type { Audience } from '#kernel/server/live/event.ts';
import * as store from './store.ts';

/** Maximum views per user and list. */
const mostOfOne = 50;

const found = (view: store.ListView | undefined): store.ListView => {
  if (!view) throw new Failure('NOT_FOUND');
  return view;
};
const taken = (): Failure => new Failure('TAKEN', {}, [{ path: 'name', fault: 'taken' }]);

/** Screens to refresh: of a shared view those of all staff, else its owner's. */
const readersOf = (actor: ServerActor, isShared: boolean): Audience => (isShared ? 'staff' : [actor.id]);

export const listViewRoutes: Route[] = implement(listViews, {
  all: ({ list }, { tx, actor }) => store.viewsOf(tx, actor, list),

  async create({ list, isShared = false, ...draft }, { tx, actor, emit }) {
    if ((await store.countOf(tx, actor, list)) >= mostOfOne)
      throw new Failure('INVALID_INPUT', {}, [{ path: 'list', fault: 'too_big' }]);
    const made = await store.add(tx, { ...draft, isShared, list, userId: actor.id });
    if (!made) throw taken();
    const facts = { list, name: draft.name, isShared };
    emit('list-views.created', { id: made.id, facts, to: readersOf(actor, isShared) });
    return found(await store.ownView(tx, actor, String(made.id)));
  },

  async edit({ id, ...edit }, { tx, actor, emit }) {
    const before = found(await store.ownView(tx, actor, id));
    const after = { ...before, ...edit };
    const list = await store.listOf(tx, before.id);
    if (await store.isTaken(tx, { userId: actor.id, list, name: after.name, except: before.id }))
      throw taken();
    await store.write(tx, before.id, after);
    const facts = { list, name: after.name, isShared: after.isShared };
    const to = readersOf(actor, before.isShared || after.isShared);
    emit('list-views.updated', { id: before.id, facts, to });
    return after;
  },

  async remove({ id }, { tx, actor, emit }) {
    const view = found(await store.ownView(tx, actor, id));
    const list = await store.listOf(tx, view.id);
    await store.remove(tx, view.id);
    const facts = { list, name: view.name, isShared: view.isShared };
    emit('list-views.removed', { id: view.id, facts, to: readersOf(actor, view.isShared) });
  },
});
