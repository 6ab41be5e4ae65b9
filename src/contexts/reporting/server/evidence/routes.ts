import type { KeyObject } from 'node:crypto';
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import { evidence } from '#contexts/reporting/contract/evidence.ts';
import { evidenceFileText as say } from '#contexts/reporting/text/en/evidence-file.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { evidenceFile } from './file.ts';
import { publishedKey } from './pack.ts';
import { drawn } from './sample.ts';

interface Asked {
  borrowerId?: number | undefined;
  complaintId?: number | undefined;
}
interface Person {
  borrowerId: number;
  name: string;
  loans: { id: number; number: string }[];
}
/** The borrower and those of their loans that the caller sees; a complaint about the caller is not theirs to prove. */
async function personOf(tx: Tx, actor: ServerActor, { borrowerId, complaintId }: Asked): Promise<Person> {
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

export const evidenceRoutes = (o: {
  key: () => KeyObject;
  sources: () => readonly EvidenceSource[];
}): Route[] =>
  implement(evidence, {
    key: () => Promise.resolve({ key: publishedKey(o.key()) }),

    async make({ form, ...asked }, context) {
      const { borrowerId, name, loans } = await personOf(context.tx, context.actor, asked);
      const made = await evidenceFile(context, {
        name: `evidence-${borrowerId}`,
        title: say.title(name),
        loans,
        form,
        key: o.key(),
        sources: o.sources(),
      });
      context.emit('evidence.made', {
        id: borrowerId,
        facts: { form, rows: made.rows, loanIds: idsOf(loans), complaintId: asked.complaintId ?? null },
        to: [],
      });
      return made;
    },

    async sample({ form, clientId, ...asked }, context) {
      const { lender, of, loans } = await drawn(context.tx, { clientId, ...asked });
      const { word, startDate: from, endDate: to } = asked;
      const made = await evidenceFile(context, {
        name: `audit-sample-${clientId}`,
        title: say.sampleTitle(lender),
        loans,
        chosen: say.sample({ drawn: loans.length, of, word, from, to }),
        form,
        key: o.key(),
        sources: o.sources(),
      });
      context.emit('evidence.sampled', {
        id: clientId,
        facts: { form, rows: made.rows, loanIds: idsOf(loans), word, of },
        to: [],
      });
      return made;
    },
  });
