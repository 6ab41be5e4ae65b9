import { Fragment, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { blockOf } from '#contexts/contact/contract/contact-block.ts';
import { type TodayRow, inTurn, reasonsOf } from '#contexts/work/contract/today-rules.ts';
import { type TodaySection, today, todaySections } from '#contexts/work/contract/today.ts';
import { kitText } from '#text/en/kit.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { money, moneyShort, sinceText } from '#kernel/ui/parts/format.ts';
import { ListSkeleton, ListState } from '#kernel/ui/list/list-states.tsx';
import css from './today.module.css';
import { blockWords, reasonWords } from './today-words.ts';

const aPage = 50;
const most = 500;
const aMinute = 60_000;

/** Hours of contact open and close while somebody looks at the list. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), aMinute);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The ordered work of the day: who comes first, why, and why not now. */
export function TodayList() {
  const now = useNow();
  const { get, set } = useUrlState();
  const [size, setSize] = useState(aPage);
  const section = todaySections.find((name) => name === get('section'));
  const { data, asOf, error, isPending, refetch } = useRead(
    today.list,
    { size, ...(section && { section }) },
    { keepPrevious: true },
  );
  if (!data)
    return isPending ? (
      <ListSkeleton isPhone columns={1} />
    ) : (
      <ListState error={error} empty={say.empty} onRetry={refetch} />
    );
  const counts = data.summary as Partial<Record<TodaySection, number>> | undefined;
  const left = data.count - data.rows.length;
  return (
    <section className={css.today} aria-labelledby="today">
      <h2 id="today">{say.title}</h2>
      {asOf && (
        <p className={css.asOf} role="status">
          {kitText.asOf(sinceText(asOf))}
        </p>
      )}
      {counts && <Chips counts={counts} chosen={section} onChoose={(next) => set({ section: next })} />}
      <Sections rows={data.rows} now={now} />
      {data.count === 0 && <p className={css.none}>{section ? say.emptySection : say.empty}</p>}
      {left > 0 && size < most && (
        <button type="button" className={css.more} onClick={() => setSize(Math.min(most, size + aPage))}>
          {say.more(left)}
        </button>
      )}
      {left > 0 && size >= most && (
        <Link to="/borrowers" className={css.more}>
          {say.inList}
        </Link>
      )}
    </section>
  );
}

interface ChipsProps {
  counts: Partial<Record<TodaySection, number>>;
  chosen: TodaySection | undefined;
  onChoose: (section: TodaySection | undefined) => void;
}
function Chips({ counts, chosen, onChoose }: ChipsProps) {
  const all = todaySections.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return (
    <ul className={css.chips}>
      <li>
        <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
          {say.all} <b>{all.toLocaleString('en-IN')}</b>
        </button>
      </li>
      {todaySections
        .filter((name) => (counts[name] ?? 0) > 0 || name === chosen)
        .map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={chosen === name} onClick={() => onChoose(name)}>
              {say.sections[name]} <b>{(counts[name] ?? 0).toLocaleString('en-IN')}</b>
            </button>
          </li>
        ))}
    </ul>
  );
}

/** What was known this morning is put into the order of now: a phone without a network has nobody to ask. */
function Sections({ rows, now }: { rows: readonly TodayRow[]; now: Date }) {
  const placed = inTurn(rows, now);
  return (
    <ol className={css.list}>
      {placed.map(({ row, section }, i) => (
        <Fragment key={row.id}>
          {section !== placed[i - 1]?.section && (
            <li className={css.head} data-section={section}>
              <h3>{say.sections[section]}</h3>
            </li>
          )}
          <Card row={row} now={now} />
        </Fragment>
      ))}
    </ol>
  );
}

function Card({ row, now }: { row: TodayRow; now: Date }) {
  const block = blockOf(row, now);
  return (
    <li className={css.card} data-blocked={block ? true : undefined}>
      <div className={css.who}>
        <Link to={`/view-borrower?id=${row.id}`}>{row.borrowerName}</Link>
        <span className={css.much} title={money(row.totalOutstanding)}>
          {moneyShort(row.totalOutstanding)}
        </span>
      </div>
      <ul className={css.reasons}>
        {reasonsOf(row, now).map((reason) => (
          <li key={reason.code} data-code={reason.code}>
            {reasonWords(reason, now)}
          </li>
        ))}
      </ul>
      {block && <p className={css.block}>{blockWords(block, now)}</p>}
      <p className={css.about}>
        {[row.loanNumber, row.city, row.client, ...row.tags].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}
