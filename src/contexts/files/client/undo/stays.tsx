/** Rows of a file that stay when it is undone, by name and with what happened to them since. */
import { Link } from 'react-router-dom';
import { files } from '#contexts/files/contract/files.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { mappingText as say } from '#contexts/files/text/en/file-mapping.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import type { FileJob } from '../progress.tsx';
import css from '../upload/mapping.module.css';
import own from './stays.module.css';

export type UndoTold = WireRow<typeof files.undoCheck>;
const count = (n: number): string => n.toLocaleString('en-IN');

export function Stays({ told: { rows, stays } }: { told: UndoTold }) {
  return (
    <>
      <PlainTable
        label={say.staysOf}
        heads={[say.borrower, say.why]}
        rows={rows.map((row, key) => ({
          key,
          cells: [
            <div key="who" className={own.who}>
              {row.loanId === null ? (
                row.name
              ) : (
                <Link to={`/view-borrower?id=${row.loanId}`}>{row.name}</Link>
              )}
              {row.loanNumber !== null && <small>{row.loanNumber}</small>}
            </div>,
            <span key="why" className={own.why}>
              {row.reasons.map((reason) => say.stayReasons[reason]).join(', ')}
            </span>,
          ],
        }))}
      />
      {rows.length < stays && <p className={css.about}>{say.firstOf(count(rows.length), count(stays))}</p>}
    </>
  );
}

/** Of a file that was undone. */
export function RowsKept({ job }: { job: FileJob }) {
  const { data } = useRead(files.undoCheck, { id: String(job.id) });
  return (
    <>
      <p className={css.about}>{say.stayed(job.keptRecords ?? 0)}</p>
      {data && <Stays told={data} />}
    </>
  );
}
