/** Evidence request: loans, pack name, and its event after completion. */
import type { z } from 'zod/mini';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import type { evidence } from '#contexts/reporting/contract/evidence.ts';
import { evidenceFileText as say } from '#contexts/reporting/text/en/evidence-file.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Emit } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Pack, Wanted } from './file.ts';
import { drawn } from './sample.ts';

type OfBorrower = z.output<typeof evidence.make.takes>;
type OfSample = z.output<typeof evidence.sample.takes>;
export type AskedEvidence = ({ of: 'borrower' } & OfBorrower) | ({ of: 'sample' } & OfSample);
export interface Subject {
  wanted: Wanted;
  tell(emit: Emit, made: Pick<Pack, 'rows'>): void;
}

interface Person {
  borrowerId: number;
  name: string;
  loans: { id: number; number: string }[];
}
/** The borrower and visible loans; excludes complaints about the caller. */
export async function personOf(
  tx: Tx,
  actor: ServerActor,
  { borrowerId, complaintId }: Partial<Pick<OfBorrower, 'borrowerId' | 'complaintId'>>,
): Promise<Person> {
  if ((borrowerId === undefined) === (complaintId === undefined))
    throw new Failure('INVALID_INPUT', {}, [{ path: 'borrowerId', fault: 'required' }]);
  const whose =
    borrowerId !== undefined
      ? sql`${borrowerId}::bigint`
      : sql`(select o.borrower_id from complaints k join loans o on o.id = k.loan_id
          where k.id = ${complaintId} and k.about_id is distinct from ${actor.id})`;
  const found = await tx.one<Person>(sql`
    select b.id as "borrowerId", b.name, jsonb_agg(jsonb_build_object('id', l.id, 'number', l.loan_number) order by l.id) as loans
    from loans l join borrowers b on b.id = l.borrower_id where l.borrower_id = ${whose} and ${visibleLoan(actor, sql`l`)}
    group by b.id`);
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}

const idsOf = (loans: readonly { id: number }[]): number[] => loans.map(({ id }) => id);

export const subjectOf = (tx: Tx, actor: ServerActor, asked: AskedEvidence): Promise<Subject> =>
  asked.of === 'borrower' ? ofBorrower(tx, actor, asked) : ofSample(tx, asked);

async function ofBorrower(tx: Tx, actor: ServerActor, asked: OfBorrower): Promise<Subject> {
  const { borrowerId, name, loans } = await personOf(tx, actor, asked);
  const { form, complaintId = null } = asked;
  return {
    wanted: { name: `evidence-${borrowerId}`, title: say.title(name), loans, form },
    tell: (emit, { rows }) =>
      emit('evidence.made', {
        id: borrowerId,
        facts: { form, rows, loanIds: idsOf(loans), complaintId },
        to: [],
      }),
  };
}

async function ofSample(tx: Tx, asked: OfSample): Promise<Subject> {
  const { clientId, form, word, startDate: from, endDate: to } = asked;
  const { lender, of, loans } = await drawn(tx, asked);
  return {
    wanted: {
      name: `audit-sample-${clientId}`,
      title: say.sampleTitle(lender),
      loans,
      chosen: say.sample({ drawn: loans.length, of, word, from, to }),
      form,
    },
    tell: (emit, { rows }) =>
      emit('evidence.sampled', {
        id: clientId,
        facts: { form, rows, loanIds: idsOf(loans), word, of },
        to: [],
      }),
  };
}
