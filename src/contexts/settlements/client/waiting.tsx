/** Settlements pending a decision, each with all facts: requester, amount, waiver. */
import { IconArrowRight, IconMessage } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import { may } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { kitText } from '#text/en/kit.ts';
import { paidOffRefusals } from '#text/en/paid-off-refusals.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import { Question } from '#kernel/ui/form/question.tsx';
import { ListSkeleton, ListState } from '#kernel/ui/list/list-states.tsx';
import { DecisionCard, Decisions } from '#kernel/ui/parts/sheet/decisions.tsx';
import { countText, dayWords, momentText, money } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Row = WireRow<typeof settlements.list>;
const Dialog = lazy(async () => ({ default: (await import('./dialogs.tsx')).SettlementDialog }));
const most = 5;
const list = '/settlement?status=Inprogress&waitsForYou=true';

export function WaitingSettlements() {
  const { get, set } = useUrlState();
  // Inbox items are listed above only.
  const reading = useRead(
    settlements.list,
    { status: 'Inprogress', inInbox: false, waitsForYou: true, size: most },
    { keepPrevious: true },
  );
  const { data } = reading;
  const [what, id] = [get('open'), get('settlement')];
  return (
    <Decisions
      id="waits-for-you"
      title={say.waits}
      more={
        data &&
        data.count > 0 && (
          <Link to={list}>
            {say.allWaiting(countText(data))}
            <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
          </Link>
        )
      }
      empty={data?.rows.length === 0 ? say.nothingWaits : undefined}
    >
      {data ? (
        <ul>
          {data.rows.map((row) => (
            <Waiting
              key={row.id}
              row={row}
              onOpen={(name) => set({ open: name, settlement: String(row.id) }, 'push')}
            />
          ))}
        </ul>
      ) : reading.isPending ? (
        <ListSkeleton isPhone columns={1} />
      ) : (
        <ListState error={reading.error} empty={say.nothingWaits} onRetry={reading.refetch} />
      )}
      {what && id && (
        <Suspense>
          <Dialog
            key={id + what}
            what={what}
            id={id}
            onClose={() => set({ open: undefined, settlement: undefined })}
          />
        </Suspense>
      )}
    </Decisions>
  );
}

const payWords = ({ isExpired, settlementDate }: Row): string =>
  isExpired ? say.dayPassed(dayWords(settlementDate)) : say.payBefore(dayWords(settlementDate));

const initials = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('');

function Waiting({ row, onOpen }: { row: Row; onOpen: (what: string) => void }) {
  const actor = useActor();
  const [isAsked, setAsked] = useState(false);
  const { settlementLoan: loan, createdByName, createdAt, amount } = row;
  const waiver = Math.max(0, row.waiverOnPos ?? 0);
  const mayDecide = may(actor, 'approve_reject_settlement');
  const way = (label: string, run: () => void, isMain = false) => ({
    label,
    named: say.of(label, loan.borrowerName),
    isMain,
    run,
  });
  return (
    <DecisionCard
      who={<Link to={`/view-borrower?id=${row.loanId}&tab=settlementHistory`}>{loan.borrowerName}</Link>}
      pills={
        <>
          <StatusPill tone="plain">{loan.client}</StatusPill>
          {loan.isPaidOff && <StatusPill tone="good">{paidOffRefusals.debt}</StatusPill>}
          {row.isExpired && <StatusPill tone="bad">{say.expired}</StatusPill>}
          {row.waitsFor && (
            <StatusPill tone="warn">{say.waitsFor(row.waitsFor.people.join(', '))}</StatusPill>
          )}
        </>
      }
      figures={[
        { label: say.offer, amount },
        { label: say.principal, amount: loan.principalOutstanding },
        { label: say.toCollect, amount: loan.totalOutstanding },
      ]}
      share={{ label: say.waiverOf, words: say.percent(String(waiver)), percent: waiver }}
      lines={[
        <>
          <i aria-hidden="true">{initials(createdByName)}</i>
          <span title={momentText(createdAt)}>
            {say.asks(createdByName, dayWords(dayInIndia(createdAt)))}
          </span>
        </>,
        <>
          <IconMessage size={16} stroke={1.75} aria-hidden="true" />
          <span>
            {[
              row.instalments.length > 0
                ? say.inParts(row.instalments.map((one) => say.part(money(one.amount), dayWords(one.dueOn))))
                : payWords(row),
              row.comment,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>,
      ]}
      ways={[
        ...(mayDecide && !loan.isPaidOff
          ? [
              row.isExpired
                ? way(say.approveWithDay, () => onOpen('approve'), true)
                : way(say.approve, () => setAsked(true), true),
            ]
          : []),
        ...(may(actor, settlements.raiseQuery.can) ? [way(say.raiseQuery, () => onOpen('query'))] : []),
        ...(mayDecide ? [way(say.reject, () => onOpen('reject'))] : []),
      ]}
    >
      {isAsked && <Approve row={row} onClose={() => setAsked(false)} />}
    </DecisionCard>
  );
}

function Approve({ row, onClose }: { row: Row; onClose: () => void }) {
  const { run, busy } = useAct(settlements.updateStatus);
  const approve = async (isYes: boolean): Promise<void> => {
    if (isYes)
      try {
        const { status, waitsFor } = await run({ id: row.id, status: 'Approved' });
        if (status === 'Approved') notice.success(say.approved);
        else notice.info(say.passedOn(waitsFor?.people.join(', ') ?? ''));
      } catch (error) {
        // Above the portfolio's or the personal limit: the server states which.
        notice.error(wordsOf(error) ?? say.failed);
      }
    onClose();
  };
  return (
    <Question
      words={say.askApprove(money(row.amount), row.settlementLoan.borrowerName)}
      yes={say.approve}
      no={kitText.cancel}
      busy={busy}
      onAnswer={(isYes) => void approve(isYes)}
    />
  );
}
