import type { Words } from './word.ts';

export const agencyWords: Words = [
  {
    name: 'agency',
    is: 'The company that collects loans for lenders and runs this product.',
    synonyms: ['collection agency', 'third-party agency'],
  },
  {
    name: 'user',
    is: 'Somebody who signs in.',
    not: 'A borrower, who never does.',
    table: 'users',
    event: 'users.created',
  },
  {
    name: 'agent',
    is: 'A user who works loans: on the phone (telecaller) or at the door (field agent).',
    synonyms: ['collector', 'telecaller', 'FOS', 'field executive'],
    table: 'users',
  },
  {
    name: 'team leader',
    is: 'A user of the role type tech_lead: assigns loans and decides what agents may not.',
    synonyms: ['TL', 'tech lead'],
    column: 'roles.role_type',
  },
  {
    name: 'role',
    is: 'What a user is; its type fixes what they see, its flags what they may do.',
    table: 'roles',
  },
  {
    name: 'permission',
    is: 'A right to one thing, held by a role as a flag.',
    synonyms: ['flag', 'access'],
    column: 'roles.flags',
    event: 'permissions.changed',
  },
  {
    name: 'hierarchy',
    is: 'Who reports to whom; a user sees their own loans and those of everybody below.',
    synonyms: ['reporting line'],
    table: 'user_below',
  },
  {
    name: 'second factor',
    is: 'A code of an authenticator app, asked for after the password; recovery codes stand in for it.',
    synonyms: ['two-step sign-in', '2FA', 'TOTP'],
    table: 'second_factor',
    event: 'second-factor.on',
  },
  {
    name: 'view',
    is: 'Filters, order and columns of a list under a name; a person’s own or shared with those below.',
    synonyms: ['saved filter', 'saved search'],
    table: 'list_views',
    event: 'list-views.created',
  },
  { name: 'center', is: 'A branch or office of the agency.', synonyms: ['branch'], table: 'centers' },
  { name: 'target', is: 'What an agent or owner shall collect in a month.', table: 'user_targets' },
  {
    name: 'break',
    is: 'A kind of rest an agent takes in the dialer, such as lunch.',
    synonyms: ['aux code', 'pause code'],
    table: 'breaks',
  },
  {
    name: 'extension',
    is: 'Telephone number of an agent inside the exchange.',
    column: 'users.extension_number',
  },
];
