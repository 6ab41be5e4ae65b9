/**
 * New loan numbers possibly altered by a spreadsheet or a typo: each needs one answer. The file is applied only after
 * all are answered.
 */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type ImportJob, refuseRows } from '../import/import-store.ts';
import { openQuestions } from './answer.ts';

/** Rows under a number that is another name of a loan are about that loan. */
export async function nameLoans(tx: Tx, { clientId }: ImportJob): Promise<void> {
  const known = await tx.one(
    sql`select 1 as ok from loan_number_answers where client_id = ${clientId} and is_same limit 1`,
  );
  if (!known) return;
  for (const set of [sql`stage r set is_alias = true,`, sql`bad r set`])
    await tx.run(sql`
      update ${set} "loanNumber" = a.like_number from loan_number_answers a
      where a.client_id = ${clientId} and a.is_same and a.loan_number = r."loanNumber"
        and not exists (select from loans l where l.client_id = ${clientId} and l.loan_number = r."loanNumber")`);
}

/** Digits after the fifteenth are zeros, as a spreadsheet rounds a long number. */
const isRounded = (number: Fragment): Fragment => sql`replace(${number}, ' ', '') ~ '^0*[1-9][0-9]{14}0+$'`;

/** New numbers with their key, and all long ones of the file: they show whether a spreadsheet rounded it. */
async function gatherNew(tx: Tx, { clientId }: ImportJob): Promise<number> {
  await tx.run(sql`
    create temp table fresh on commit drop as
    select r.n, r."loanNumber" as number, r.name, r.mobile, r."principalOutstanding" as pos, r."totalOutstanding" as tos,
      loan_near_key(r."loanNumber") as key, ${isRounded(sql`r."loanNumber"`)} as rounded,
      ltrim(r."loanNumber", '0') as bare, search_name(r.name) as person from stage r
    where not exists (select from loans l where l.client_id = ${clientId} and l.loan_number = r."loanNumber")`);
  await tx.run(sql`analyze fresh`);
  return (await tx.one<{ n: number }>(sql`select count(*)::int as n from fresh`))?.n ?? 0;
}

/**
 * Two long numbers that differ only after the fifteenth digit need an answer if one of them is rounded. Lenders also use
 * sequential numbers, so then it must be the only other one, of the same borrower, or the entire file must be rounded.
 */
const isAsked = sql`
  (o.key !~ '~' or f.bare = ltrim(o.number, '0')
    or ((f.rounded or ${isRounded(sql`o.number`)})
      and (f.person = o.person or f.mobile = o.mobile or o.alone or (f.rounded and not exists (
        select from stage s where loan_near_key(s."loanNumber") ~ '~' and not ${isRounded(sql`s."loanNumber"`)})))))`;
/** For lenders with long sequential numbers, most candidates of a key are excluded early. */
const mayBeLike = (number: Fragment): Fragment =>
  sql`(f.key !~ '~' or f.rounded or right(${number}, 1) = '0' or ltrim(${number}, '0') = f.bare)`;

/** Loans, and rows before a row: the first of those of one loan is the loan. */
const likeOnes = (clientId: number): Fragment => sql`
  select f.n as of, l.loan_number as number, null::int as n, l.borrower_name as name, l.mobile, l.principal_outstanding as pos,
    l.total_outstanding as tos, f.key, coalesce(l.search_name, lower(l.borrower_name)) as person
  from fresh f join loans l on l.client_id = ${clientId} and loan_near_key(l.loan_number) = f.key
  union all
  select f.n, a.number, a.n, a.name, a.mobile, a.pos, a.tos, f.key, a.person
  from fresh f join fresh a on a.key = f.key and a.n < f.n and ${mayBeLike(sql`a.number`)}`;

const side = (
  row: Fragment,
  n: Fragment,
): Fragment => sql`jsonb_build_object('loanNumber', ${row}.number, 'n', ${n},
  'name', ${row}.name, 'mobile', 'XXXXXX' || right(${row}.mobile, 4), 'principalOutstanding', ${row}.pos, 'totalOutstanding', ${row}.tos)`;

/** Answers remain with a check, so that they can be changed until it is applied; except those of corrected rows. */
const dropQuestions = (tx: Tx, { id, isDryRun }: ImportJob): Promise<number> =>
  tx.run(sql`
    delete from import_questions q where q.job_id = ${id} and (not ${isDryRun}::boolean or q.is_same is null or not exists (
      select from (select n, "loanNumber" from stage union all select n, "loanNumber" from bad) r
      where r.n = q.n and r."loanNumber" in (q.loan_number, q.like_number)))`);

/** True while a question has no answer. */
export async function askAboutNew(tx: Tx, job: ImportJob): Promise<boolean> {
  await dropQuestions(tx, job);
  if ((await gatherNew(tx, job)) > 0) await writeQuestions(tx, job);
  await tx.run(sql`
    update file_jobs set questions_count = (select count(*)::int from import_questions where job_id = ${job.id}) where id = ${job.id}`);
  await tx.run(sql`drop table fresh`);
  return (await openQuestions(tx, job.id)) > 0;
}

/** New rows `f`, each with a loan or row `o` of nearly the same number that no answer is about. */
const asked = (clientId: number): Fragment => sql`
    from (select u.*, count(*) over (partition by u.of) = 1 as alone from (${likeOnes(clientId)}) u) o join fresh f on f.n = o.of
    where f.number <> o.number and are_parts_alike(f.number, o.number) and ${isAsked}
      and not exists (select from loan_number_answers a where a.client_id = ${clientId} and not a.is_same
        and ((a.loan_number = f.number and a.like_number = o.number) or (a.loan_number = o.number and a.like_number = f.number)))`;

const writeQuestions = (tx: Tx, { id, clientId }: ImportJob): Promise<number> =>
  tx.run(sql`
    insert into import_questions (job_id, n, loan_number, like_number, row_here, like_here)
    select ${id}, f.n, f.number, o.number, ${side(sql`f`, sql`f.n`)}, ${side(sql`o`, sql`o.n`)}
    ${asked(clientId)} on conflict do nothing`);

/** An applied file raises no questions: its corrected rows with such numbers are rejected and never become second loans. */
export async function refuseNear(tx: Tx, job: ImportJob): Promise<void> {
  if ((await gatherNew(tx, job)) > 0)
    await refuseRows(
      tx,
      sql`select distinct f.n, 'nearly the number of another loan' as reason, 'LOAN NUMBER' as field ${asked(job.clientId)}`,
    );
  await tx.run(sql`drop table fresh`);
}

/** Loans of the file that are in another portfolio of the client, where they stay: by portfolio, the most first. */
const shownPortfolios = 10;
export const noteElsewhere = (tx: Tx, { id, clientId, portfolioId }: ImportJob): Promise<number> =>
  tx.run(sql`
    update file_jobs set elsewhere_loans_count = coalesce(shown.loans, 0), elsewhere_loans = shown.rows
    from (select sum(n)::int as loans, jsonb_agg(jsonb_build_object('name', name, 'count', n) order by n desc, name)
        filter (where place <= ${shownPortfolios}) as rows
      from (select p.name, count(*)::int as n, row_number() over (order by count(*) desc, p.name) as place
        from stage r join loans l on l.client_id = ${clientId} and l.loan_number = r."loanNumber"
        join portfolios p on p.id = l.portfolio_id where l.portfolio_id <> ${portfolioId} group by p.id) each) shown
    where file_jobs.id = ${id}`);
