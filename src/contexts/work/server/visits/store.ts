import { paged } from '#kernel/server/database/table.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { visits } from '#contexts/work/contract/visits.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import { appendContacts } from '#contexts/contact/server/policy/ledger.ts';
import type { Distance, Home, KeptPlace } from './rules.ts';

type Row = z.output<typeof visits.list.gives>;

export async function pageOfVisits(
  tx: Tx,
  actor: ServerActor,
  query: z.output<typeof visits.list.takes>,
): Promise<Page<Row>> {
  const chosen = where([
    visibleLoans(actor, sql`l.assignee_id`),
    ...narrow<typeof visits.list>(query, {
      loanId: (id) => sql`v.loan_id = ${id}`,
      isAway: (is) => (is ? sql`v.away_km > 0` : sql`v.away_km = 0`),
      isAgainst: (is) => (is ? sql`v.rule is not null` : sql`v.rule is null`),
      q: (q) => sql`${loanHas(q)}`,
    }),
  ]);
  const from = sql`from visits v join loans l on l.id = v.loan_id`;
  return counted(tx, query, sql`${from} ${chosen}`, () =>
    tx.rows<Row>(sql`
    select v.id, v.loan_id as "loanId", l.loan_number as "loanNumber", v.effective_at as at, v.outcome, v.locked_times as "lockedTimes", v.comments,
      v.place, v.latitude, v.longitude, v.accuracy, v.age_seconds as "ageSeconds", v.rule,
      v.away_km as "awayKm", v.metres_from_met as "metresFromMet", v.photo_key is not null as "hasPhoto",
      trim(u.first_name || ' ' || u.last_name) as "agentName"
    ${from} join users u on u.id = v.user_id ${chosen} order by v.effective_at desc, v.id desc ${paged(query)}`),
  );
}

export interface Visit extends KeptPlace {
  key: string | null;
  visitKey: string;
  loan: { id: number; borrowerId: number };
  userId: number;
  outcome: string;
  comments: string;
  at: Date;
  rule: string | null;
  distance: Distance;
}

/** A position at least this exact (metres) is used as the borrower's location. */
const exactTo = 200;

export const homeOf = async (tx: Tx, loanId: number, at: Date): Promise<Home> =>
  (await tx.one<Home>(sql`
    select b.pincode, met.latitude, met.longitude from loans l join borrowers b on b.id = l.borrower_id
    left join lateral (select v.latitude, v.longitude from visits v
      where v.loan_id = l.id and v.outcome = 'met' and v.place = 'found' and v.accuracy <= ${exactTo} and v.effective_at < ${at}
      order by v.effective_at desc, v.id desc limit 1) met on true
    where l.id = ${loanId}`)) ?? { pincode: null, latitude: null, longitude: null };

/** Existing visit of this key, by any user. */
export const visitOf = (
  tx: Tx,
  key: string,
): Promise<{ id: number; loanId: number; userId: number } | undefined> =>
  tx.one(sql`select id, loan_id as "loanId", user_id as "userId" from visits where client_uuid = ${key}`);

/** A visit is a contact at its recording time; undefined when it exists already. */
export const insertVisit = async (tx: Tx, v: Visit): Promise<number | undefined> =>
  (
    await tx.one<{ id: number }>(sql`
      with made as (
      insert into visits (client_uuid, visit_key, loan_id, borrower_id, user_id, outcome, comments, place, latitude, longitude,
        accuracy, age_seconds, effective_at, rule, away_km, metres_from_met, locked_times)
      select ${v.key}, ${v.visitKey}::uuid, ${v.loan.id}, ${v.loan.borrowerId}, ${v.userId}, ${v.outcome}, ${v.comments},
        ${v.place}, ${v.latitude}::float8, ${v.longitude}::float8, ${v.accuracy}::int, ${v.ageSeconds}::int, ${v.at}, ${v.rule},
        ${v.distance.awayKm}::int, ${v.distance.metresFromMet}::int,
        case when ${v.outcome} = 'locked' then least(1 + coalesce((select b.locked_times from visits b
          where b.loan_id = ${v.loan.id} and b.effective_at <= ${v.at}
          order by b.effective_at desc, b.id desc limit 1), 0), 1000) else 0 end
      on conflict do nothing returning *),
      contact as (${appendContacts(sql`
        select v.effective_at as at, 'visit' as source, v.id as source_id, 'visit' as channel, v.loan_id,
          null::text as number, v.user_id, 'visit' as counts_for, false as is_live from made v`)})
      select id from made`)
  )?.id;

/**
 * A visit of the caller or visible to the caller, independent of the loan's assignee; locked until its photo is stored.
 */
export const lockVisit = (
  tx: Tx,
  actor: ServerActor,
  o: { loanId: number; visitKey: string },
): Promise<{ id: number; hasPhoto: boolean; assigneeId: number | null } | undefined> =>
  tx.one(sql`
    select v.id, v.photo_key is not null as "hasPhoto", l.assignee_id as "assigneeId" from visits v join loans l on l.id = v.loan_id
    where v.loan_id = ${o.loanId} and v.visit_key = ${o.visitKey}::uuid
      and (v.user_id = ${actor.id} or ${visibleLoans(actor, sql`l.assignee_id`)}) for no key update of v`);

/** The visit is pending a team leader's review. */
export const isVisitInReview = async (
  tx: Tx,
  authorId: number,
  o: { loanId: number; visitKey: string },
): Promise<boolean> =>
  (await tx.one(sql`
    select from sync_reviews r where r.author_id = ${authorId} and r.state = 'open' and r.loan_id = ${o.loanId}
      and r.cmd = 'visits.record' and r.input->>'visitKey' = ${o.visitKey}`)) !== undefined;

export const addPhoto = (
  tx: Tx,
  id: number,
  o: { key: string; bytes: Buffer; type: string },
): Promise<number> =>
  tx.run(sql`
    update visits set photo_key = ${o.key}, photo = ${o.bytes}, photo_type = ${o.type} where id = ${id}`);

export interface Photo {
  key: string;
  type: string;
  /** Null when it is in the file store. */
  bytes: Buffer | null;
}
const shown = sql`v.photo_key as key, v.photo_type as type, v.photo as bytes`;

/** The photo of a visit to a loan the caller sees. */
export const photoSeen = (tx: Tx, actor: ServerActor, id: number): Promise<Photo | undefined> =>
  tx.one<Photo>(sql`
    select ${shown} from visits v join loans l on l.id = v.loan_id
    where v.id = ${id} and v.photo_key is not null and ${visibleLoans(actor, sql`l.assignee_id`)}`);

export const photoWaiting = (tx: Tx, id: number): Promise<Photo | undefined> =>
  tx.one<Photo>(sql`select ${shown} from visits v where v.id = ${id} and v.photo is not null`);
export const photoStored = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`update visits set photo = null where id = ${id}`);
