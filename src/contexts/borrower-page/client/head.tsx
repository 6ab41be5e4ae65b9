/** Page header in dark green: borrower, outstanding amount, DPD. */
import { IconChevronLeft, IconRefresh } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { hasStatus, paymentStatusTone, paymentStatusWords } from '#contexts/loans/client/payment-status.ts';
import { paidOffText } from '#contexts/loans/text/en/paid-off.ts';
import { useDialer } from '#kernel/client/calls/live/dialer-store.ts';
import { markStale } from '#kernel/client/calls/queries/query.ts';
import {
  type AmountText,
  dateWords,
  money,
  principalText,
  rupees,
  totalText,
} from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './head.module.css';
import type { Loan } from './loan/loan.ts';
import { RestPill } from './tabs/holds.tsx';

const late = 60;
const soon = 30;
const toneOf = (dpd: number): 'bad' | 'warn' | 'good' => (dpd > late ? 'bad' : dpd > soon ? 'warn' : 'good');

const domains = ['loans', 'dialer', 'borrower-dispositions', 'loan-holds', 'payments', 'communications'];

/** Rupees from which a sum needs a phone's full width. */
const large = 1_000_000;

export function Head({ loan, inside }: { loan: Loan; inside?: boolean }) {
  const navigate = useNavigate();
  const isFirst = window.history.length < 2;
  const { emiAmount: emi } = loan;
  const isCalled = useDialer()?.call?.loanId === loan.id;
  return (
    <header className={css.head} data-called={isCalled || undefined}>
      <div className={css.bar}>
        {!inside && !isFirst && (
          <button type="button" className={css.round} onClick={() => void navigate(-1)}>
            <IconChevronLeft size={22} stroke={1.75} aria-hidden="true" />
            <span>{borrowerText.back}</span>
          </button>
        )}
        <button
          type="button"
          className={css.round}
          aria-label={borrowerText.refresh}
          title={borrowerText.refresh}
          onClick={() => markStale(domains)}
        >
          <IconRefresh size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div className={css.who}>
        <h1 id="borrower-name">{loan.loanBorrower.name}</h1>
        {typeof loan.dpd === 'number' && (
          <span className={css.late} data-tone={toneOf(loan.dpd)}>
            {[say.days(loan.dpd), loan.currentDpdBucket].filter(Boolean).join(' · ')}
          </span>
        )}
        <p className={css.sub}>
          {loan.loanNumber} · {loan.client.name}
        </p>
      </div>
      <dl className={css.amounts} data-large={loan.totalOutstanding >= large || undefined}>
        <Amount
          label={say.tos}
          {...(!loan.paidOff && { long: borrowerText.toCollect })}
          text={(written) => totalText(loan, written)}
        />
        {emi ? <Amount label={say.emi} text={(written) => written(emi)} /> : null}
        <Amount label={say.pos} text={(written) => principalText(loan, written)} />
      </dl>
      <p className={css.pills}>
        {loan.paidOff && (
          <StatusPill tone="good">
            {paidOffText.over(dateWords(loan.paidOff.on), loan.paidOff.isSettled)}
          </StatusPill>
        )}
        {hasStatus(loan) && !loan.paidOff && (
          <StatusPill tone={paymentStatusTone(loan)}>{paymentStatusWords(loan)}</StatusPill>
        )}
        {loan.paymentHistoryStatus && (
          <StatusPill tone="plain">{`${say.payingSince} ${loan.paymentHistoryStatus}`}</StatusPill>
        )}
        {loan.isDNC && <StatusPill tone="bad">{say.doNotCall}</StatusPill>}
        <RestPill loanId={loan.id} />
        {!loan.isActive && <StatusPill tone="plain">{say.inactive}</StatusPill>}
      </p>
    </header>
  );
}

interface AmountProps {
  label: string;
  long?: string;
  text: (written: AmountText) => string;
}
const Amount = ({ label, long, text }: AmountProps) => (
  <div>
    <dt>{long ? `${long} (${label})` : label}</dt>
    <dd title={text(money)}>{text(rupees)}</dd>
  </div>
);
