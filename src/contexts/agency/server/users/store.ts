import { byKey, paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { RoleType } from '#kernel/contract/access.ts';
import type { users } from '#contexts/agency/contract/users.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '../visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, empty, join, name, sql, where } from '#kernel/server/database/sql.ts';
import type { ManagedPerson, Target } from './rules.ts';

/** Wire field → column, for unconverted fields. */
export const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  roleId: 'role_id',
  extensionNumber: 'extension_number',
  dob: 'dob',
  userType: 'user_type',
  doj: 'doj',
  centerId: 'center_id',
  reportingTo: 'reporting_to',
  isActive: 'is_active',
} as const;
export type Stored = Partial<Record<keyof typeof columns, unknown>>;

export interface UserQuery {
  q?: string;
  ids?: number[];
  isActive?: boolean;
  sort?: string;
  page?: number;
  size?: number;
}
export interface UserRow {
  id: number;
  uId: string;
  updatedAt: string;
  firstName: string;
  lastName: string;
  name: string;
  email: string;
  userName: string;
  roleId: number;
  roleName: string;
  roleType: RoleType;
  slug: string;
  extensionNumber: number | null;
  dob: string | null;
  doj: string | null;
  userType: 'internal' | 'external';
  centerId: number | null;
  centerName: string | null;
  reportingTo: number | null;
  leaderName: string | null;
  reportingRole: string | null;
  dialerReferenceId: string | null;
  isActive: boolean;
  isInvited: boolean;
  hasSecondFactor: boolean;
  target: number | null;
  targets: Target[];
  userTarget: Target[];
}
type Bare = Omit<UserRow, 'target' | 'targets' | 'userTarget'>;
export interface UserChoice {
  id: number;
  name: string;
  roleName: string;
  roleType: RoleType;
  reportingTo: number | null;
}

export const fullName = sql`u.first_name || ' ' || u.last_name`;
export const searched = sql`u.first_name || ' ' || u.last_name || ' ' || u.email`;
const sorts: Readonly<Record<string, Fragment>> = {
  name: sql`lower(${fullName})`,
  email: sql`lower(u.email)`,
  roleName: sql`lower(r.name)`,
  extensionNumber: sql`u.extension_number`,
};
const orderOf = (sort = 'name'): Fragment => {
  const way = sort.startsWith('-') ? sql`desc` : empty;
  return sql`order by ${sorts[sort.replace(/^-/, '')] ?? empty} ${way}, u.id ${way}`;
};

const selected = sql`
  u.id, u.u_id as "uId", u.updated_at as "updatedAt", u.first_name as "firstName", u.last_name as "lastName",
  ${fullName} as name, u.email, u.email as "userName", u.role_id as "roleId", r.name as "roleName",
  r.role_type as "roleType", r.slug, u.extension_number as "extensionNumber", u.dob, u.doj, u.user_type as "userType",
  u.center_id as "centerId", c.name as "centerName", u.reporting_to as "reportingTo",
  l.first_name || ' ' || l.last_name as "leaderName", lr.name as "reportingRole",
  u.dialer_reference_id as "dialerReferenceId", u.is_active as "isActive", u.password_hash is null as "isInvited",
  exists (select from second_factor f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor"`;
const joined = sql`join roles r on r.id = u.role_id left join centers c on c.id = u.center_id
  left join users l on l.id = u.reporting_to left join roles lr on lr.id = l.role_id`;

/** Month of a day, as stored for targets. */
export const monthOf = (today: string) => ({
  year: Number(today.slice(0, 4)),
  month: Number(today.slice(5, 7)),
});

async function withTargets(tx: Tx, rows: Bare[], today: string): Promise<UserRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const all = await tx.rows<Target & { userId: number }>(sql`
    select user_id as "userId", amount, month, year from user_targets
    where user_id = any(${ids}) order by year desc, month desc`);
  const { year, month } = monthOf(today);
  return rows.map((row) => {
    const own = all.filter(({ userId }) => userId === row.id);
    const targets = own.filter((one) => one.year === year && one.month === month);
    return { ...row, target: targets[0]?.amount ?? null, targets, userTarget: own };
  });
}

const conditionsOf = (actor: ServerActor, asked: UserQuery): Fragment =>
  where([
    visibleUsers(actor, sql`u.id`),
    ...narrow<typeof users.list>(asked, {
      isActive: (is) => sql`u.is_active = ${is}`,
      q: (q) => nameHas(searched, q),
      export: null,
    }),
    asked.ids && sql`u.id = any(${asked.ids})`,
  ]);

export async function pageOfUsers(
  tx: Tx,
  actor: ServerActor,
  asked: UserQuery & { today: string },
): Promise<Page<UserRow>> {
  const filter = conditionsOf(actor, asked);
  const order = orderOf(asked.sort);
  const byRole = asked.sort?.endsWith('roleName') ? sql`join roles r on r.id = u.role_id` : empty;
  // The page is found first, from an index; only its rows are joined.
  const page = await counted(tx, asked, sql`from users u ${filter}`, () =>
    tx.rows<Bare>(sql`
      select ${selected} from (select u.* from users u ${byRole} ${filter} ${order} ${paged(asked)}) u ${joined} ${order}`),
  );
  return { ...page, rows: await withTargets(tx, page.rows, asked.today) };
}

/** Complete list without paging, for a file. */
export const wholeList = (actor: ServerActor, asked: UserQuery & { today: string }): Fragment => {
  const { year, month } = monthOf(asked.today);
  return sql`from users u ${joined}
    left join user_targets t on t.user_id = u.id and t.year = ${year} and t.month = ${month}
    ${conditionsOf(actor, asked)} ${orderOf(asked.sort)}`;
};
export const countOfList = (actor: ServerActor, asked: UserQuery): Fragment =>
  sql`select count(*)::int as n from users u ${conditionsOf(actor, asked)}`;

const keyed = (key: string): Fragment => sql`u.id = (select id from users where ${byKey(key)})`;

export async function userOf(tx: Tx, actor: ServerActor, key: string, today: string): Promise<UserRow> {
  const rows = await tx.rows<Bare>(sql`
    select ${selected} from users u ${joined} where ${keyed(key)} and ${visibleUsers(actor, sql`u.id`)}`);
  const [row] = await withTargets(tx, rows, today);
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}

/** Locked until commit, so that two changes of one user are serialised. */
export async function personOf(tx: Tx, actor: ServerActor, key: string): Promise<ManagedPerson> {
  const found = await tx.one<ManagedPerson>(sql`
    select u.id, u.updated_at as "updatedAt", r.role_type as "roleType", u.first_name as "firstName",
      u.last_name as "lastName", u.email, u.role_id as "roleId", u.extension_number as "extensionNumber", u.dob, u.doj,
      u.user_type as "userType", u.center_id as "centerId", u.reporting_to as "reportingTo", u.is_active as "isActive",
      u.password_hash is null as "isInvited"
    from users u join roles r on r.id = u.role_id
    where ${keyed(key)} and ${visibleUsers(actor, sql`u.id`)} for no key update of u`);
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}

const fieldsIn = (values: Stored): [keyof Stored, unknown][] =>
  (Object.keys(columns) as (keyof Stored)[]).flatMap((field) =>
    values[field] === undefined ? [] : [[field, values[field]]],
  );
/** Draft fields stored in the user's row. */
export const storedIn = (draft: Stored): Stored => Object.fromEntries(fieldsIn(draft));

export async function addUser(tx: Tx, values: Stored): Promise<number> {
  const given = fieldsIn(values);
  const made = await tx.one<{ id: number }>(sql`
    insert into users (${join(given.map(([field]) => name(columns[field])))})
    values (${join(given.map(([, value]) => sql`${value}`))}) returning id`);
  if (!made) throw new Error('no user was made');
  return made.id;
}

export const changeUser = (tx: Tx, id: number, values: Stored): Promise<number> =>
  tx.run(sql`
    update users set ${join([
      ...fieldsIn(values).map(([field, value]) => sql`${name(columns[field])} = ${value}`),
      sql`updated_at = now()`,
    ])} where id = ${id}`);

export async function setTarget(
  tx: Tx,
  userId: number,
  { year, month, amount }: { year: number; month: number; amount: number | null },
): Promise<void> {
  await tx.run(
    amount === null
      ? sql`delete from user_targets where user_id = ${userId} and year = ${year} and month = ${month}`
      : sql`insert into user_targets (user_id, year, month, amount) values (${userId}, ${year}, ${month}, ${amount})
          on conflict (user_id, year, month) do update set amount = excluded.amount, updated_at = now()`,
  );
}

export const targetOfMonth = (tx: Tx, userId: number, { year, month }: { year: number; month: number }) =>
  tx.one<{ amount: number }>(
    sql`select amount from user_targets where user_id = ${userId} and year = ${year} and month = ${month}`,
  );

export const roleTypeOf = (tx: Tx, key: string | number) =>
  tx.one<{ roleType: RoleType }>(sql`select role_type as "roleType" from roles where ${byKey(String(key))}`);

/** The role type of an active person the actor may see. */
export const leaderOf = (tx: Tx, actor: ServerActor, id: number) =>
  tx.one<{ roleType: RoleType }>(sql`
    select r.role_type as "roleType" from users u join roles r on r.id = u.role_id
    where u.id = ${id} and u.is_active and ${visibleUsers(actor, sql`u.id`)}`);
