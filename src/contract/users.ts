import * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import { day, email, id, ids, nullable, optional, text } from './kernel/field.ts';

export const users = domain('users', {
  /** Creates a user without a password and sends an invitation link (G022). */
  create: endpoint('POST /user', {
    can: 'add_user',
    takes: {
      firstName: text({ max: 60 }),
      lastName: text({ max: 60 }),
      email: email({ unique: true }),
      roleId: id(),
      reportingTo: optional(nullable(id())),
      dob: optional(nullable(day())),
    },
    gives: { id: id(), uId: z.string() },
    errors: ['TAKEN', 'RANK_TOO_HIGH', 'INVALID_INPUT'],
  }),
  /** Moves a person under another leader; only people below the caller, circles refused. */
  edit: endpoint('PATCH /user/:id', {
    can: 'edit_user',
    takes: { reportingTo: nullable(id()) },
    gives: { id: id() },
    also: ['PUT /user/:id'],
    errors: ['HIERARCHY_CYCLE', 'RANK_TOO_HIGH'],
  }),
  dropdown: endpoint('GET /user/dropdown', {
    can: { any: ['list_user_dropdown'] },
    takes: { q: optional(text({ max: 60 })), ids: optional(ids()) },
    gives: { id: id(), name: z.string() },
    answer: 'rows',
  }),
});
