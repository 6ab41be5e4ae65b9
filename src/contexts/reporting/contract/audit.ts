/** Who changed what of the agency's settings, people and rights: the events, as an administrator reads them. */
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
  /** The address it was done from; null where it is not known. */
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
  /** What it said before can be written again: a change of a master that hides nothing. */
  mayRestore: flag(),
});

/** A mark of the chain of seals, made under a key outside of the database. */
const anchor = z.object({
  n: z.int(),
  at: instant(),
  why: choice(['seen', 'vouched']),
  hash: z.string(),
  /** Made with the key of this installation. */
  isOurs: flag(),
  /** The seal at this place is still the one that was marked. */
  isThere: flag(),
});
/** What the chain is, as far as it was looked at now: from its newest marks to its end. */
const chain = z.object({
  isWhole: flag(),
  /** Nothing broken was found, but there is no mark yet, or the end was not reached. */
  isUnknown: flag(),
  from: z.int(),
  until: z.int(),
  /** The event whose seal does not hold. */
  brokenEvent: nullable(z.int()),
  anchors: z.array(anchor),
  /** Months that lie in files, and so not in the list; absent from servers of the version before. */
  away: z.optional(z.array(z.string())),
  /** How the files of these months were found when a server or an operator last read them whole. */
  months: z.optional(
    z.array(
      z.object({
        name: z.string(),
        readAt: nullable(instant()),
        /** Its file is not there, or is not what was noted; such a chain is not whole. */
        fault: nullable(choice(['gone', 'changed'])),
      }),
    ),
  ),
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
