/** The loans of a figure of roll rates. */
import { useState } from 'react';
import { charts } from '#contexts/reporting/contract/charts.ts';
import { chartsText } from '#contexts/reporting/text/en/charts.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { LoansSheet, sheetSize as size } from '../../parts/loans-sheet.tsx';
import { rolledFrom, wordOf } from './rolls-words.ts';

const say = chartsText.rolls;
const days = (dpd: number | null): string => (dpd === null ? '–' : String(dpd));

export function RolledLoans(o: { rolled: string; month: string | undefined; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const asked = rolledFrom(o.rolled);
  const reply = useRead(
    charts.rolled,
    { ...asked, ...(o.month !== undefined && { month: o.month }), page, size },
    { keepPrevious: true },
  );
  const { from, move, to } = asked;
  const title =
    move === undefined
      ? [from, to].flatMap((name) => (name === undefined ? [] : [wordOf(name)])).join(' → ')
      : say.moved(from === undefined || from === 'new' ? say.title : wordOf(from), wordOf(move));
  return (
    <LoansSheet
      title={title}
      reply={reply}
      heads={[chartsText.bucket]}
      cells={(row) => [say.days(days(row.dpdBefore), days(row.dpdAfter))]}
      page={page}
      onGo={setPage}
      onClose={o.onClose}
    />
  );
}
