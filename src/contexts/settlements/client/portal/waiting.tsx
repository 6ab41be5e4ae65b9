/** Settlements pending with a lender, with all facts for the decision. */
import { useState } from 'react';
import { authorityText, historyLine } from '#contexts/authority/text/en/authority.ts';
import { portal } from '#contexts/settlements/contract/portal.ts';
import { portalText as say } from '#contexts/settlements/text/en/portal.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import { Question } from '#kernel/ui/form/question.tsx';
import { DecisionCard, Decisions } from '#kernel/ui/parts/sheet/decisions.tsx';
import { dayWords, money, rupees } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';

type Row = WireRow<typeof portal.list>;
const most = 5;

export const partsOf = ({ instalments }: Row): string =>
  say.inParts(instalments.map(({ amount, dueOn }) => say.part(money(amount), dayWords(dueOn))));

export const usePortalWaiting = () =>
  useRead(portal.list, { status: 'Pending', size: most }, { keepPrevious: true });

/** Hidden when empty: the list below shows that. */
export function WaitingAnswers() {
  const { data } = usePortalWaiting();
  const mayAnswer = useMay()(portal.answer.can);
  if (!data || data.rows.length === 0) return null;
  return (
    <Decisions
      id="waits-for-lender"
      title={say.waits}
      about={mayAnswer ? say.waitsAbout : say.waitsForOthers}
    >
      <ul>
        {data.rows.map((row) => (
          <Waiting key={row.id} row={row} />
        ))}
      </ul>
    </Decisions>
  );
}

function Waiting({ row }: { row: Row }) {
  const { set } = useUrlState();
  const mayAnswer = useMay()(portal.answer.can);
  const [isAsked, setAsked] = useState(false);
  const { lastPaid, lastPaidOn, waiverOnPos } = row;
  const waiver = Math.max(0, waiverOnPos ?? 0);
  const paid =
    lastPaid !== null && lastPaidOn !== null
      ? authorityText.lastPaid(rupees(lastPaid), dayWords(lastPaidOn))
      : null;
  const way = (label: string, run: () => void, isMain = false) => ({
    label,
    named: say.of(label, row.borrower),
    isMain,
    run,
  });
  const opens = (label: string, what: string) =>
    way(label, () => set({ open: what, settlement: String(row.id) }, 'push'));
  return (
    <DecisionCard
      isUrgent
      who={<strong>{row.borrower}</strong>}
      pills={
        <>
          {row.isExpired && <StatusPill tone="bad">{say.expired}</StatusPill>}
          <StatusPill tone="plain">{row.loanNumber}</StatusPill>
        </>
      }
      figures={[
        { label: say.offer, amount: row.amount },
        { label: say.pos, amount: row.principalOutstanding },
        { label: say.tos, amount: row.totalOutstanding },
      ]}
      share={{ label: say.waiver, words: `${Math.round(waiver * 100) / 100}\u00A0%`, percent: waiver }}
      lines={[
        historyLine({ ...row, paid }),
        row.isExpired
          ? say.dayPassed(dayWords(row.settlementDate))
          : row.instalments.length > 0
            ? partsOf(row)
            : say.paysBefore(dayWords(row.settlementDate)),
      ]}
      ways={[
        ...(mayAnswer && !row.isExpired ? [way(say.approve, () => setAsked(true), true)] : []),
        ...(row.papers > 0 ? [opens(say.papersOf(row.papers), 'papers')] : []),
        ...(mayAnswer
          ? [opens(say.query, 'query'), opens(say.reject, 'reject'), opens(say.counter, 'counter')]
          : []),
      ]}
    >
      {isAsked && <Approve row={row} onClose={() => setAsked(false)} />}
    </DecisionCard>
  );
}

function Approve({ row, onClose }: { row: Row; onClose: () => void }) {
  const { run, busy } = useAct(portal.answer);
  const approve = async (isYes: boolean): Promise<void> => {
    if (isYes)
      try {
        await run({ id: String(row.id), status: 'Approved' });
        notice.success(say.approved);
      } catch (error) {
        // Another client user decided first, or the desk reopened it.
        notice.error(wordsOf(error) ?? say.failed);
      }
    onClose();
  };
  return (
    <Question
      words={say.askApprove(money(row.amount), row.borrower)}
      yes={say.approve}
      no={kitText.cancel}
      busy={busy}
      onAnswer={(isYes) => void approve(isYes)}
    />
  );
}
