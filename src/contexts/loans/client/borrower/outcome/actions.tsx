import { Suspense, lazy } from 'react';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { kitText } from '#text/en/kit.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { paymentLinksText } from '#contexts/payments/text/en/payment-links.ts';
import { visitsText } from '#contexts/work/text/en/visits.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import look from '#kernel/ui/parts/actions.module.css';
import { useIsPhone } from '#kernel/ui/parts/use-media.ts';
import css from './actions.module.css';
import type { Loan } from '../profile.tsx';
import { useOffered } from './use-offered.ts';

const loadForm = () => import('./outcome-form.tsx');
const AddOutcome = lazy(async () => ({ default: (await loadForm()).AddOutcome }));

const MayCall = lazy(async () => ({ default: (await import('./may-call.tsx')).MayCall }));
/** Only the server knows: what is on the phone is shown before it is asked. */
const Contacts = ({ loanId }: { loanId: number }) => (
  <Suspense>
    <MayCall loanId={loanId} />
  </Suspense>
);
const VisitForm = lazy(async () => ({ default: (await import('../visits/visit-form.tsx')).VisitForm }));

const PaymentLink = lazy(async () => ({ default: (await import('./payment-link.tsx')).PaymentLink }));

const visit = ['visit', visitsText.checkIn] as const;
const ptp = ['ptp', say.addPtp] as const;
const settlement = ['settlement', say.initiateSettlement] as const;
const followUp = ['followup', say.addFollowUp] as const;
const payment = ['payment', say.addPayment] as const;
/** The specification's order, and that in which a thumb needs them. */
const adds = [ptp, settlement, followUp, payment];
const usual = [visit, ptp, followUp, payment, settlement];
const histories = ['ptpHistory', 'settlementHistory', 'followUpHistory', 'payments'] as const;
const named: readonly number[] = Object.values(dispositionIds);

/** What can be done with a loan: beside it on desktops, in the thumb's reach on phones. */
export function Actions({ loan }: { loan: Loan }) {
  const { get, set } = useUrlState();
  const isPhone = useIsPhone();
  const what = get('add');
  const open = (name: string) => set({ add: name }, 'push');
  const Layout = isPhone ? Thumb : Panel;
  // The form in its tab has a foot of its own.
  if (isPhone && get('tab') === 'add') return null;
  return (
    <>
      <aside className={css.actions} aria-label={say.actions} onPointerEnter={() => void loadForm()}>
        <Layout loan={loan} onOpen={open} onTab={(tab) => set({ tab }, 'push')} />
      </aside>
      {what && (
        <Suspense>
          {what === 'visit' ? (
            // Whoever was met said something that is written down next.
            <VisitForm
              loan={loan}
              onDone={(outcome) => set({ add: outcome === 'met' ? 'disposition' : undefined })}
            />
          ) : what === 'link' ? (
            loan.paymentAccountId !== null && (
              <PaymentLink loan={loan} onClose={() => set({ add: undefined })} />
            )
          ) : (
            <AddOutcome loan={loan} what={what} onDone={() => set({ add: undefined })} />
          )}
        </Suspense>
      )}
    </>
  );
}

interface Layout {
  loan: Loan;
  onOpen: (what: string) => void;
  onTab: (tab: string) => void;
}

interface LinkButtonProps {
  loan: Loan;
  className: string | undefined;
  onOpen: (what: string) => void;
}
/** Only where there is an account to pay into; money is asked for by the server, so not without a network. */
function LinkButton({ loan, className, onOpen }: LinkButtonProps) {
  const isOnline = useOnline();
  if (loan.paymentAccountId === null) return null;
  return (
    <button
      type="button"
      className={className}
      disabled={!isOnline}
      title={isOnline ? undefined : kitText.needsNetwork}
      onClick={() => onOpen('link')}
    >
      {paymentLinksText.open}
    </button>
  );
}

function Panel({ loan, onOpen, onTab }: Layout) {
  return (
    <>
      <h2>{say.actions}</h2>
      <Contacts loanId={loan.id} />
      <button
        type="button"
        className={`${look.main} ${look.tall}`}
        data-shortcut="disposition"
        onClick={() => onOpen('disposition')}
      >
        {say.addDisposition}
      </button>
      {adds.map(([name, label]) => (
        <button key={name} type="button" className={look.plain} onClick={() => onOpen(name)}>
          {label}
        </button>
      ))}
      <LinkButton loan={loan} className={look.plain} onOpen={onOpen} />
      <h3>{say.histories}</h3>
      {histories.map((tab) => (
        <button key={tab} type="button" className={css.link} onClick={() => onTab(tab)}>
          {borrowerText.tabs[tab]}
        </button>
      ))}
    </>
  );
}

/** Each outcome is one press away, the most important first; the whole list is behind the large button. */
function Thumb({ loan, onOpen }: Layout) {
  const { offered = [] } = useOffered(loan.clientId);
  const others = offered.filter(({ id, parentId }) => parentId === null && !named.includes(id));
  return (
    <>
      <Contacts loanId={loan.id} />
      <div className={css.strip}>
        {usual.map(([name, label]) => (
          <button key={name} type="button" className={css.chip} onClick={() => onOpen(name)}>
            {label}
          </button>
        ))}
        <LinkButton loan={loan} className={css.chip} onOpen={onOpen} />
        {others.map(({ id, name }) => (
          <button key={id} type="button" className={css.chip} onClick={() => onOpen(String(id))}>
            {name}
          </button>
        ))}
      </div>
      <button type="button" className={`${look.main} ${look.tall}`} onClick={() => onOpen('disposition')}>
        {say.addDisposition}
      </button>
    </>
  );
}
