import { type RoleType, rankOf } from '#contract/kernel/access.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { users } from '#contract/users.ts';
import { visibleUsers } from '#server/kernel/actor.ts';
import type { Tx } from '#server/kernel/database.ts';
import { signal } from '#server/kernel/event.ts';
import { type Context, type Route, implement } from '#server/kernel/implement.ts';
import { sql, where } from '#server/kernel/sql.ts';
import { isKey, like } from '#server/kernel/table.ts';

interface Ranked {
  id: number;
  roleType: RoleType;
  reportingTo: number | null;
}

/** A person the caller may manage: visible, and of a rank below the caller's own. */
async function managed({ tx, actor }: Context, who: ReturnType<typeof isKey>): Promise<Ranked> {
  const found = await tx.one<Ranked>(sql`
    select u.id, r.role_type as "roleType", u.reporting_to as "reportingTo" from users u join roles r on r.id = u.role_id
    where u.id = (select id from users where ${who}) and ${visibleUsers(actor, sql`u.id`)}`);
  if (!found) throw new Failure('NOT_FOUND');
  if (!isBelow(actor, found.roleType)) throw new Failure('RANK_TOO_HIGH');
  return found;
}

const isBelow = (actor: Context['actor'], roleType: RoleType): boolean =>
  rankOf(roleType) > rankOf(actor.roleType);

async function checkLeader({ tx, actor }: Context, leader: number | null | undefined): Promise<void> {
  if (!leader) return;
  const seen = await tx.one(sql`select 1 as ok from users u where u.id = ${leader} and u.is_active
    and ${visibleUsers(actor, sql`u.id`)}`);
  if (!seen) throw new Failure('INVALID_INPUT', {}, [{ path: 'reportingTo', fault: 'invalid' }]);
}

/** Invites a new user; the session domain knows how a link is made and sent. */
export type Invite = (tx: Tx, userId: number) => Promise<void>;

export const userRoutes = (deps: { invite: Invite }): Route[] =>
  implement(users, {
    async create(draft, context) {
      const { tx, actor, emit } = context;
      const role = await tx.one<{ roleType: RoleType }>(
        sql`select role_type as "roleType" from roles where id = ${draft.roleId}`,
      );
      if (!role) throw new Failure('INVALID_INPUT', {}, [{ path: 'roleId', fault: 'invalid' }]);
      if (!isBelow(actor, role.roleType)) throw new Failure('RANK_TOO_HIGH');
      await checkLeader(context, draft.reportingTo);
      const made = await tx.one<{ id: number; uId: string }>(sql`
        insert into users (first_name, last_name, email, role_id, reporting_to, dob)
        values (${draft.firstName}, ${draft.lastName}, ${draft.email}, ${draft.roleId}, ${draft.reportingTo ?? null},
          ${draft.dob ?? null}) returning id, u_id as "uId"`);
      if (!made) throw new Error('no user was made');
      await deps.invite(tx, made.id);
      emit('users.created', { id: made.id, facts: { roleId: draft.roleId } });
      return made;
    },

    async edit({ id, reportingTo }, context) {
      const { tx, emit } = context;
      const person = await managed(context, isKey(id));
      await checkLeader(context, reportingTo);
      await tx.run(
        sql`update users set reporting_to = ${reportingTo}, updated_at = now() where id = ${person.id}`,
      );
      await signal(tx, { recheck: { users: [person.id] } });
      emit('users.updated', {
        id: person.id,
        facts: { before: { reportingTo: person.reportingTo }, after: { reportingTo } },
      });
      return { id: person.id };
    },

    dropdown: ({ q, ids }, { tx, actor }) =>
      tx.rows<{ id: number; name: string }>(sql`
        select u.id, u.first_name || ' ' || u.last_name as name from users u
        ${where([
          sql`u.is_active`,
          visibleUsers(actor, sql`u.id`),
          q !== undefined && sql`u.first_name || ' ' || u.last_name || ' ' || u.email ilike ${like(q)}`,
          ids && sql`u.id = any(${ids})`,
        ])} order by name, u.id limit 200`),
  });
