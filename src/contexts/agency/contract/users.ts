import * as z from 'zod/mini';
import { roleTypes } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  day,
  email,
  flag,
  id,
  ids,
  instant,
  nullable,
  number,
  optional,
  rupees,
  text,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

export const userTypes = ['internal', 'external'] as const;
const target = z.object({
  amount: rupees({ min: 0 }),
  month: number({ min: 1, max: 12 }),
  year: number({ min: 2000, max: 2100 }),
});

const draft = {
  firstName: text({ max: 60 }),
  lastName: text({ max: 60 }),
  roleId: id('givenRoles'),
  /** Agents only; fixed once set (G162). */
  extensionNumber: optional(nullable(id('extensions'))),
  email: email({ unique: true }),
  dob: day(),
  userType: choice(userTypes),
  doj: optional(nullable(day())),
  centerId: optional(nullable(id('centers'))),
  reportingTo: optional(nullable(id('leaders'))),
  /** Derived from the leader; what is sent with it is not stored. */
  reportingRole: optional(nullable(text())),
  /** For the current month. */
  target: optional(nullable(rupees({ min: 0 }))),
  /** Also a single value, as the specification's form sends it. */
  targets: optional(z.array(target).check(z.maxLength(1))),
  isActive: optional(flag()),
};

const row = z.object({
  ...draft,
  id: id(),
  uId: z.string(),
  updatedAt: instant(),
  dob: nullable(day()),
  isActive: flag(),
  name: z.string(),
  userName: z.string(),
  slug: z.string(),
  roleName: z.string(),
  roleType: choice(roleTypes),
  leaderName: nullable(z.string()),
  centerName: nullable(z.string()),
  /** The dialer's id of this user. */
  dialerReferenceId: nullable(z.string()),
  userTarget: z.array(target),
  /** Invited, but no password is chosen yet. */
  isInvited: flag(),
  /** Two-factor is active at sign-in. */
  hasSecondFactor: flag(),
});
const pick = z.object({ id: id(), name: z.string(), roleName: z.string() });
const searched = { q: optional(text({ max: 60 })), ids: optional(ids()) };
const changes = Object.fromEntries(
  Object.entries(draft).map(([name, field]) => [name, optional(field)]),
) as unknown as { [K in keyof typeof draft]: z.ZodMiniOptional<(typeof draft)[K]> };

export const users = domain('users', {
  /** With `export` the complete list as a CSV file, with permission (export_user). */
  list: list('GET /user', {
    about: 'Users below the caller; with export, the whole list as a file.',
    can: 'list_user',
    row,
    filters: { isActive: flag(), export: flag() },
    sorts: ['name', 'email', 'roleName', 'extensionNumber'],
  }),
  one: endpoint('GET /user/:id', { about: 'One user.', can: 'list_user', gives: row }),
  /** Creates a user without a password and sends an invitation link (G022). */
  create: endpoint('POST /user', {
    about: 'Adds a user and mails an invitation.',
    can: 'add_user',
    takes: draft,
    gives: row,
    errors: ['TAKEN', 'RANK_TOO_HIGH', 'INVALID_INPUT'],
  }),
  /** Only lower-ranked subordinates; cycles are rejected. */
  edit: endpoint('PATCH /user/:id', {
    about: 'Changes a user of a lower rank, below the caller in the hierarchy.',
    can: 'edit_user',
    takes: { ...changes, updatedAt: optional(instant()), isConfirmed: optional(flag()) },
    gives: row,
    also: ['PUT /user/:id', 'PUT /User/updateUser/:id'],
    errors: [
      'CHANGED_MEANWHILE',
      'HIERARCHY_CYCLE',
      'NOT_CONFIRMED',
      'OWN_ACCOUNT',
      'RANK_TOO_HIGH',
      'TAKEN',
    ],
  }),
  remove: endpoint('DELETE /User/deleteUser/:id', {
    about: 'Deactivates a user; what they did stays.',
    can: 'edit_user',
    takes: { isConfirmed: optional(flag()) },
    errors: ['NOT_CONFIRMED', 'OWN_ACCOUNT', 'RANK_TOO_HIGH'],
  }),
  invite: endpoint('POST /user/:id/invitation', {
    about: 'Mails the invitation of a user again.',
    can: 'add_user',
    errors: ['HAS_PASSWORD', 'NO_MAIL_SERVER', 'RANK_TOO_HIGH'],
  }),
  /** For a user who lost their phone and their recovery codes. */
  resetSecondFactor: endpoint('POST /user/:id/second-factor/reset', {
    about: 'Takes a user’s second factor away, ends their sessions and tells them by letter.',
    can: 'edit_user',
    errors: ['RANK_TOO_HIGH', 'SECOND_FACTOR_OFF'],
  }),
  /** `type` is a comma-separated list of role types; agent pickers request agents (G163). */
  dropdown: endpoint('GET /user/dropdown', {
    about: 'Users to choose from, of some role types where named.',
    can: { any: ['list_user_dropdown'] },
    takes: { ...searched, campaignId: optional(id('campaigns')), type: optional(text({ max: 120 })) },
    gives: pick,
    answer: 'rows',
  }),
  agents: endpoint('GET /User/agents', {
    about: 'Agents to choose from.',
    can: { any: ['list_user_dropdown'] },
    takes: searched,
    gives: pick,
    answer: 'rows',
  }),
  all: endpoint('GET /user/allUsers', {
    about: 'Everybody the caller sees, by name.',
    can: 'list_user',
    gives: pick,
    answer: 'rows',
  }),
  below: endpoint('GET /user/descending/hierarchy/:id', {
    about: 'Everybody below a person in the hierarchy.',
    can: { any: ['list_user_dropdown'] },
    gives: z.extend(pick, { roleType: choice(roleTypes), reportingTo: nullable(id()) }),
    answer: 'rows',
  }),
  /** Possible leaders of a role: active users of a more senior role type. */
  leaders: endpoint('GET /user/reporting/:roleId', {
    about: 'People a user of this role may report to.',
    can: 'list_reporting_user_dropdown',
    takes: searched,
    gives: pick,
    answer: 'rows',
  }),
  /** Extensions no active user has (G162). */
  extensions: endpoint('GET /options/extensions', {
    about: 'Telephone extensions that are free.',
    can: 'list_user_extension_dropdown',
    takes: searched,
    gives: { id: id(), name: z.string() },
    answer: 'rows',
  }),
  agentTarget: endpoint('GET /user/agent_target', {
    about: 'Monthly target of an agent.',
    can: 'staff',
    takes: { id: id('users') },
    gives: z.extend(target, { amount: nullable(rupees()) }),
  }),
  checkDuplicate: endpoint('GET /User/checkDuplicate/:n', {
    about: 'Whether an e-mail address or extension is taken.',
    can: { any: ['add_user', 'edit_user'] },
    takes: { n: text({ max: 254 }) },
    gives: { exists: flag() },
  }),
});
