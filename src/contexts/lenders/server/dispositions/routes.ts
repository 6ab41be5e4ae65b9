import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { idOf, tableHandlers } from '#kernel/server/database/table.ts';
import {
  type DispositionChange,
  type Disposition,
  checkBuiltIn,
  checkReach,
  typeAndParentOf,
  swapped,
} from './rules.ts';
import * as store from './store.ts';

interface Row {
  id: number;
  name: string;
  parentId: number | null;
  priority: number;
}
type Master = Pick<typeof dispositions, 'list' | 'one' | 'create' | 'edit' | 'dropdown'>;
type Known = Disposition & { clientIds: number[] };
const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);

/** Resolves its position and clients from the complete change; rejects impossible ones. */
async function completed(tx: Tx, change: DispositionChange, before?: Known) {
  if (before) checkBuiltIn(before.id, change);
  const place = typeAndParentOf(change, before);
  if (before && place.type !== before.type && (await store.isUsed(tx, before))) throw new Failure('IN_USE');
  const isMoved = place.parentId !== (before?.parentId ?? null);
  if (place.parentId !== null && isMoved && !(await store.lockParent(tx, place.parentId)))
    throw wrong('parentId');
  if (place.parentId === before?.id) throw wrong('parentId');
  const defaultApply = change.defaultApply ?? before?.defaultApply ?? false;
  const clientIds = defaultApply ? [] : (change.clientIds ?? before?.clientIds ?? []);
  checkReach(defaultApply, clientIds);
  if (change.clientIds && !(await store.areClients(tx, clientIds))) throw wrong('clientIds');
  const isNew = !before || isMoved;
  const priority = isNew ? { priority: await store.lastPriority(tx, place.parentId) } : {};
  const isDeath = change.isDeath ?? before?.isDeath ?? (await store.namesDeath(tx, change.name ?? ''));
  return { ...change, isDeath, ...place, ...priority, defaultApply, clientIds };
}

const table = tableHandlers<Master>({
  domain: 'dispositions',
  table: 'dispositions',
  label: 'name',
  sort: 'priority',
  columns: {
    type: 'type',
    name: 'name',
    parentId: 'parent_id',
    defaultApply: 'default_apply',
    isActive: 'is_active',
    priority: 'priority',
    isDeath: 'is_death',
  },
  shows: { clientIds: store.clientIds, subDisposition: store.subDisposition },
  search: [store.branchNames],
  only: sql`parent_id is null`,
  filters: { export: null },
  prepare: (draft, { tx }, before) => completed(tx, draft as DispositionChange, before as Known | undefined),
  finish: (id, draft, { tx }) => store.setClients(tx, id, (draft as DispositionChange).clientIds ?? []),
});

export const dispositionRoutes = implement(dispositions, {
  ...table,
  /** What may be a parent: active ones only. */
  dropdown: ({ q, ids }, { tx }) => store.parents(tx, { q, ids }),

  subs: (asked, { tx }) => store.branches(tx, asked),

  async swap({ from, to }, { tx, emit }) {
    const siblings = (await store.lockSiblings(tx, from)).map(({ id }) => id);
    if (!siblings.includes(from)) throw new Failure('NOT_FOUND');
    const order = swapped(siblings, from, to);
    if (!order) throw wrong('to');
    await store.setOrder(tx, order);
    emit('dispositions.swapped', { id: from, facts: { from, to } });
  },

  /** Common ones, and those of the requested client. */
  options: ({ clientId }, { tx }) => store.offeredDispositions<Row>(tx, clientId ?? null),

  async ofClient({ id }, { tx }) {
    return store.offeredDispositions(tx, await idOf(tx, 'clients', id));
  },
});
