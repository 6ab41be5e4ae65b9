/** The loans of a figure of roll rates, the largest first; their amounts are what the figure says. */
import { useState } from 'react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { charts } from '#contexts/reporting/contract/charts.ts';
import { chartsText } from '#contexts/reporting/text/en/charts.ts';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import { LineBones } from '#kernel/ui/list/list-states.tsx';
import { PlainTable } from '#kernel/ui/list/plain-table.tsx';
import { countText, money, rupees } from '#kernel/ui/parts/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet.tsx';
import css from './rolls.module.css';
import { rolledFrom, wordOf } from './rolls-words.ts';

const say = chartsText.rolls;
const size = 50;
const days = (dpd: number | null): string => (dpd === null ? '–' : String(dpd));

function Pages({ page, isLast, onGo }: { page: number; isLast: boolean; onGo: (page: number) => void }) {
  if (page === 1 && isLast) return null;
  return (
    <nav className={css.pages} aria-label={kitText.pages}>
      <button
        type="button"
        aria-label={kitText.previous}
        disabled={page === 1}
        onClick={() => onGo(page - 1)}
      >
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      </button>
      <button type="button" aria-label={kitText.next} disabled={isLast} onClick={() => onGo(page + 1)}>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </button>
    </nav>
  );
}

export function RolledLoans(o: { rolled: string; month: string | undefined; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const asked = rolledFrom(o.rolled);
  const { data, error } = useRead(
    charts.rolled,
    { ...asked, ...(o.month !== undefined && { month: o.month }), page, size },
    { keepPrevious: true },
  );
  const { from, move, to } = asked;
  const title =
    move === undefined
      ? [from, to].flatMap((name) => (name === undefined ? [] : [wordOf(name)])).join(' → ')
      : say.moved(from === undefined || from === 'new' ? say.title : wordOf(from), wordOf(move));
  const { amount = 0 } = (data?.summary ?? {}) as { amount?: number };
  const isLast = !data || page * size >= data.count;
  return (
    <Sheet
      title={title}
      from="right"
      {...(data && { about: say.rows(countText(data), money(amount)) })}
      onClose={o.onClose}
    >
      {!data && (error ? <p role="status">{wordsOf(error) ?? kitText.failed}</p> : <LineBones />)}
      {data && (
        <PlainTable
          isFigures
          label={title}
          heads={[say.borrower, chartsText.amount, chartsText.bucket]}
          rows={data.rows.map((row) => ({
            key: row.id,
            cells: [
              <Link key="to" className={css.who} to={`/view-borrower?id=${row.id}`}>
                {row.borrowerName}
                <small>{row.loanNumber}</small>
              </Link>,
              <span key="amount" title={money(row.amount)}>
                {rupees(row.amount)}
              </span>,
              say.days(days(row.dpdBefore), days(row.dpdAfter)),
            ],
          }))}
        />
      )}
      <Pages page={page} isLast={isLast} onGo={setPage} />
    </Sheet>
  );
}
