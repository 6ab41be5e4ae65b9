/** Identity cards of users: certificate, photo, and the public verification page. */
import * as z from 'zod/mini';
import { adminRoles } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, key, nullable, optional, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

/** `expiring`: expires within thirty days. */
export const certificateStates = ['none', 'valid', 'expiring', 'expired'] as const;
/** A picture of an identity card needs no more. */
export const mostPhotoBytes = 60_000;
const photo = z.string().check(z.maxLength(mostPhotoBytes * 1.4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/));

const sees = { roles: adminRoles, any: ['list_user'] } as const;
const edits = { roles: adminRoles, any: ['edit_user'] } as const;
const row = z.object({
  id: id('users'),
  name: z.string(),
  roleName: z.string(),
  certificateNumber: nullable(z.string()),
  validUntil: nullable(day()),
  state: choice(certificateStates),
  /** Their picture as a data address; null: none yet. */
  photo: z.nullable(z.string()),
});
const card = z.object({
  name: z.string(),
  agency: z.string(),
  lenders: z.array(z.string()),
  certificateNumber: nullable(z.string()),
  validUntil: nullable(day()),
  state: choice(certificateStates),
  photo: z.nullable(z.string()),
  /** The public page that confirms the card. */
  url: z.string(),
});
const rule = { agencyName: z.string().check(z.trim(), z.maxLength(80)), needsCertificate: flag() };

export const agentCards = domain('agent-cards', {
  list: list('GET /agent-cards', {
    about: 'Active people with their certificates and when these end.',
    can: sees,
    row,
    filters: { state: choice(certificateStates) },
  }),
  own: endpoint('GET /agent-cards/own', {
    about: 'The caller’s own identity card.',
    can: 'staff',
    gives: card,
  }),
  rule: endpoint('GET /agent-cards/rule', {
    about: 'The agency’s name on cards, and whether loans go only to people with a valid certificate.',
    can: sees,
    gives: rule,
  }),
  edit: endpoint('PATCH /agent-cards/:id', {
    about: 'Writes a person’s certificate, and their photo where one is given.',
    can: edits,
    takes: {
      id: key('users'),
      certificateNumber: optional(nullable(text({ max: 60, isLine: true }))),
      validUntil: optional(nullable(day())),
      photo: optional(photo),
    },
    gives: row,
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'WRONG_FILE_TYPE'],
  }),
  renew: endpoint('POST /agent-cards/:id/code', {
    about: 'Gives a person’s card a new address; the old one is unknown from then on.',
    can: edits,
    takes: { id: key('users') },
    gives: row,
    errors: ['NOT_FOUND'],
  }),
  renewOwn: endpoint('POST /agent-cards/own/code', {
    about: 'Gives the caller’s own card a new address; the old one is unknown from then on.',
    can: 'staff',
    gives: card,
  }),
  setRule: endpoint('PUT /agent-cards/rule', {
    about: 'Sets the agency’s name on cards, and whether loans go only to people with a valid certificate.',
    can: edits,
    takes: rule,
    gives: rule,
  }),
});
