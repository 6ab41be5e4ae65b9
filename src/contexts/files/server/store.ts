import { paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import { channels, isRecorded, recorded } from '#kernel/contract/channels/channels.ts';
import type { z } from 'zod/mini';
import { anyUpload } from '#contexts/files/contract/upload-flags.ts';
import { may } from '#kernel/contract/access.ts';
import type { FileMapping } from '#contexts/files/contract/reader/columns/file-mapping.ts';
import type { JobType } from '#contexts/files/contract/file-kinds.ts';
import type { fileTypes, files } from '#contexts/files/contract/files.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, join, sql, where } from '#kernel/server/database/sql.ts';

export type FileType = (typeof fileTypes)[number];
export type JobRow = z.output<typeof files.jobs.gives>;

export interface Upload {
  key: string;
  userId: number;
  purpose: string;
  fileName: string;
  contentType: string;
  maxBytes: number;
  isStored: boolean;
}

export const addUpload = (tx: Tx, o: Upload, expiresAt: number): Promise<number> =>
  tx.run(sql`
    insert into uploads (key, user_id, purpose, file_name, content_type, max_bytes, expires_at)
    values (${o.key}, ${o.userId}, ${o.purpose}, ${o.fileName}, ${o.contentType}, ${o.maxBytes}, to_timestamp(${expiresAt}))`);

export const uploadOf = (tx: Tx, key: string): Promise<Upload | undefined> =>
  tx.one<Upload>(sql`
    select key, user_id as "userId", purpose, file_name as "fileName", content_type as "contentType",
      max_bytes as "maxBytes", stored_at is not null and removed_at is null as "isStored" from uploads where key = ${key}`);

/** Deletes upload records, including the file name on the sender's device. */
export const dropUploads = (tx: Tx, keys: readonly string[]): Promise<number> =>
  tx.run(sql`delete from uploads where key = any(${[...keys]})`);

/** Links to a file that a person removed expire: its bytes are removed by a job. */
export const markUploadRemoved = (tx: Tx, key: string): Promise<number> =>
  tx.run(sql`update uploads set removed_at = now() where key = ${key} and removed_at is null`);

/** Marks a link as used; false when it was used before: a link is good for one delivery. */
export const storeUpload = async (tx: Tx, key: string, bytes: number): Promise<boolean> =>
  (await tx.run(
    sql`update uploads set stored_at = now(), bytes = ${bytes} where key = ${key} and stored_at is null`,
  )) === 1;

const sentSoFar = (channel: string): Fragment => {
  const own = sql`from messages s where s.job_id = j.id and s.channel = ${channel}`;
  return sql`case when not exists (select ${own} and s.status <> 'stored') then 'stored'
    when exists (select ${own} and s.due_at is not null) then 'sending' else 'sent' end`;
};
const sentWith = (channel: string): Fragment => sql`case when j.sends ? ${channel}
  then jsonb_build_object('templateName', j.sends->${channel}->>'name', 'status', ${sentSoFar(channel)}) end`;
const startedWith = (channel: string): Fragment => sql`case when j.sends ? ${channel}
  then jsonb_build_object('campaignId', j.sends->${channel}->'id', 'campaignName', j.sends->${channel}->>'name',
    'isStarted', coalesce((j.sends->${channel}->>'isStarted')::boolean, false), 'status', ${sentSoFar(channel)}) end`;
const texts = channels.filter((one) => !isRecorded(one));
const shown = sql`
  j.id, j.type, coalesce(j.file_name, u.file_name, '') as "fileName", j.export_type as "exportType",
  case when j.status = 'completed' then j.file_key end as "fileKey", j.status, j.progress_percentage as "progressPercentage",
  j.error_msg as "errorMsg", j.error_file_key as "errorFileKey", coalesce(j.first_errors, '[]') as "firstErrors",
  coalesce(j.notices, '[]') as notices, j.has_no_amounts as "hasNoAmounts",
  j.is_dry_run as "isDryRun", j.is_new_records as "isNewRecords", coalesce(j.mapping->'derived', '[]') as "derivedColumns", j.active_loans_count as "activeLoansCount",
  j.unclear_records as "unclearRecords", j.missing_to_confirm as "missingToConfirm",
  coalesce(j.first_missing, '[]') as "firstMissing", j.missing_file_key as "missingFileKey",
  j.questions_count as "questionsCount", j.elsewhere_loans_count as "elsewhereLoansCount",
  coalesce(j.elsewhere_loans, '[]') as "elsewhereLoans", j.undone_at as "undoneAt", j.kept_records as "keptRecords",
  exists (select from import_changes c where c.job_id = j.id and c.what not in ('named', 'restored')) as "canUndo", j.total_records as "totalRecords",
  j.correct_records as "correctRecords", j.incorrect_records as "incorrectRecords", j.failed_records as "failedRecords",
  j.new_loans_count as "newLoansCount", j.exist_loans_count as "existLoansCount",
  j.re_active_loans_count as "reActiveLoansCount", j.missing_loans_count as "missingLoansCount",
  j.dnc_loans_count as "dncLoansCount", case when j.type = 'PAYMENT_FILE' then (
    select count(*)::int from payments h where h.job_id = j.id and h.status = 'held') end as "heldRecords",
  case when j.is_dry_run then j.known_payments end as "knownPaymentsCount", case when j.is_dry_run then j.payments_to_hold end as "paymentsToHoldCount",
  j.told_amount as "toldAmount", j.told_rows as "toldRows", j.found_amount as "foundAmount", j.found_rows as "foundRows",
  j.amount_to_confirm as "amountToConfirm", j.created_at as "createdAt", j.updated_at as "updatedAt",
  case when j.sends is null then null else jsonb_build_object(
    ${join(texts.map((channel) => sql`${`${channel}Send`}::text, ${sentWith(channel)}`))},
    ${join(recorded.map((channel) => sql`${`${channel}Send`}::text, ${startedWith(channel)}`))}) end as communication,
  case when c.id is null then null else jsonb_build_object('name', c.name) end as client,
  case when p.id is null then null else jsonb_build_object('name', p.name) end as "jobPortfolio",
  jsonb_build_object('firstName', m.first_name, 'lastName', m.last_name) as "jobsCreatedByUser"`;
const from = sql`
  from file_jobs j left join uploads u on u.id = j.upload_id left join clients c on c.id = j.client_id
  left join portfolios p on p.id = j.portfolio_id join users m on m.id = j.created_by`;
/** Uploads are visible by hierarchy; exports to their owner and the system admin. */
function visibleTo(actor: ServerActor): Fragment {
  const isOwn =
    actor.slug === 'system_admin' ? sql`true` : sql`(j.created_by = ${actor.id} or j.type <> 'EXPORT')`;
  const kinds = [
    may(actor, anyUpload) && sql`j.type <> 'EXPORT'`,
    may(actor, 'list_export_files') && sql`j.type = 'EXPORT'`,
    // Exports are visible to the user who started them.
    sql`(j.type = 'EXPORT' and j.created_by = ${actor.id})`,
  ].filter((kind) => kind !== false);
  return sql`${visibleUsers(actor, sql`j.created_by`)} and ${isOwn} and (${join(kinds, ' or ')})`;
}

export async function pageOfJobs(tx: Tx, actor: ServerActor, query: z.output<typeof files.jobs.takes>) {
  const chosen = where([
    visibleTo(actor),
    ...narrow<typeof files.jobs>(query, {
      type: (type) => sql`j.type = ${type}`,
      q: (q) => nameHas(sql`coalesce(j.file_name, u.file_name)`, q),
    }),
  ]);
  return counted(tx, query, sql`${from} ${chosen}`, () =>
    tx.rows<JobRow>(sql`select ${shown} ${from} ${chosen} order by j.id desc ${paged(query)}`),
  );
}

export const jobById = (tx: Tx, actor: ServerActor, id: number): Promise<JobRow | undefined> =>
  tx.one<JobRow>(sql`select ${shown} ${from} where j.id = ${id} and ${visibleTo(actor)}`);

export const addJob = async (
  tx: Tx,
  o: {
    key: string;
    type: JobType;
    clientId: number;
    portfolioId: number;
    userId: number;
    isNewRecords: boolean;
    isDryRun: boolean;
    hasNoAmounts: boolean;
    toldAmount: number | undefined;
    mapping: FileMapping | undefined;
    sends: object | undefined;
  },
): Promise<number> => {
  const made = await tx.one<{ id: number }>(sql`
    insert into file_jobs (upload_id, type, client_id, portfolio_id, created_by, is_new_records, is_dry_run, has_no_amounts, told_amount, mapping, sends)
    values ((select id from uploads where key = ${o.key}), ${o.type}, ${o.clientId}, ${o.portfolioId}, ${o.userId}, ${o.isNewRecords},
      ${o.isDryRun}, ${o.hasNoAmounts}, ${o.toldAmount ?? null}, ${o.mapping ? JSON.stringify(o.mapping) : null}::jsonb,
      ${o.sends ? JSON.stringify(o.sends) : null}::jsonb)
    returning id`);
  return made?.id ?? 0;
};

export const isPortfolioOf = async (tx: Tx, portfolioId: number, clientId: number): Promise<boolean> =>
  (await tx.one(
    sql`select 1 as ok from portfolios where id = ${portfolioId} and client_id = ${clientId}`,
  )) !== undefined;

/** The job just created, answered to its creator even without permission to list jobs. */
export async function madeJob(tx: Tx, id: number): Promise<JobRow> {
  const made = await tx.one<JobRow>(sql`select ${shown} ${from} where j.id = ${id}`);
  if (!made) throw new Error('the job just made is not there');
  return made;
}

/** True when this error file or finished export belongs to a job the actor may see. */
export const isFileOfJob = async (tx: Tx, actor: ServerActor, key: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from file_jobs j
    where (j.error_file_key = ${key} or j.missing_file_key = ${key} or (j.file_key = ${key} and j.status = 'completed')) and ${visibleTo(actor)}`)) !==
  undefined;

/** What an export is called when it is saved. */
export const exportName = async (tx: Tx, key: string): Promise<string | undefined> =>
  (await tx.one<{ name: string }>(sql`select file_name as name from file_jobs where file_key = ${key}`))
    ?.name;

/** Locked until commit; a reading job of a file visible to the actor. */
export const lockJob = (
  tx: Tx,
  actor: ServerActor,
  id: number,
): Promise<
  | {
      type: JobType;
      status: string;
      isDryRun: boolean;
      isUndone: boolean;
      missingToConfirm: number | null;
      amountToConfirm: number | null;
    }
  | undefined
> =>
  tx.one(sql`
    select j.type, j.status, j.is_dry_run as "isDryRun", j.undone_at is not null as "isUndone",
      j.missing_to_confirm as "missingToConfirm", j.amount_to_confirm as "amountToConfirm"
    from file_jobs j where j.id = ${id} and j.type <> 'EXPORT' and ${visibleTo(actor)} for no key update of j`);

/** Restarts a checked job, this time applying it. */
export const applyJob = (
  tx: Tx,
  id: number,
  confirmed: { missing: number | null; amount: number | null },
): Promise<number> =>
  tx.run(sql`
    update file_jobs set is_dry_run = false, status = 'pending', progress_percentage = 0, new_loans_count = null,
      exist_loans_count = null, re_active_loans_count = null, missing_loans_count = null, dnc_loans_count = null,
      confirmed_missing = ${confirmed.missing}, missing_to_confirm = null,
      confirmed_amount = ${confirmed.amount}, amount_to_confirm = null, first_missing = null, updated_at = now() where id = ${id}`);

export const markUndoing = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`update file_jobs set status = 'processing', progress_percentage = 0, error_msg = null, updated_at = now()
    where id = ${id}`);
