/** Audit of settings, users and permissions: events for administrators. */
import * as z from 'zod/mini';
import { adminRoles } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, ids, instant, nullable, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

const row = z.object({
  id: id(),
  at: instant(),
  /** Null: the system. */
  actorName: nullable(z.string()),
  /** Client address; null if unknown. */
  from: nullable(z.string()),
  /** A master, or `users`, `permissions`, `processes`. */
  domain: z.string(),
  /** What happened to it, such as `updated`. */
  what: z.string(),
  /** What it is called now. */
  name: z.nullable(z.string()),
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  /** The previous values can be restored: a visible master change. */
  mayRestore: flag(),
});

/** Anchor of the hash chain, signed with an external key. */
const anchor = z.object({
  n: z.int(),
  at: instant(),
  why: choice(['seen', 'vouched']),
  hash: z.string(),
  /** Signed with this installation's key. */
  isOurs: flag(),
  /** The hash at this position still equals the anchored one. */
  isThere: flag(),
});
/** State of the chain, verified so far: from its newest anchors to its end. */
const chain = z.object({
  isWhole: flag(),
  /** No fault found, but there is no anchor yet, or the end was not reached. */
  isUnknown: flag(),
  from: z.int(),
  until: z.int(),
  /** Event with an invalid hash. */
  brokenEvent: nullable(z.int()),
  anchors: z.array(anchor),
});

export const audit = domain('audit', {
  list: list('GET /audit', {
    isReport: true,
    about: 'Who changed which setting, person or right, before and after.',
    can: { roles: adminRoles },
    row,
    filters: { domain: text({ max: 40 }), userIds: ids('users'), startDate: day(), endDate: day() },
  }),
  chain: endpoint('GET /audit/chain', {
    about: 'The newest marks of the audit chain, and whether the chain holds from there to its end.',
    can: { roles: adminRoles },
    gives: chain,
  }),
  restore: endpoint('POST /audit/:id/restore', {
    about: 'Writes what a master said before a change, as an ordinary change of it.',
    can: { roles: adminRoles },
    gives: z.object({ domain: z.string(), id: id() }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'RESTORE_CHANGED', 'RESTORE_REFERENCE', 'TAKEN', 'INVALID_INPUT'],
  }),
});
