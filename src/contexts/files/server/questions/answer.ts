/** Answers to questions about near loan numbers: written with the file's question, and remembered for its lender. */
import type { z } from 'zod/mini';
import { type questionEndpoints, shownQuestions } from '#contexts/files/contract/loan-questions.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

type Questions = z.output<typeof questionEndpoints.questions.gives>;
type Asked = z.output<typeof questionEndpoints.answer.takes>;

export const openQuestions = async (tx: Tx, jobId: number): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      select count(*)::int as n from import_questions q where q.job_id = ${jobId} and q.is_same is null
        and not exists (select from import_questions o where o.job_id = q.job_id and o.n = q.n and o.is_same)`)
  )?.n ?? 0;

export async function questionsOf(tx: Tx, jobId: number): Promise<Questions> {
  const rows = await tx.rows<Questions['rows'][number]>(sql`
    select n, row_here as file, like_here as like, is_same as "isSame" from import_questions where job_id = ${jobId}
    order by is_same is not null, n, like_number limit ${shownQuestions}`);
  const all = await tx.one<{ n: number }>(
    sql`select count(*)::int as n from import_questions where job_id = ${jobId}`,
  );
  return { rows, count: all?.n ?? 0, open: await openQuestions(tx, jobId) };
}

/** Two loans of a client under nearly one number, which are different ones. */
export const rememberDifferent = (
  tx: Tx,
  o: { clientId: number; loanNumber: string; likeNumber: string; userId: number },
): Promise<number> =>
  tx.run(sql`
    insert into loan_number_answers (client_id, loan_number, like_number, is_same, answered_by)
    values (${o.clientId}, ${o.loanNumber}, ${o.likeNumber}, false, ${o.userId})
    on conflict (client_id, loan_number, like_number) do update
      set is_same = false, answered_by = excluded.answered_by, answered_at = now()`);

/** A number is an alias of at most one loan: the first one confirmed as the same. */
async function write(tx: Tx, job: { id: number; userId: number }, answered: Fragment): Promise<void> {
  await tx.run(sql`
    with answered as (${answered}),
    first as (
      select distinct on (q.n) q.n, q.like_number from answered a join import_questions q
        on q.job_id = ${job.id} and q.n = a.n and q.like_number = a.like_number
      where a.is_same order by q.n, (q.like_here ->> 'n')::int nulls first, q.like_number)
    update import_questions q set is_same = a.is_same and exists (
      select from first f where f.n = q.n and f.like_number = q.like_number)
    from answered a where q.job_id = ${job.id} and q.n = a.n and q.like_number = a.like_number`);
  // A new answer replaces earlier answers about the same number.
  await tx.run(sql`
    update loan_number_answers r set is_same = false
    from import_questions q, file_jobs j where q.job_id = ${job.id} and j.id = q.job_id and q.is_same
      and r.client_id = j.client_id and r.loan_number = q.loan_number and r.like_number <> q.like_number and r.is_same`);
  // Two files may name the same two numbers in the other order: one pair has one answer, the latest.
  await tx.run(sql`
    delete from loan_number_answers r using import_questions q, file_jobs j
    where q.job_id = ${job.id} and j.id = q.job_id and q.is_same is not null and r.client_id = j.client_id
      and r.loan_number = q.like_number and r.like_number = q.loan_number`);
  await tx.run(sql`
    insert into loan_number_answers (client_id, loan_number, like_number, is_same, answered_by)
    select distinct on (q.loan_number, q.like_number) j.client_id, q.loan_number, q.like_number, q.is_same, ${job.userId}::bigint
    from import_questions q join file_jobs j on j.id = q.job_id where q.job_id = ${job.id} and q.is_same is not null
    order by q.loan_number, q.like_number, q.n
    on conflict (client_id, loan_number, like_number) do update
      set is_same = excluded.is_same, answered_by = excluded.answered_by, answered_at = now()`);
}

export async function answerQuestions(
  tx: Tx,
  job: { id: number; userId: number },
  { rows, all }: Pick<Asked, 'rows' | 'all'>,
): Promise<number> {
  if (rows)
    await write(
      tx,
      job,
      sql`select * from jsonb_to_recordset(${JSON.stringify(
        rows.map(({ n, likeNumber, isSame }) => ({ n, like_number: likeNumber, is_same: isSame })),
      )}::jsonb) as x (n int, like_number text, is_same boolean)`,
    );
  if (all !== undefined)
    await write(
      tx,
      job,
      sql`select q.n, q.like_number, ${all}::boolean as is_same from import_questions q where q.job_id = ${job.id} and q.is_same is null
        and not exists (select from import_questions o where o.job_id = q.job_id and o.n = q.n and o.is_same)`,
    );
  return openQuestions(tx, job.id);
}

interface NumberAnswer {
  clientId: number;
  loanNumber: string;
  likeNumber: string;
  isSame: boolean;
}
/** Removes an answer, also from files that are checked and not applied: the pair is a question again. */
export async function removeAnswer(tx: Tx, id: number): Promise<NumberAnswer | undefined> {
  const removed = await tx.one<NumberAnswer>(sql`
    delete from loan_number_answers where id = ${id}
    returning client_id as "clientId", loan_number as "loanNumber", like_number as "likeNumber", is_same as "isSame"`);
  if (!removed) return undefined;
  const { clientId, loanNumber, likeNumber } = removed;
  await tx.run(sql`
    delete from loan_number_answers where client_id = ${clientId} and loan_number = ${likeNumber} and like_number = ${loanNumber}`);
  await tx.run(sql`
    update import_questions q set is_same = null from file_jobs j
    where j.id = q.job_id and j.is_dry_run and j.client_id = ${clientId}
      and (q.loan_number, q.like_number) in ((${loanNumber}, ${likeNumber}), (${likeNumber}, ${loanNumber}))`);
  return removed;
}
