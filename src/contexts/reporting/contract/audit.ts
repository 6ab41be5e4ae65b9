/** Who changed what of the agency's settings, people and rights: the events, as an administrator reads them. */
import * as z from 'zod/mini';
import { adminRoles } from '#kernel/contract/access.ts';
import { domain } from '#kernel/contract/endpoint.ts';
import { day, id, ids, instant, nullable, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

const row = z.object({
  id: id(),
  at: instant(),
  /** Null: the system. */
  actorName: nullable(z.string()),
  /** A master, or `users`, `permissions`, `processes`. */
  domain: z.string(),
  /** What happened to it, such as `updated`. */
  what: z.string(),
  /** What it is called now. */
  name: z.nullable(z.string()),
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
});

export const audit = domain('audit', {
  list: list('GET /audit', {
    about: 'Who changed which setting, person or right, before and after.',
    can: { roles: adminRoles },
    row,
    filters: { domain: text({ max: 40 }), userIds: ids('users'), startDate: day(), endDate: day() },
  }),
});
