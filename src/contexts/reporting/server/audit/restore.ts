/** Restores a master's previous values, validated by the master's rules, while nothing depends on the change. */
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { metaOf } from '#kernel/contract/field.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context, Route } from '#kernel/server/http/implement.ts';
import { name, sql } from '#kernel/server/database/sql.ts';
import { statesIn } from './changes.ts';

interface Master {
  table: string;
  columns: Readonly<Record<string, string>>;
  one: Route;
  edit: Route;
}
/** Restorable masters; excludes roles, because permissions must be granted explicitly. */
const restorable: ReadonlySet<string> = new Set([
  'allocation-type-hierarchy',
  'allocation-types',
  'authority-steps',
  'breaks',
  'campaigns',
  'centers',
  'clients',
  'compliance-rules',
  'dispositions',
  'inbound-queues',
  'option-values',
  'payment-accounts',
  'portfolios',
  'score-cards',
  'score-questions',
  'transfer-numbers',
  'trunks',
]);
type Masters = ReadonlyMap<string, Master>;

/** Whether the previous values can be restored. */
export const isRestorable = (masters: Masters, domain: string): boolean =>
  restorable.has(domain) && masters.has(domain);

/** Masters by domain, with the table of their list. */
export function mastersIn(routes: readonly Route[]): Masters {
  const named = (of: string): Route | undefined => routes.find(({ endpoint }) => endpoint.name === of);
  return new Map(
    routes.flatMap(({ handle: { master } }): [string, Master][] => {
      const [one, edit] = master ? [named(`${master.domain}.one`), named(`${master.domain}.edit`)] : [];
      return master && one && edit ? [[master.domain, { ...master, one, edit }]] : [];
    }),
  );
}

interface Change {
  id: number;
  domain: string;
  entityId: number;
  facts: unknown;
}
const changeOf = (tx: Tx, id: string): Promise<Change | undefined> =>
  /^\d{1,15}$/.test(id)
    ? tx.one<Change>(sql`
        select id, domain, entity_id as "entityId", facts from event where id = ${Number(id)} and type like '%.updated'`)
    : Promise.resolve(undefined);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Every row it pointed at is still there and in use. */
async function checkReferences(tx: Tx, master: Master, before: object, masters: Masters): Promise<void> {
  for (const [field, value] of Object.entries(before)) {
    const schema = master.edit.endpoint.takes.shape[field];
    const meta = schema && metaOf(schema);
    const pointed = meta?.ref === undefined ? undefined : masters.get(meta.ref);
    const ids = (Array.isArray(value) ? value : [value]).filter(
      (one): one is number => typeof one === 'number',
    );
    if (!pointed || ids.length === 0) continue;
    const inUse = 'isActive' in pointed.columns ? sql`is_active` : sql`true`;
    const found = await tx.rows(
      sql`select id from ${name(pointed.table)} where id = any(${ids}) and ${inUse}`,
    );
    if (found.length < new Set(ids).size) throw new Failure('RESTORE_REFERENCE', { field });
  }
}

export async function restore(
  context: Context,
  id: string,
  masters: Masters,
): Promise<{ domain: string; id: number }> {
  const { tx, actor, emit } = context;
  const change = await changeOf(tx, id);
  const master = change && restorable.has(change.domain) ? masters.get(change.domain) : undefined;
  const states = change && statesIn(change.facts);
  if (!change || !master || !states) throw new Failure('NOT_FOUND');
  if (!may(actor, master.edit.endpoint.can)) throw new Failure('FORBIDDEN');
  await tx.run(sql`select from ${name(master.table)} where id = ${change.entityId} for no key update`);
  const key = String(change.entityId);
  const now = (await master.one.handle({ id: key } as never, context)) as Record<string, unknown>;
  const changed = Object.entries(states.after).find(([field, value]) => !isSame(now[field], value));
  if (changed) throw new Failure('RESTORE_CHANGED', { field: changed[0] });
  await checkReferences(tx, master, states.before, masters);
  await master.edit.handle({ id: key, ...states.before } as never, context);
  emit('audit.restored', {
    id: change.entityId,
    facts: { domain: change.domain, id: change.entityId, event: change.id },
    to: [actor.id],
  });
  return { domain: change.domain, id: change.entityId };
}
