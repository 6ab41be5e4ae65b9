/** Settlements that wait for a decision, each with all that is needed to decide: who asks, how much, what is given up. */
import { IconArrowRight, IconMessage } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import { may } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import { Question } from '#kernel/ui/form/question.tsx';
import { ListSkeleton, ListState } from '#kernel/ui/list/list-states.tsx';
import look from '#kernel/ui/parts/actions.module.css';
import { countText, dayWords, momentText, money, rupees } from '#kernel/ui/parts/format.ts';
import { StatusPill } from '#kernel/ui/parts/status-pill.tsx';
import css from './waiting.module.css';

type Row = WireRow<typeof settlements.list>;
const Dialog = lazy(async () => ({ default: (await import('./dialogs.tsx')).SettlementDialog }));
const most = 5;
const list = '/settlement?status=Inprogress';

export function WaitingSettlements() {
  const { get, set } = useUrlState();
  const reading = useRead(settlements.list, { status: 'Inprogress', size: most }, { keepPrevious: true });
  const { data } = reading;
  const [what, id] = [get('open'), get('settlement')];
  return (
    <section className={css.waiting} aria-labelledby="waits-for-you">
      <header>
        <h2 id="waits-for-you">{say.waits}</h2>
        {data && data.count > 0 && (
          <Link to={list}>
            {say.allWaiting(countText(data))}
            <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
          </Link>
        )}
      </header>
      {data ? (
        data.rows.length === 0 ? (
          <p className={css.none}>{say.nothingWaits}</p>
        ) : (
          <ul>
            {data.rows.map((row) => (
              <Waiting
                key={row.id}
                row={row}
                onOpen={(name) => set({ open: name, settlement: String(row.id) }, 'push')}
              />
            ))}
          </ul>
        )
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
    </section>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('');

function Waiting({ row, onOpen }: { row: Row; onOpen: (what: string) => void }) {
  const { settlementLoan: loan, createdByName, createdAt, amount } = row;
  const waiver = Math.max(0, row.waiverOnPos ?? 0);
  return (
    <li className={css.card}>
      <div className={css.what}>
        <p className={css.who}>
          <Link to={`/view-borrower?id=${row.loanId}&tab=settlementHistory`}>{loan.borrowerName}</Link>
          <StatusPill tone="plain">{loan.client}</StatusPill>
          {row.waitsFor && (
            <StatusPill tone="warn">{say.waitsFor(row.waitsFor.people.join(', '))}</StatusPill>
          )}
        </p>
        <p className={css.asks}>
          <i aria-hidden="true">{initials(createdByName)}</i>
          <span title={momentText(createdAt)}>
            {say.asks(createdByName, dayWords(dayInIndia(createdAt)))}
          </span>
        </p>
        <div className={css.figures}>
          <dl>
            <div>
              <dt>{say.offer}</dt>
              <dd title={money(amount)}>{rupees(amount)}</dd>
            </div>
            <div>
              <dt>{say.principal}</dt>
              <dd title={money(loan.principalOutstanding)}>{rupees(loan.principalOutstanding)}</dd>
            </div>
            <div>
              <dt>{say.toCollect}</dt>
              <dd title={money(loan.totalOutstanding)}>{rupees(loan.totalOutstanding)}</dd>
            </div>
          </dl>
          <div className={css.waiver}>
            <p>
              <span>{say.waiverOf}</span> <b>{say.percent(waiver.toFixed(0))}</b>
            </p>
            <div
              role="meter"
              aria-label={say.waiverOf}
              aria-valuenow={Math.round(Math.min(100, waiver))}
              aria-valuemin={0}
              aria-valuemax={100}
            >
              <i style={{ width: `${Math.min(100, waiver)}%` }} />
            </div>
          </div>
        </div>
        <p className={css.asks}>
          <IconMessage size={16} stroke={1.75} aria-hidden="true" />
          <span>
            {[say.payBefore(dayWords(row.settlementDate)), row.comment].filter(Boolean).join(' · ')}
          </span>
        </p>
      </div>
      <Decide row={row} onOpen={onOpen} />
    </li>
  );
}

function Decide({ row, onOpen }: { row: Row; onOpen: (what: string) => void }) {
  const actor = useActor();
  const { run, busy } = useAct(settlements.updateStatus);
  const [isAsked, setAsked] = useState(false);
  const { borrowerName } = row.settlementLoan;
  const approve = async (isYes: boolean): Promise<void> => {
    if (isYes)
      try {
        const { status, waitsFor } = await run({ id: row.id, status: 'Approved' });
        if (status === 'Approved') notice.success(say.approved);
        else notice.info(say.passedOn(waitsFor?.people.join(', ') ?? ''));
      } catch (error) {
        // Above the portfolio's limit, or one's own: the server says which.
        notice.error(wordsOf(error) ?? say.failed);
      }
    setAsked(false);
  };
  const mayDecide = may(actor, 'approve_reject_settlement');
  const step = (what: string, label: string) => (
    <button
      type="button"
      className={look.plain}
      aria-label={say.of(label, borrowerName)}
      onClick={() => onOpen(what)}
    >
      {label}
    </button>
  );
  return (
    <div className={css.decide}>
      {mayDecide && (
        <button
          type="button"
          className={look.main}
          aria-label={say.of(say.approve, borrowerName)}
          onClick={() => setAsked(true)}
        >
          {say.approve}
        </button>
      )}
      {may(actor, settlements.raiseQuery.can) && step('query', say.raiseQuery)}
      {mayDecide && step('reject', say.reject)}
      {isAsked && (
        <Question
          words={say.askApprove(money(row.amount), borrowerName)}
          yes={say.approve}
          no={kitText.cancel}
          busy={busy}
          onAnswer={(isYes) => void approve(isYes)}
        />
      )}
    </div>
  );
}
