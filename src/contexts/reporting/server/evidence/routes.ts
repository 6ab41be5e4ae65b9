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
import { type EvidenceRow, type PackAnchor, packOf, publishedKey } from './pack.ts';
import { pdfOf } from './pdf.ts';
import { evidenceOf, mostEvidence } from './rows.ts';

interface Asked {
  borrowerId?: number | undefined;
  complaintId?: number | undefined;
}
interface Person {
  borrowerId: number;
  name: string;
  loanIds: number[];
  loanNumbers: string[];
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
    select b.id as "borrowerId", b.name, array_agg(l.id order by l.id) as "loanIds", array_agg(l.loan_number order by l.id) as "loanNumbers"
    from loans l join borrowers b on b.id = l.borrower_id where l.borrower_id = ${whose} and ${visibleLoan(actor, sql`l`)}
    group by b.id`);
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}

const anchorNow = (tx: Tx): Promise<PackAnchor | undefined> =>
  tx.one<PackAnchor>(sql`
    select n, encode(hash, 'hex') as hash, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from audit_anchor order by id desc limit 1`);

/** The same rows on pages, with the file of rows attached. */
const pagesOf = (
  rows: readonly EvidenceRow[],
  o: { person: Person; by: string; now: Date; anchor: PackAnchor | null; csv: string; key: KeyObject },
): Buffer =>
  pdfOf(rows, {
    title: say.title(o.person.name),
    notes: [
      say.title(o.person.name),
      say.made(o.by, o.now.toISOString()),
      say.about(o.person.loanNumbers.join(', '), rows.length - 1),
      say.verify,
      say.anchor(o.anchor ? `${o.anchor.n} ${o.anchor.hash}` : say.noAnchor),
      say.letters,
    ],
    csv: o.csv,
    key: o.key,
  });

export const evidenceRoutes = (o: {
  key: () => KeyObject;
  sources: () => readonly EvidenceSource[];
}): Route[] =>
  implement(evidence, {
    key: () => Promise.resolve({ key: publishedKey(o.key()) }),

    async make({ form, ...asked }, { tx, actor, now, emit }) {
      const person = await personOf(tx, actor, asked);
      const happened = await evidenceOf(tx, {
        loanIds: person.loanIds,
        readerId: actor.id,
        more: o.sources(),
      });
      if (happened.length > mostEvidence) throw new Failure('TOO_LARGE');
      const by = `${actor.firstName} ${actor.lastName}`;
      const loans = person.loanNumbers.join(', ');
      const first: EvidenceRow = {
        at: now.toISOString(),
        loan: person.loanNumbers[0] ?? '',
        kind: 'pack',
        what: say.title(person.name),
        who: by,
        paise: null,
        details: say.about(loans, happened.length),
      };
      const rows = [first, ...happened];
      const anchor = (await anchorNow(tx)) ?? null;
      const key = o.key();
      const csv = packOf(rows, { key, anchor });
      const bytes = form === 'csv' ? Buffer.from(csv) : pagesOf(rows, { person, by, now, anchor, csv, key });
      emit('evidence.made', {
        id: person.borrowerId,
        facts: {
          form,
          rows: happened.length,
          loanIds: person.loanIds,
          complaintId: asked.complaintId ?? null,
        },
        to: [],
      });
      const type = form === 'csv' ? 'text/csv' : 'application/pdf';
      return {
        name: `evidence-${person.borrowerId}.${form}`,
        type,
        rows: happened.length,
        file: bytes.toString('base64'),
      };
    },
  });
