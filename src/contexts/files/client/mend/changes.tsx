/** What was corrected of a file: columns in one step, and cells one by one. */
import type { files } from '#contexts/files/contract/files.ts';
import { mendText as say } from '#contexts/files/text/en/mend-rows.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { momentWords } from '#kernel/ui/parts/values/format.ts';
import { cellWords } from '../cell-words.ts';
import css from './mend.module.css';

type Rows = WireRow<typeof files.rows>;
const numberOf = (n: number): string => n.toLocaleString('en-IN');

function Unchanged({ unchanged, named }: Rows['columns'][number]) {
  if (unchanged === 0) return null;
  const names = named.map(
    ({ n, loanNumber, outcome }) => `${say.rowOf(numberOf(n))} ${loanNumber} (${say.outcomes[outcome]})`,
  );
  const more = unchanged - named.length;
  return (
    <p className={css.quiet}>
      {say.unchanged(unchanged)} {[...names, ...(more > 0 ? [say.moreUnchanged(more)] : [])].join(', ')}
    </p>
  );
}

export function Changes({ changes, columns }: Pick<Rows, 'changes' | 'columns'>) {
  if (changes.length + columns.length === 0) return null;
  return (
    <details className={css.changes}>
      <summary>{say.changes}</summary>
      <ul>
        {columns.map((one) => (
          <li key={`${one.field} ${one.at}`}>
            {say.columnFixed(one.field, say.readings[one.reading], one.rows)}
            <small>
              {one.by} · {momentWords(one.at)}
            </small>
            <Unchanged {...one} />
          </li>
        ))}
        {changes.map(({ n, field, was, value, by, at, outcome }) => (
          <li key={`${n} ${field} ${at}`}>
            <b>{say.rowOf(numberOf(n))}</b>{' '}
            {say.changeOf(field, was || say.nothing, cellWords(value) || say.nothing)}
            <small>
              {by} · {momentWords(at)}
            </small>
            {outcome && (
              <p className={css.quiet}>
                {say.unchanged(1)} ({say.outcomes[outcome]})
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
