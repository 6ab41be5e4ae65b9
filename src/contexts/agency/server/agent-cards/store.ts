import { byKey, paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { agentCards } from '#contexts/agency/contract/agent-cards.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import { isBarred } from './barred.ts';
import { visibleUsers } from '../visible.ts';

export type CardRow = z.output<typeof agentCards.list.gives>;
export type Card = z.output<typeof agentCards.own.gives>;

const soonDays = 30;
const stateOn = (day: string): Fragment => sql`
  case when c.valid_until is null then 'none' when c.valid_until < ${day}::date then 'expired'
    when c.valid_until <= ${day}::date + ${soonDays}::int then 'expiring' else 'valid' end`;
const picture = sql`case when c.photo is not null
  then 'data:image/jpeg;base64,' || replace(encode(c.photo, 'base64'), E'\n', '') end`;
const joined = sql`users u join roles r on r.id = u.role_id join agent_cards c on c.user_id = u.id`;
const selected = (day: string): Fragment => sql`
  select u.id, u.first_name || ' ' || u.last_name as name, r.name as "roleName",
    c.certificate_number as "certificateNumber", c.valid_until as "validUntil", ${stateOn(day)} as state, ${picture} as photo`;
/** Users eligible for loans; client users have no card. */
const isCarded = (actor: ServerActor): Fragment =>
  sql`u.is_active and r.role_type <> 'client' and ${visibleUsers(actor, sql`u.id`)}`;

export function pageOfCards(
  tx: Tx,
  actor: ServerActor,
  { day, ...query }: z.output<typeof agentCards.list.takes> & { day: string },
): Promise<Page<CardRow>> {
  const from = sql`from ${joined} ${where([
    isCarded(actor),
    ...narrow<typeof agentCards.list>(query, {
      state: (state) => sql`${stateOn(day)} = ${state}`,
      q: (q) =>
        nameHas(sql`u.first_name || ' ' || u.last_name || ' ' || coalesce(c.certificate_number, '')`, q),
    }),
  ])}`;
  return counted(tx, query, from, () =>
    tx.rows<CardRow>(sql`${selected(day)} ${from}
      order by c.valid_until nulls last, lower(u.first_name || ' ' || u.last_name), u.id ${paged(query)}`),
  );
}

export const agentCardOf = (
  tx: Tx,
  actor: ServerActor,
  { key, day }: { key: string; day: string },
): Promise<CardRow | undefined> =>
  tx.one<CardRow>(sql`${selected(day)} from ${joined}
    where u.id = (select id from users where ${byKey(key)}) and ${isCarded(actor)}`);

export const renewCode = (tx: Tx, userId: number): Promise<number> =>
  tx.run(
    sql`update agent_cards set code = ${randomCode()}, code_at = now(), updated_at = now() where user_id = ${userId}`,
  );

export const writeCard = (
  tx: Tx,
  userId: number,
  o: { certificateNumber: string | null; validUntil: string | null; photo: Buffer | null },
): Promise<number> =>
  tx.run(sql`
    update agent_cards set certificate_number = ${o.certificateNumber}, valid_until = ${o.validUntil},
      photo = coalesce(${o.photo}::bytea, photo), updated_at = now() where user_id = ${userId}`);

export interface AgencyRule {
  agencyName: string;
  needsCertificate: boolean;
}
export const ruleOf = async (tx: Tx): Promise<AgencyRule> =>
  (await tx.one<AgencyRule>(
    sql`select agency_name as "agencyName", needs_certificate as "needsCertificate" from agency_rule`,
  )) ?? { agencyName: '', needsCertificate: false };
export const writeRule = (tx: Tx, o: AgencyRule): Promise<number> =>
  tx.run(
    sql`update agency_rule set agency_name = ${o.agencyName}, needs_certificate = ${o.needsCertificate}`,
  );

type Shown = Omit<Card, 'lenders' | 'url'> & {
  userId: number;
  code: string;
  isActive: boolean;
  /** The agency requires a certificate, and theirs is missing or expired. */
  isBarred: boolean;
};
const shown = (day: string): Fragment => sql`
  select u.id as "userId", u.first_name || ' ' || u.last_name as name, u.is_active as "isActive",
    ${isBarred(sql`u.id`, day)} as "isBarred",
    coalesce(nullif((select agency_name from agency_rule), ''), 'Recoup') as agency,
    c.certificate_number as "certificateNumber", c.valid_until as "validUntil", ${stateOn(day)} as state, ${picture} as photo, c.code`;
export const ownCard = (tx: Tx, userId: number, day: string): Promise<Shown | undefined> =>
  tx.one<Shown>(
    sql`${shown(day)} from users u join agent_cards c on c.user_id = u.id where u.id = ${userId}`,
  );
export const cardByCode = (tx: Tx, code: string, day: string): Promise<Shown | undefined> =>
  tx.one<Shown>(
    sql`${shown(day)} from users u join agent_cards c on c.user_id = u.id where c.code = ${code}`,
  );
