/** What a file's check names: cells left out or stored otherwise than written, and lines that are no rows. */
import { fileNoticesText as say } from '#contexts/files/text/en/file-notices.ts';
import { PlainTable } from '#kernel/ui/list/plain-table.tsx';
import type { FileJob } from '../progress.tsx';
import css from './mapping.module.css';

type Notice = FileJob['notices'][number];

const inWords = (count: number): string => count.toLocaleString('en-IN');
function exampleOf({ n, cell, value }: Notice['examples'][number]): string {
  if (cell === null) return inWords(n);
  return `${inWords(n)}: ${value === null ? cell : `${cell} → ${value}`}`;
}
const nameOf = ({ kind, reason }: Notice): string =>
  kind === 'left-out' && reason ? say.leftOut(reason) : say.kinds[kind];

export function FileNotices({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <section className={css.step} aria-label={say.title}>
      <h3>{say.title}</h3>
      <p className={css.about}>{say.about}</p>
      <PlainTable
        label={say.title}
        heads={[say.column, say.notice, say.count, say.examples]}
        rows={notices.map((notice) => ({
          key: `${notice.column} ${notice.kind} ${notice.reason ?? ''}`,
          cells: [
            notice.column,
            nameOf(notice),
            inWords(notice.count),
            notice.examples.map(exampleOf).join(', '),
          ],
        }))}
      />
    </section>
  );
}
