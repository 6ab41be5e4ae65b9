/** User pickers: only active users visible to the caller. */
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import { type RoleType, roleTypes } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '../visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { type UserChoice, fullName, searched } from './store.ts';

interface Searched {
  q?: string;
  ids?: number[];
}
const most = 200;
const mostOfAll = 10_000;

const pick = (
  tx: Tx,
  actor: ServerActor,
  conditions: readonly (Fragment | false | undefined)[],
  limit: number,
): Promise<UserChoice[]> =>
  tx.rows<UserChoice>(sql`
    select u.id, ${fullName} as name, r.name as "roleName", r.role_type as "roleType", u.reporting_to as "reportingTo"
    from users u join roles r on r.id = u.role_id
    ${where([sql`u.is_active`, visibleUsers(actor, sql`u.id`), ...conditions])}
    order by lower(${fullName}), u.id limit ${limit}`);

const searchedFor = ({ q, ids }: Searched) => [
  q !== undefined && nameHas(searched, q),
  ids && sql`u.id = any(${ids})`,
];

export const pickUsers = (
  tx: Tx,
  actor: ServerActor,
  asked: Searched & { types?: readonly RoleType[]; campaignId?: number },
): Promise<UserChoice[]> =>
  pick(
    tx,
    actor,
    [
      ...searchedFor(asked),
      asked.types && sql`r.role_type = any(${[...asked.types]})`,
      asked.campaignId !== undefined &&
        sql`u.id in (select user_id from campaign_agents where campaign_id = ${asked.campaignId})`,
    ],
    most,
  );

export const everybody = (tx: Tx, actor: ServerActor): Promise<UserChoice[]> =>
  pick(tx, actor, [], mostOfAll);

/** Everybody below a person, without the person. */
export const everybodyBelow = (tx: Tx, actor: ServerActor, id: number): Promise<UserChoice[]> =>
  pick(
    tx,
    actor,
    [sql`u.id in (select user_id from user_below where ancestor_id = ${id} and user_id <> ${id})`],
    mostOfAll,
  );

/** Possible superiors of a role type. */
export const pickLeaders = (
  tx: Tx,
  actor: ServerActor,
  roleType: RoleType,
  asked: Searched,
): Promise<UserChoice[]> => {
  const senior = roleTypes.slice(0, roleTypes.indexOf(roleType));
  return pick(tx, actor, [...searchedFor(asked), sql`r.role_type = any(${senior})`], most);
};

const firstExtension = 1001;
const lastExtension = 99_999;
/** Unused extensions, in order (G162); by id, the selected one. */
export const freeExtensions = (tx: Tx, { q, ids }: Searched): Promise<{ id: number; name: string }[]> =>
  tx.rows(sql`
    select n as id, n::text as name from generate_series(${firstExtension}::int, ${lastExtension}::int) n
    ${where([
      !ids && sql`not exists (select from users where is_active and extension_number = n)`,
      q !== undefined && sql`n::text like ${`${plainText(q).replace(/\D/g, '')}%`}`,
      ids && sql`n = any(${ids})`,
    ])} order by n limit ${most}`);
