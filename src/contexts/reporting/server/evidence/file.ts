/** Pack file: a header row, the events, and the signature; as rows or pages. */
import type { KeyObject } from 'node:crypto';
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import type { evidenceForms } from '#contexts/reporting/contract/evidence.ts';
import { evidenceFileText as say } from '#contexts/reporting/text/en/evidence-file.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type EvidenceRow, type PackAnchor, packOf } from './pack.ts';
import { drawPdf } from './draw-pdf.ts';
import { evidenceOf, mostEvidence } from './rows.ts';

export interface Wanted {
  name: string;
  title: string;
  loans: readonly { id: number; number: string }[];
  /** Sampling method, if any. */
  chosen?: string;
  form: (typeof evidenceForms)[number];
}
interface Means {
  key: KeyObject;
  sources: readonly EvidenceSource[];
}
export interface Pack {
  name: string;
  type: string;
  rows: number;
  bytes: Buffer;
}

const anchorNow = (tx: Tx): Promise<PackAnchor | undefined> =>
  tx.one<PackAnchor>(sql`
    select n, encode(hash, 'hex') as hash, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from audit_anchor order by id desc limit 1`);

export async function evidenceFile(
  { tx, actor, now }: Pick<Context, 'tx' | 'actor' | 'now'>,
  o: Wanted,
  { key, sources }: Means,
): Promise<Pack> {
  const { form, title } = o;
  const happened = await evidenceOf(tx, {
    loanIds: o.loans.map(({ id }) => id),
    readerId: actor.id,
    more: sources,
  });
  if (happened.length > mostEvidence) throw new Failure('TOO_LARGE');
  const by = `${actor.firstName} ${actor.lastName}`;
  const at = now.toISOString();
  const about = [
    ...(o.chosen === undefined ? [] : [o.chosen]),
    say.about(o.loans.map(({ number }) => number).join(', '), happened.length),
  ];
  const first: EvidenceRow = {
    at,
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
  const notes = [title, say.made(by, at), ...about, say.verify, anchored, say.letters];
  // The same rows on pages, with the file of rows attached.
  const bytes = form === 'csv' ? Buffer.from(csv) : await drawPdf(rows, { title, notes, csv, key });
  return {
    name: `${o.name}.${form}`,
    type: form === 'csv' ? 'text/csv' : 'application/pdf',
    rows: happened.length,
    bytes,
  };
}
