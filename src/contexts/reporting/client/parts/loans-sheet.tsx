/** Loans of a figure, the largest first, paged; their amounts add up to the figure. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { chartsText } from '#contexts/reporting/text/en/charts.ts';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { LineBones } from '#kernel/ui/list/list-states.tsx';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { countText, isLastPage, money, rupees } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './loans-sheet.module.css';
import { greyed } from '#kernel/ui/parts/greyed.ts';

const say = chartsText.rolls;
/** Page size. */
export const sheetSize = 50;

interface Pages {
  page: number;
  isLast: boolean;
  onGo: (page: number) => void;
}
function PageButtons({ page, isLast, onGo }: Pages) {
  if (page === 1 && isLast) return null;
  return (
    <nav className={css.pages} aria-label={kitText.pages}>
      <button
        type="button"
        aria-label={kitText.previous}
        {...greyed(page === 1 && kitText.isFirst)}
        onClick={() => onGo(page - 1)}
      >
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={kitText.next}
        {...greyed(isLast && kitText.isLast)}
        onClick={() => onGo(page + 1)}
      >
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </button>
    </nav>
  );
}

interface Listed {
  id: number;
  loanNumber: string;
  borrowerName: string;
  amount: number;
}
export function LoansSheet<R extends Listed>(o: {
  title: string;
  reply: {
    data?: { rows: R[]; count: number; isMore?: true; summary?: unknown } | undefined;
    error: unknown;
  };
  /** Columns next to borrower and amount. */
  heads: readonly string[];
  cells: (row: R) => readonly string[];
  page: number;
  onGo: (page: number) => void;
  onClose: () => void;
}) {
  const { title, page } = o;
  const { data, error } = o.reply;
  const { amount = 0 } = (data?.summary ?? {}) as { amount?: number };
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
          heads={[say.borrower, chartsText.amount, ...o.heads]}
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
              ...o.cells(row),
            ],
          }))}
        />
      )}
      <PageButtons
        page={page}
        isLast={!data || isLastPage(data, { page, size: sheetSize, got: data.rows.length })}
        onGo={o.onGo}
      />
    </Sheet>
  );
}
