/** A pack as a file: a first row that says what it is of, what happened, and the seal; as rows or on pages. */
import type { KeyObject } from 'node:crypto';
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import type { evidenceForms } from '#contexts/reporting/contract/evidence.ts';
import { evidenceFileText as say } from '#contexts/reporting/text/en/evidence-file.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type EvidenceRow, type PackAnchor, packOf } from './pack.ts';
import { pdfOf } from './pdf.ts';
import { evidenceOf, mostEvidence } from './rows.ts';

interface Wanted {
  name: string;
  title: string;
  loans: readonly { id: number; number: string }[];
  /** How the loans were chosen, where somebody asks. */
  chosen?: string;
  form: (typeof evidenceForms)[number];
  key: KeyObject;
  sources: readonly EvidenceSource[];
}

const anchorNow = (tx: Tx): Promise<PackAnchor | undefined> =>
  tx.one<PackAnchor>(sql`
    select n, encode(hash, 'hex') as hash, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from audit_anchor order by id desc limit 1`);

/** Months that may tell of these loans, and lie in files. */
const monthsAway = async (tx: Tx, loanIds: readonly number[]): Promise<string[]> =>
  (
    await tx.rows<{ name: string }>(sql`
      select m as name from months_away('{event, contact_decisions}',
        (select min(created_at) from loans where id = any(${[...loanIds]}))) m`)
  ).map(({ name }) => name);

export async function evidenceFile({ tx, actor, now }: Context, o: Wanted) {
  const { form, key, title } = o;
  const loanIds = o.loans.map(({ id }) => id);
  const happened = await evidenceOf(tx, {
    loanIds,
    readerId: actor.id,
    more: o.sources,
  });
  if (happened.length > mostEvidence) throw new Failure('TOO_LARGE');
  const by = `${actor.firstName} ${actor.lastName}`;
  const numbers = o.loans.map(({ number }) => number).join(', ');
  const away = await monthsAway(tx, loanIds);
  const about = [
    ...(o.chosen === undefined ? [] : [o.chosen]),
    say.about(numbers, happened.length),
    ...(away.length > 0 ? [say.away(away)] : []),
  ];
  const first: EvidenceRow = {
    at: now.toISOString(),
    loan: o.loans[0]?.number ?? '',
    kind: 'pack',
    what: title,
    who: by,
    paise: null,
    details: about.join(' '),
  };
  const rows = [first, ...happened];
  const anchor = (await anchorNow(tx)) ?? null;
  const csv = packOf(rows, { key, anchor });
  const anchored = say.anchor(anchor ? `${anchor.n} ${anchor.hash}` : say.noAnchor);
  const notes = [title, say.made(by, now.toISOString()), ...about, say.verify, anchored, say.letters];
  // The same rows on pages, with the file of rows attached.
  const bytes = form === 'csv' ? Buffer.from(csv) : pdfOf(rows, { title, notes, csv, key });
  return {
    name: `${o.name}.${form}`,
    type: form === 'csv' ? 'text/csv' : 'application/pdf',
    rows: happened.length,
    file: bytes.toString('base64'),
  };
}
