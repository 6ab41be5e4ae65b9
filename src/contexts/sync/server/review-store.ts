/** Reviews: entries for a team leader's decision. */
import { paged } from '#kernel/server/database/table.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { metaOf } from '#kernel/contract/field.ts';
import type { Notice, SyncItem } from '#kernel/contract/outbox/sync-rows.ts';
import type { syncReviews } from '#contexts/sync/contract/sync-reviews.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans, visibleUsers } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { FieldDifference } from '#kernel/server/http/delivery.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

type Row = z.output<typeof syncReviews.list.gives>;
type Query = z.output<typeof syncReviews.list.takes>;
type Input = Record<string, unknown>;

interface Review {
  item: SyncItem;
  input: Input;
  loanId: number | null;
  deviceId: string;
  authorId: number;
  effectiveAt: Date;
  reasons: readonly Notice[];
  differences: readonly FieldDifference[];
  note: string;
}

/** Loan of an entry: its input field that names one. */
export function loanIn(endpoint: Endpoint, input: Input): number | null {
  const named = Object.entries(endpoint.takes.shape).find(([, schema]) => metaOf(schema)?.ref === 'loans');
  const loanId = Number(named && input[named[0]]);
  return Number.isSafeInteger(loanId) && loanId > 0 ? loanId : null;
}

/** Stores an entry for review; undefined when its key is stored already. */
export async function insertReview(tx: Tx, r: Review): Promise<number | undefined> {
  const { key, cmd, cmdV, seq, base } = r.item;
  const row = await tx.one<{ id: number }>(sql`
    insert into sync_reviews (key, author_id, device_id, client_seq, cmd, cmd_v, input, base, effective_at, loan_id,
      reasons, differences, note)
    values (${key}, ${r.authorId}, ${r.deviceId}, ${seq}, ${cmd}, ${cmdV}, ${JSON.stringify(r.input)}::jsonb,
      ${base ? JSON.stringify(base) : null}::jsonb, ${r.effectiveAt}, (select id from loans where id = ${r.loanId}),
      ${JSON.stringify(r.reasons)}::jsonb, ${JSON.stringify(r.differences)}::jsonb, ${r.note})
    on conflict (key) do nothing returning id`);
  return row?.id;
}

/** Existing review of this author and key. */
export const reviewOfKey = (tx: Tx, key: string, authorId: number): Promise<{ id: number } | undefined> =>
  tx.one(sql`select id from sync_reviews where key = ${key} and author_id = ${authorId}`);

/** Shown elsewhere in the row, or meaningless to a reader. */
const unsaid = [
  'id',
  'loanId',
  'borrowerId',
  'dispositionId',
  'subDispositionId',
  'occurredAt',
  'isEndCall',
  'pause',
  'break',
  'was',
  'visitKey',
  'data',
  'part',
  'parts',
  'digest',
];

const masked = (value: string): string => value.replace(/\b\d{6}(\d{4})\b/g, 'XXXXXX$1');
const wordsOf = (value: unknown): string =>
  masked(typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value));

/** Readable fields of an entry, with phone numbers masked (G074). */
const linesOf = (input: Input): { field: string; value: string }[] =>
  Object.entries(input)
    .filter(([field, value]) => !unsaid.includes(field) && value !== null && value !== '' && value !== false)
    .map(([field, value]) => ({ field, value: wordsOf(value) }));

/** A multi-part photo is one review: its first pending part represents all. */
const firstPart = sql`not (r.cmd = 'visits.photo' and r.input ? 'part' and exists (
  select from sync_reviews p where p.cmd = r.cmd and p.author_id = r.author_id and p.loan_id = r.loan_id and p.id < r.id
    and p.state = r.state and p.input->>'visitKey' = r.input->>'visitKey'))`;

type Kept = Omit<Row, 'lines' | 'isMine'> & { input: Input };

export async function pageOfReviews(tx: Tx, actor: ServerActor, query: Query): Promise<Page<Row>> {
  const { sort } = query;
  const from: Fragment = sql`
    from sync_reviews r join users a on a.id = r.author_id left join users by on by.id = r.decided_by
      left join loans l on l.id = r.loan_id and ${visibleLoans(actor, sql`l.assignee_id`)}
      left join borrowers b on b.id = l.borrower_id
    ${where([
      visibleUsers(actor, sql`r.author_id`),
      firstPart,
      ...narrow<typeof syncReviews.list>(query, {
        state: (state) => sql`r.state = ${state}`,
        ids: (ids) => sql`r.id = any(${ids})`,
        userIds: (ids) => sql`r.author_id = any(${ids})`,
        q: (q) => sql`${loanHas(q)}`,
      }),
    ])}`;
  const order = sort === 'createdAt' ? sql`r.id` : sql`r.id desc`;
  const read = (): Promise<Kept[]> =>
    tx.rows<Kept>(sql`
    select r.id, r.created_at as "createdAt", r.effective_at as "effectiveAt", r.cmd, r.author_id as "authorId",
      a.first_name || ' ' || a.last_name as "authorName",
      case when l.id is not null then jsonb_build_object('id', l.id, 'loanNumber', l.loan_number, 'borrowerName', b.name,
        'isDNC', l.is_dnc) end as loan,
      (select d.name from dispositions d where d.id::text = r.input->>'dispositionId') as disposition,
      (select d.name from dispositions d where d.id::text = r.input->>'subDispositionId') as "subDisposition",
      r.input, r.reasons, r.differences, r.note, r.state, by.first_name || ' ' || by.last_name as "decidedByName",
      r.decided_at as "decidedAt", r.decision_note as "decisionNote"
    ${from} order by ${order} ${paged(query)}`);
  const page = await counted(tx, query, from, read);
  const rows = page.rows.map(({ input, differences, ...row }) => ({
    ...row,
    lines: linesOf(input),
    differences: differences.map(({ field, wanted, found }) => ({
      field,
      wanted: masked(wanted),
      found: masked(found),
    })),
    isMine: row.state === 'open' && row.authorId !== actor.id,
  }));
  return { ...page, rows };
}

export interface HeldEntry {
  id: number;
  key: string;
  authorId: number;
  deviceId: string | null;
  seq: number | null;
  cmd: string;
  cmdV: number;
  input: Input;
  base: SyncItem['base'] | null;
  effectiveAt: string;
  state: string;
  isLoanSeen: boolean;
}

/** Review with its row locked until commit; undefined when missing, or not decidable by the caller. */
export const lockReview = (tx: Tx, actor: ServerActor, id: string): Promise<HeldEntry | undefined> =>
  tx.one<HeldEntry>(sql`
    select r.id, r.key, r.author_id as "authorId", r.device_id as "deviceId", r.client_seq as seq, r.cmd, r.cmd_v as "cmdV",
      r.input, r.base, r.effective_at as "effectiveAt", r.state,
      exists (select from loans l where l.id = r.loan_id and ${visibleLoans(actor, sql`l.assignee_id`)}) as "isLoanSeen"
    from sync_reviews r
    where r.id::text = ${id} and r.author_id <> ${actor.id} and ${visibleUsers(actor, sql`r.author_id`)}
    for no key update of r`);

/** Photos pending with their visit's review. */
export const photosOfVisit = (tx: Tx, visit: HeldEntry): Promise<HeldEntry[]> =>
  tx.rows<HeldEntry>(sql`
    select r.id, r.key, r.author_id as "authorId", r.device_id as "deviceId", r.client_seq as seq, r.cmd, r.cmd_v as "cmdV",
      r.input, r.base, r.effective_at as "effectiveAt", r.state, true as "isLoanSeen"
    from sync_reviews r
    where r.author_id = ${visit.authorId} and r.state = 'open' and r.cmd = 'visits.photo'
      and r.id <> ${visit.id} and r.input->>'visitKey' = ${String(visit.input['visitKey'])} and r.input->'loanId' = ${JSON.stringify(visit.input['loanId'])}::jsonb
    order by r.id for no key update of r`);

export const closeReview = (
  tx: Tx,
  o: {
    id: number;
    state: 'accepted' | 'rejected';
    by: number;
    now: Date;
    note: string;
    effectId: number | null;
  },
): Promise<number> =>
  tx.run(sql`
    update sync_reviews set state = ${o.state}, decided_by = ${o.by}, decided_at = ${o.now}, decision_note = ${o.note},
      effect_id = ${o.effectId} where id = ${o.id}`);
