/** Notices of a check: skipped or normalised cells, and non-data rows. */
import { fileNoticesText as say } from '#contexts/files/text/en/file-notices.ts';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { useIsPhone } from '#kernel/ui/parts/use-media.ts';
import mend from '../mend/mend.module.css';
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

const keyOf = ({ column, kind, reason }: Notice): string => `${column} ${kind} ${reason ?? ''}`;
const examplesOf = ({ examples }: Notice): string => examples.map(exampleOf).join(', ');

interface Props {
  notices: readonly Notice[];
}
const Lines = ({ notices }: Props) => (
  <PlainTable
    label={say.title}
    heads={[say.column, say.notice, say.count, say.examples]}
    rows={notices.map((notice) => ({
      key: keyOf(notice),
      cells: [
        notice.column,
        nameOf(notice),
        inWords(notice.count),
        <span key="examples" className={mend.reason}>
          {examplesOf(notice)}
        </span>,
      ],
    }))}
  />
);

const Cards = ({ notices }: Props) => (
  <ul className={mend.cards} aria-label={say.title}>
    {notices.map((notice) => (
      <li key={keyOf(notice)}>
        <div className={mend.who}>
          <b>{notice.column}</b>
          <span>{`${say.count}: ${inWords(notice.count)}`}</span>
        </div>
        <div>{nameOf(notice)}</div>
        <div className={mend.quiet}>{`${say.examples}: ${examplesOf(notice)}`}</div>
      </li>
    ))}
  </ul>
);

export function FileNotices({ notices }: Props) {
  const isPhone = useIsPhone();
  if (notices.length === 0) return null;
  return (
    <section className={css.step} aria-label={say.title}>
      <h3>{say.title}</h3>
      <p className={css.about}>{say.about}</p>
      {isPhone ? <Cards notices={notices} /> : <Lines notices={notices} />}
    </section>
  );
}
