import * as z from 'zod/mini';
import type { Access } from './access.ts';
import { type Endpoint, type Shape, endpoint } from './endpoint.ts';
import { bare, flag, id, ids, instant, text } from './field.ts';
import { list } from './list.ts';

type Partial<S extends Shape> = { [K in keyof S]: z.ZodMiniOptional<S[K]> };
const identity = { id: id(), uId: z.string() };
/** Last change of the row: sent with an edit to detect a concurrent one. */
const version = { updatedAt: instant() };
export const dropdownRow = z.object({ id: z.int(), name: z.string() });

/** Every field optional, and none filled by a default: an edit sends only what changed. */
function changes<S extends Shape>(draft: S): Partial<S> {
  return Object.fromEntries(
    Object.entries(draft).map(([name, field]) => [
      name,
      z.optional(mayBeNull(field) ? z.nullable(bare(field)) : bare(field)),
    ]),
  ) as Partial<S>;
}

function mayBeNull(schema: z.ZodMiniType): boolean {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.ZodMiniType };
  return type === 'nullable' || (type !== 'array' && innerType !== undefined && mayBeNull(innerType));
}

interface Options<D, R, F> {
  /** One and many of them, as in “Adds a center”. */
  called: readonly [one: string, many: string];
  draft: D;
  /** Fields of a row in addition to the draft, its id and its uId. */
  shows?: R;
  flags: { list: Access; create: Access; edit: Access; dropdown?: Access };
  /** The master can be deactivated: rows and drafts carry isActive, the list filters by it. */
  active?: boolean;
  /** Other rows depend on it: switching it off needs a confirmation that they were shown. */
  confirmsOff?: boolean;
  /** What else the list filters by. */
  filters?: F;
  sorts?: readonly string[];
  touches?: readonly string[];
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const withArticle = (text: string): string => `${/^[aeiou]/.test(text) ? 'an' : 'a'} ${text}`;

/** List, one, create, edit and dropdown of a master at the specification's paths. */
export function master<
  const P extends `/${string}`,
  D extends Shape,
  R extends Shape = Record<never, never>,
  F extends Shape = Record<never, never>,
>(path: P, o: Options<D, R, F>) {
  const activity = (o.active ? { isActive: flag() } : {}) as { isActive: ReturnType<typeof flag> };
  const row = z.object({ ...identity, ...o.draft, ...activity, ...version, ...(o.shows ?? ({} as R)) });
  const draft = { ...o.draft, ...(o.active ? { isActive: z.optional(flag()) } : {}) } as D & {
    isActive: z.ZodMiniOptional<ReturnType<typeof flag>>;
  };
  const confirmed = (o.confirmsOff ? { isConfirmed: z.optional(flag()) } : {}) as {
    isConfirmed: z.ZodMiniOptional<ReturnType<typeof flag>>;
  };
  const [thing, things] = o.called;
  const common = { touches: o.touches, errors: ['TAKEN'] as const };
  return {
    list: list(`GET ${path}`, {
      about: `${upper(things)}, a page at a time.`,
      can: o.flags.list,
      row,
      filters: { ...activity, ...(o.filters ?? ({} as F)) },
      sorts: o.sorts ?? ['name'],
    }),
    create: endpoint(`POST ${path}`, {
      about: `Adds ${withArticle(thing)}.`,
      ...common,
      can: o.flags.create,
      takes: draft,
      gives: row,
    }),
    edit: endpoint(`PATCH ${path}/:id`, {
      about: `Changes ${withArticle(thing)}.`,
      ...common,
      can: o.flags.edit,
      takes: { ...changes(draft), updatedAt: z.optional(instant()), ...confirmed },
      errors: ['TAKEN', 'CHANGED_MEANWHILE', ...(o.confirmsOff ? (['NOT_CONFIRMED'] as const) : [])],
      gives: row,
      also: [`PUT ${path}/:id`],
    }),
    dropdown: endpoint(`GET ${path}/dropdown`, {
      about: `${upper(things)} to choose from, by name.`,
      can: o.flags.dropdown ?? 'staff',
      takes: { q: z.optional(text({ max: 100 })), ids: z.optional(ids()) },
      gives: dropdownRow,
      answer: 'rows',
    }),
    one: endpoint(`GET ${path}/:id`, { about: `One ${thing}, whole.`, can: o.flags.list, gives: row }),
  } satisfies Record<string, Endpoint>;
}

/** Any master, for code that works on all of them. */
type Master = Record<'list' | 'one' | 'create' | 'edit' | 'dropdown', Endpoint>;
/** The endpoints of a master; the dropdown is optional. */
export type MasterCore = Omit<Master, 'dropdown'>;
