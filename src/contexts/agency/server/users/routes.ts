import { isAdmin, may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { users } from '#contexts/agency/contract/users.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog, signal } from '#kernel/server/live/event.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { csvStream } from './csv-stream.ts';
import { exportColumns } from './export.ts';
import * as pickers from './pickers.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

interface Deps {
  database: Database;
  /** Invites a new user; the session part creates and sends the link. */
  invite: (tx: Tx, userId: number) => Promise<void>;
  /** False where no mail server is configured. */
  canMail: boolean;
  /** Notifies the old address, and closes its sessions. */
  moveAddress: (tx: Tx, userId: number, from: string, to: string) => Promise<void>;
  /** Removes their second factor and notifies them; false without one. */
  resetSecondFactor: (tx: Tx, userId: number) => Promise<boolean>;
  /** Closes every session of a user. */
  endSessions: (tx: Tx, userId: number) => Promise<unknown>;
  /** Closes the user's sessions started without the second factor required by the role. */
  endSessionsWithoutCode: (tx: Tx, userId: number) => Promise<unknown>;
  /** Fails with the dependents. */
  checkNothingHangs: (tx: Tx, what: 'user', id: number) => Promise<void>;
}
type Draft = store.Stored & Parameters<typeof rules.targetOf>[0];

/** Fields recorded in events with values; of others only that they changed. */
const plain = new Set([
  'roleId',
  'extensionNumber',
  'userType',
  'centerId',
  'reportingTo',
  'isActive',
  'target',
  'email',
]);
const facts = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain.has(name) ? value : '•']));

/** Validates the resulting state of a user. */
async function checkState(
  { tx, actor }: Context,
  next: rules.ManagedPerson,
  before?: rules.ManagedPerson,
): Promise<void> {
  const isNew = (field: keyof rules.ManagedPerson): boolean => next[field] !== before?.[field];
  if (isNew('roleId')) rules.checkRole(actor, next.roleType, before?.roleType);
  if (isNew('roleId') || isNew('extensionNumber') || isNew('isActive')) rules.checkExtension(next, before);
  // A user without a superior would vanish from a non-admin's list.
  if (next.reportingTo === null && !isAdmin(actor)) rules.wrong('reportingTo', 'required');
  if (next.reportingTo === null || (!isNew('reportingTo') && !isNew('roleId'))) return;
  const leader = await store.leaderOf(tx, actor, next.reportingTo);
  if (leader) rules.checkSeniority(next.roleType, leader.roleType);
  else if (isNew('reportingTo')) rules.wrong('reportingTo');
}

async function roleTypeIn(tx: Tx, roleId: number): Promise<rules.ManagedPerson['roleType']> {
  return (await store.roleTypeOf(tx, roleId))?.roleType ?? rules.wrong('roleId');
}

/** Updates a user; deactivation, promotion or a new sign-in address closes their sessions. */
async function change(
  deps: Deps,
  context: Context,
  id: string,
  { isConfirmed = false, ...draft }: Draft & { updatedAt?: string; isConfirmed?: boolean },
): Promise<number> {
  const { tx, actor, emit, now } = context;
  const before = await store.personOf(tx, actor, id);
  rules.checkManaged(actor, before, draft.isActive === false);
  if (draft.updatedAt && draft.updatedAt !== before.updatedAt) throw new Failure('CHANGED_MEANWHILE');
  const today = businessDay(now);
  rules.checkBirth(draft.dob as string | undefined, today);
  const leaves = before.isActive && draft.isActive === false;
  if (leaves && !isConfirmed) await deps.checkNothingHangs(tx, 'user', before.id);
  // An extension is free as soon as its user is deactivated.
  const given = { ...store.storedIn(draft), ...(leaves ? { extensionNumber: null } : {}) };
  const changed = Object.entries(given).filter(
    ([field, value]) => before[field as keyof typeof before] !== value,
  );
  const next = { ...before, ...Object.fromEntries(changed) } as rules.ManagedPerson;
  if (next.roleId !== before.roleId) next.roleType = await roleTypeIn(tx, next.roleId);
  await checkState(context, next, before);
  await store.changeUser(tx, before.id, Object.fromEntries(changed));
  const target = rules.targetOf(draft, today);
  if (target) await store.setTarget(tx, before.id, target);
  // Additional permissions need a fresh sign-in: an old session may be open.
  if (leaves || rules.isPromoted(before, next)) await deps.endSessions(tx, before.id);
  else if (next.roleId !== before.roleId) await deps.endSessionsWithoutCode(tx, before.id);
  if (next.email !== before.email) await deps.moveAddress(tx, before.id, before.email, next.email);
  await signal(tx, { recheck: { users: [before.id] } });
  const was = Object.fromEntries(changed.map(([field]) => [field, before[field as keyof typeof before]]));
  const after = { ...Object.fromEntries(changed), ...(target ? { target: target.amount } : {}) };
  emit('users.updated', { id: before.id, facts: { before: facts(was), after: facts(after) } });
  return before.id;
}

async function add(
  deps: Deps,
  context: Context,
  draft: Draft & { roleId: number; dob: string },
): Promise<number> {
  const { tx, emit, now } = context;
  const today = businessDay(now);
  rules.checkBirth(draft.dob, today);
  const values = { reportingTo: null, extensionNumber: null, isActive: true, ...store.storedIn(draft) };
  await checkState(context, {
    ...values,
    roleType: await roleTypeIn(tx, draft.roleId),
  } as unknown as rules.ManagedPerson);
  const id = await store.addUser(tx, values);
  const target = rules.targetOf(draft, today);
  if (target) await store.setTarget(tx, id, target);
  if (values.isActive) await deps.invite(tx, id);
  emit('users.created', { id, facts: { roleId: draft.roleId } });
  return id;
}

/** The list as a file, with the permission to export. */
function exported(deps: Deps, asked: store.UserQuery & { today: string }, { actor, request }: Context) {
  if (!may(actor, 'export_user')) throw new Failure('FORBIDDEN');
  return csvStream({
    database: deps.database,
    table: { columns: exportColumns, from: store.wholeList(actor, asked) },
    name: `users-${asked.today}`,
    async finish(rows) {
      const events = eventLog(actor.id, request);
      events.emit('users.exported', { facts: { rows }, to: [] });
      await deps.database.transaction((tx) => events.flush(tx, []));
    },
  });
}

export const userRoutes = (deps: Deps): Route[] =>
  implement(users, {
    async list(query, context) {
      const asked = { ...query, today: businessDay(context.now) };
      return query.export
        ? exported(deps, asked, context)
        : store.pageOfUsers(context.tx, context.actor, asked);
    },
    one: ({ id }, { tx, actor, now }) => store.userOf(tx, actor, id, businessDay(now)),

    async create(draft, context) {
      const id = await add(deps, context, draft);
      return store.userOf(context.tx, context.actor, String(id), businessDay(context.now));
    },
    async edit({ id, ...draft }, context) {
      const changed = await change(deps, context, id, draft);
      return store.userOf(context.tx, context.actor, String(changed), businessDay(context.now));
    },
    async remove({ id, isConfirmed }, context) {
      await change(deps, context, id, { isActive: false, isConfirmed });
    },

    async invite({ id }, { tx, actor, emit }) {
      const person = await store.personOf(tx, actor, id);
      rules.checkManaged(actor, person, false);
      if (!person.isInvited) throw new Failure('HAS_PASSWORD');
      if (!person.isActive) rules.wrong('id');
      if (!deps.canMail) throw new Failure('NO_MAIL_SERVER');
      await deps.invite(tx, person.id);
      emit('users.invited', { id: person.id, facts: {} });
    },

    async resetSecondFactor({ id }, { tx, actor, emit }) {
      const person = await store.personOf(tx, actor, id);
      rules.checkManaged(actor, person, false);
      if (!(await deps.resetSecondFactor(tx, person.id))) throw new Failure('SECOND_FACTOR_OFF');
      await signal(tx, { recheck: { users: [person.id] } });
      emit('users.second-factor-reset', { id: person.id, facts: {} });
    },

    dropdown: async ({ type, ...asked }, { tx, actor }) =>
      pickers.pickUsers(tx, actor, { ...asked, types: rules.typesIn(type) }),
    agents: (asked, { tx, actor }) => pickers.pickUsers(tx, actor, { ...asked, types: ['agent'] }),
    all: (_, { tx, actor }) => pickers.everybody(tx, actor),
    async below({ id }, { tx, actor, now }) {
      const person = await store.userOf(tx, actor, id, businessDay(now));
      return pickers.everybodyBelow(tx, actor, person.id);
    },
    async leaders({ roleId, ...asked }, { tx, actor }) {
      const role = await store.roleTypeOf(tx, roleId);
      if (!role) throw new Failure('NOT_FOUND');
      return pickers.pickLeaders(tx, actor, role.roleType, asked);
    },
    extensions: (asked, { tx }) => pickers.freeExtensions(tx, asked),

    async agentTarget({ id }, { tx, actor, now }) {
      const today = businessDay(now);
      const { target } = await store.userOf(tx, actor, String(id), today);
      return { ...store.monthOf(today), amount: target };
    },
    async checkDuplicate({ n }, { tx }) {
      const isExtension = /^\d{1,9}$/.test(n);
      const found = await tx.one(
        isExtension
          ? sql`select 1 as ok from users where is_active and extension_number = ${Number(n)}`
          : sql`select 1 as ok from users where lower(email) = lower(${n})`,
      );
      return { exists: found !== undefined };
    },
  });
