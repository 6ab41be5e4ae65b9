/** The first rows as they would be read, and the first that cannot be, before anything is sent. */
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import type { Value } from '#contexts/files/contract/reader/columns/column-kinds.ts';
import { type FileMapping, readHeader } from '#contexts/files/contract/reader/columns/file-mapping.ts';
import { LineReader } from '#contexts/files/contract/reader/file-lines.ts';
import { type Bad, isBad, rowReader } from '#contexts/files/contract/reader/file-rows.ts';
import { mappingText as say } from '#contexts/files/text/en/file-mapping.ts';
import { money } from '#kernel/ui/parts/values/format.ts';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { cellWords } from '../cell-words.ts';
import type { FileHead } from './head.ts';
import { reasonWords } from '../mend/reason-words.ts';
import mend from '../mend/mend.module.css';
import css from './mapping.module.css';

const shownRows = 5;
const shownErrors = 5;

function shown({ kind }: FileColumn, value: Value): string {
  if (value === null) return '–';
  if (kind === 'amount') return money(Number(value) / 100);
  return kind === 'date' ? cellWords(String(value)) : String(value);
}

interface Used {
  column: FileColumn;
  i: number;
}
const wordsOf = (read: Value[] | Bad, used: readonly Used[]): string[] =>
  isBad(read)
    ? [read.field ? `${read.field}: ${reasonWords(read.reason)}` : reasonWords(read.reason)]
    : used.map(({ column, i }) => shown(column, read[i] ?? null));

function Errors({ rows }: { rows: readonly { n: number; field: string; reason: string }[] }) {
  if (rows.length === 0) return null;
  return (
    <div role="status">
      <PlainTable
        label={say.whatIsWrong}
        heads={[say.row, say.column, say.whatIsWrong]}
        rows={rows.slice(0, shownErrors).map(({ n, field, reason }) => ({
          key: n,
          cells: [
            n.toLocaleString('en-IN'),
            field || '–',
            <span key="reason" className={mend.reason}>
              {reasonWords(reason)}
            </span>,
          ],
        }))}
      />
    </div>
  );
}

/** Preview rows as the server will read them; non-data rows are skipped. */
function readHeadRows(
  columns: readonly FileColumn[],
  { header, rows }: FileHead,
  { at, mapping }: { at: ReadonlyMap<string, number>; mapping: FileMapping | undefined },
): { n: number; read: Value[] | Bad }[] {
  const lines = new LineReader(columns, header, at);
  const read = rowReader(columns, at, { mapping, width: header.length });
  return rows.flatMap(({ n, cells, trouble }) => {
    const record = lines.read(n, cells, { trouble, isOpen: false });
    if (!record || record.line) return [];
    return [{ n, read: record.fault ? { reason: record.fault, field: '' } : read(cells) }];
  });
}

export function Preview({
  columns,
  head,
  mapping,
}: {
  columns: readonly FileColumn[];
  head: FileHead;
  mapping?: FileMapping;
}) {
  const { at, missing, twice } = readHeader(columns, head.header, mapping);
  if (missing.length > 0 || twice.length > 0) return null;
  const rows = readHeadRows(columns, head, { at, mapping });
  const used = columns
    .map((column, i) => ({ column, i }))
    .filter(({ column: { key } }) => at.has(key) || (mapping?.fixed[key] ?? '') !== '');
  const bad = rows.flatMap((row) => (isBad(row.read) ? [{ n: row.n, ...row.read }] : []));
  return (
    <section className={css.step}>
      <Errors rows={bad} />
      {mapping && (
        <>
          <h3>{say.preview}</h3>
          <PlainTable
            label={say.preview}
            heads={[say.row, ...used.map(({ column }) => column.header)]}
            rows={rows.slice(0, shownRows).map((row) => ({
              key: row.n,
              cells: [String(row.n), ...wordsOf(row.read, used)],
            }))}
          />
        </>
      )}
    </section>
  );
}
