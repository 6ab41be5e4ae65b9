/** Answers about similar loan numbers, listed and removed. Their effects remain until the file is undone. */
import type { z } from 'zod/mini';
import type { loans } from '#contexts/loans/contract/loans.ts';
import { visibleLoans, visibleUsers } from '#contexts/agency/server/visible.ts';
import { removeAnswer } from '#contexts/files/server/questions/answer.ts';
import { counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { likeLoanNumber } from '../search.ts';
import { noteTwin } from './twins.ts';

type Row = z.output<typeof loans.numberAnswers.gives>;

const loanOf = (alias: Fragment, number: Fragment): Fragment =>
  sql`left join loans ${alias} on ${alias}.client_id = a.client_id and ${alias}.loan_number = ${number}`;
const from = sql`from loan_number_answers a join clients c on c.id = a.client_id left join users u on u.id = a.answered_by
  ${loanOf(sql`l`, sql`a.loan_number`)} ${loanOf(sql`o`, sql`a.like_number`)}`;
const side = (actor: ServerActor, number: Fragment, loan: Fragment): Fragment => sql`
  jsonb_build_object('loanNumber', ${number}, 'loan', case when ${loan}.id is not null and ${visibleLoans(actor, sql`${loan}.assignee_id`)}
    then jsonb_build_object('id', ${loan}.id, 'name', ${loan}.borrower_name, 'isActive', ${loan}.is_active,
      'totalOutstanding', ${loan}.total_outstanding) end)`;
/** Visible like their files: by the answering user. */
const isSeen = (actor: ServerActor): Fragment => visibleUsers(actor, sql`a.answered_by`);

export function pageOfAnswers(tx: Tx, actor: ServerActor, query: z.output<typeof loans.numberAnswers.takes>) {
  const chosen = where([
    isSeen(actor),
    ...narrow<typeof loans.numberAnswers>(query, {
      answer: (answer) => sql`a.is_same = ${answer === 'same'}`,
      q: (q) => sql`(a.loan_number ilike ${likeLoanNumber(q)} or a.like_number ilike ${likeLoanNumber(q)})`,
    }),
  ]);
  return counted(tx, query, sql`${from} ${chosen}`, () =>
    tx.rows<Row>(sql`
      select a.id, case when a.is_same then 'same' else 'different' end as answer, jsonb_build_object('name', c.name) as client,
        ${side(actor, sql`a.loan_number`, sql`l`)} as number, ${side(actor, sql`a.like_number`, sql`o`)} as like,
        u.first_name || ' ' || u.last_name as "answeredBy", a.answered_at as "answeredAt"
      ${from} ${chosen} order by a.answered_at desc, a.id desc ${paged(query)}`),
  );
}

interface AskedAgain {
  likeId: number | null;
  facts: { clientId: number; loanNumber: string; likeNumber: string; wasSame: boolean };
}
/** Two loans that both exist raise no question in a file: they become possible duplicates. */
export async function askNumberAgain(
  tx: Tx,
  actor: ServerActor,
  id: number,
): Promise<AskedAgain | undefined> {
  const seen = await tx.one<{ loanId: number | null; likeId: number | null }>(sql`
    select l.id as "loanId", o.id as "likeId" ${from} where a.id = ${id} and ${isSeen(actor)} for update of a`);
  const answer = seen && (await removeAnswer(tx, id));
  if (!answer) return undefined;
  const { clientId, loanNumber, likeNumber, isSame } = answer;
  const { loanId: rowId, likeId: otherId } = seen;
  if (rowId !== null && otherId !== null)
    await noteTwin(tx, {
      kind: 'near-loan',
      clientId,
      rowId,
      otherId,
      written: loanNumber,
      canonical: likeNumber,
    });
  return { likeId: otherId, facts: { clientId, loanNumber, likeNumber, wasSame: isSame } };
}
