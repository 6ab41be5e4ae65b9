/** User changes of loans: numbers, tags, assignment and allocation. */
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { MatchingLoans } from '#contexts/loans/contract/loan-filters.ts';
import type { ContactDetails } from './contact-rules.ts';
import { reassignmentConsequences } from './reassign.ts';
import { stampLoans, writeAndStamp } from './stamp.ts';
import { whereLoans } from './store.ts';

const visibleTo = (actor: ServerActor): Fragment => visibleLoans(actor, sql`l.assignee_id`);

/** Numbers of a locked loan. */
export const contactsOf = (tx: Tx, loanId: number): Promise<ContactDetails | undefined> =>
  tx.one<ContactDetails>(sql`
    select alternate_contact1 as "alternateContact1", alternate_contact2 as "alternateContact2",
      other_mobiles as "otherMobiles" from loans where id = ${loanId}`);

export const writeContacts = (tx: Tx, id: number, after: ContactDetails): Promise<number> =>
  tx.run(sql`
    update loans set alternate_contact1 = ${after.alternateContact1}, alternate_contact2 = ${after.alternateContact2},
      other_mobiles = ${after.otherMobiles}, updated_at = now() where id = ${id}`);

/** How many numbers this person was shown in the last hour, and in how many seconds the first of them is forgotten. */
export async function revealsOf(tx: Tx, userId: number): Promise<{ count: number; seconds: number }> {
  // One after another: two at once would not know of each other.
  await tx.run(sql`select pg_advisory_xact_lock(7072, ${userId}::int)`);
  const row = await tx.one<{ count: number; seconds: number | null }>(sql`
    select count(*) as count, ceil(extract(epoch from min(at) + interval '1 hour' - now()))::int as seconds
    from event where type = 'loans.revealed' and actor_id = ${userId} and at > now() - interval '1 hour'`);
  return { count: row?.count ?? 0, seconds: Math.max(1, row?.seconds ?? 1) };
}

export interface Tag {
  uId: string;
  name: string;
  colorCode: string;
}
/** An option of the tag list, including inactive ones. */
export const tagChoice = (
  tx: Tx,
  name: string,
): Promise<{ name: string; color: string | null; isActive: boolean } | undefined> =>
  tx.one(sql`
    select name, color_code as color, is_active as "isActive" from option_values
    where set = 'tag' and lower(name) = lower(${name})`);

/** Attaches a tag to a loan; undefined when already attached. */
export async function addTag(
  tx: Tx,
  loanId: number,
  { name, color }: { name: string; color: string | null },
): Promise<Tag | undefined> {
  const tag = await tx.one<Tag>(sql`
    insert into loan_tags (loan_id, name, color_code) values (${loanId}, ${name}, ${color ?? '#495057'})
    on conflict (loan_id, name) do nothing returning u_id as "uId", name, color_code as "colorCode"`);
  if (tag) await stampLoans(tx, [loanId]);
  return tag;
}

export const tagNamed = (tx: Tx, loanId: number, name: string): Promise<Tag | undefined> =>
  tx.one<Tag>(sql`
    select u_id as "uId", name, color_code as "colorCode" from loan_tags where loan_id = ${loanId} and name = ${name}`);

/** Which tag of which loan this is. */
export const tagById = (tx: Tx, uId: string): Promise<{ loanId: number; name: string } | undefined> =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uId)
    ? tx.one(sql`select loan_id as "loanId", name from loan_tags where u_id = ${uId}::uuid`)
    : Promise.resolve(undefined);

/** False when it was removed meanwhile. */
export const removeTag = async (tx: Tx, uId: string): Promise<boolean> =>
  (await writeAndStamp(tx, sql`delete from loan_tags where u_id = ${uId}::uuid`)) > 0;

export interface Campaign {
  clientId: number;
  isActive: boolean;
}
export const campaignById = (tx: Tx, id: number): Promise<Campaign | undefined> =>
  tx.one(sql`select client_id as "clientId", is_active as "isActive" from campaigns where id = ${id}`);

/** Those of these users that are visible, active and in the campaign. */
export const campaignWorkersAmong = async (
  tx: Tx,
  o: { userIds: readonly number[]; campaignId: number; seen: Fragment },
): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select u.id from users u where u.id = any(${[...o.userIds]}) and u.is_active and ${o.seen}
        and exists (select from campaign_agents a where a.campaign_id = ${o.campaignId} and a.user_id = u.id)`)
  ).map(({ id }) => id);

/** How many of these loans the caller sees, and how many are of this client; all of them are locked. */
export async function lockLoans(
  tx: Tx,
  actor: ServerActor,
  ids: readonly number[],
  clientId: number | null,
): Promise<{ seen: number; ofClient: number }> {
  const row = await tx.one<{ seen: number; ofClient: number }>(sql`
    select count(*) as seen, count(*) filter (where held.client_id = ${clientId}) as "ofClient"
    from (select l.client_id from loans l where l.id = any(${[...ids]}) and ${visibleTo(actor)}
      order by l.id for no key update) held`);
  return row ?? { seen: 0, ofClient: 0 };
}

/** Locked loans of the filter: one more than shown, to detect others. */
export const lockMatching = async (
  tx: Tx,
  actor: ServerActor,
  { filter, most }: MatchingLoans,
): Promise<{ id: number; clientId: number }[]> =>
  tx.rows<{ id: number; clientId: number }>(sql`
    select l.id, l.client_id as "clientId" from loans l ${whereLoans(actor, filter)}
    order by l.id limit ${most + 1} for no key update`);

/**
 * A loan's side effects (PTPs, totals, state) need 15 ms on a busy machine; thousands exceed a request's statement
 * timeout. A response after a minute is lost, the changes are not.
 */
export const patientFor = (tx: Tx): Promise<unknown> => tx.run(sql`set local statement_timeout = '5min'`);

interface Moved {
  changed: number;
  people: number[];
}
/** Round-robin, largest first, for equal amounts; unchanged assignments leave no trace. */
export async function deal(
  tx: Tx,
  o: { loanIds: readonly number[]; userIds: readonly number[]; campaignId: number; by: number },
): Promise<Moved> {
  await patientFor(tx);
  const row = await tx.one<{ changed: number; people: (number | null)[] | null }>(sql`
    with dealt as (
      select l.id, l.assignee_id as was, (${[...o.userIds]}::bigint[])[1 + ((row_number() over
        (order by l.total_outstanding desc, l.id) - 1) % ${o.userIds.length}::int)::int] as user_id
      from loans l where l.id = any(${[...o.loanIds]}) and not l.is_dnc),
    moved as (
      update loans l set assignee_id = d.user_id, campaign_id = ${o.campaignId}::bigint, assigned_at = now(), updated_at = now()
      from dealt d where l.id = d.id and (l.assignee_id, l.campaign_id) is distinct from (d.user_id, ${o.campaignId}::bigint)
      returning l.id, d.was, d.user_id),
    kept as (
      insert into loan_assignments (loan_id, user_id, campaign_id, assigned_by)
      select id, user_id, ${o.campaignId}::bigint, ${o.by}::bigint from moved)
    select count(*) as changed, array_agg(distinct was) || array_agg(distinct user_id) as people from moved`);
  await reassignmentConsequences.run(tx, o.loanIds);
  return { changed: row?.changed ?? 0, people: (row?.people ?? []).flatMap((id) => id ?? []) };
}

export async function allocate(
  tx: Tx,
  o: { loanIds: readonly number[]; allocationTypeId: number; by: number },
): Promise<Moved> {
  await patientFor(tx);
  const row = await tx.one<{ changed: number; people: (number | null)[] | null }>(sql`
    with moved as (
      update loans l set allocation_type_id = ${o.allocationTypeId}::bigint, updated_at = now()
      where l.id = any(${[...o.loanIds]}) and not l.is_dnc and l.allocation_type_id is distinct from ${o.allocationTypeId}::bigint
      returning l.id, l.assignee_id),
    kept as (
      insert into loan_allocations (loan_id, allocation_type_id, allocated_by)
      select id, ${o.allocationTypeId}::bigint, ${o.by}::bigint from moved)
    select count(*) as changed, array_agg(distinct assignee_id) as people from moved`);
  return { changed: row?.changed ?? 0, people: (row?.people ?? []).flatMap((id) => id ?? []) };
}

export const isAllocationType = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.one(sql`select 1 as ok from allocation_types where id = ${id} and is_active`)) !== undefined;

export async function deactivate(tx: Tx, loanIds: readonly number[]): Promise<Moved> {
  await patientFor(tx);
  const rows = await tx.rows<{ assigneeId: number | null }>(sql`
    update loans set is_active = false, updated_at = now() where id = any(${[...loanIds]}) and is_active
    returning assignee_id as "assigneeId"`);
  const people = new Set(rows.flatMap(({ assigneeId }) => assigneeId ?? []));
  return { changed: rows.length, people: [...people] };
}
