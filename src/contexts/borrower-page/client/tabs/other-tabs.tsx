import { type ReactNode, Suspense } from 'react';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import css from '../borrower.module.css';
import { Contacts } from '../contacts/contacts.tsx';
import { Documents } from './documents.tsx';
import { Facts } from '../facts.tsx';
import { Groups } from './group.tsx';
import { Allocations, History } from './history.tsx';
import { emiFacts, loanFacts } from '../loan/loan-facts.ts';
import { Messages } from './messages.tsx';
import { FollowUps, Outcomes, Promises, Settlements } from '../outcome/outcomes.tsx';
import { Payments } from './paid.tsx';
import { BorrowerDetails, Participants } from '../contacts/people.tsx';
import type { Loan } from '../loan/loan.ts';
import type { Tab } from './tab-names.ts';
import { Visits } from '../visits/visits.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const OutcomeForm = lazy(async () => ({
  default: (await import('../outcome/form/outcome-form.tsx')).OutcomeForm,
}));

/** Inline disposition form; saved ones appear in the tab of all dispositions. */
function AddTab({ loan }: { loan: Loan }) {
  const { set } = useUrlState();
  return (
    <div className={css.form}>
      <Suspense>
        <OutcomeForm loan={loan} what="disposition" onDone={() => set({ tab: 'disposition' })} />
      </Suspense>
    </div>
  );
}

/** What a tab shows of a loan. */
const panels: Readonly<Record<Exclude<Tab, 'main'>, (loan: Loan) => ReactNode>> = {
  loan: (loan) => (
    <div className={css.columns}>
      <Facts title={say.tabs.loan} facts={loanFacts(loan)} />
      <Facts title={say.emi} facts={emiFacts(loan)} empty={say.noEmi} />
    </div>
  ),
  borrower: (loan) => <BorrowerDetails id={loan.borrowerId} />,
  contact: (loan) => <Contacts key={loan.id} loan={loan} />,
  people: (loan) => <Participants loanId={loan.id} />,
  disposition: (loan) => <Outcomes loanId={loan.id} />,
  add: (loan) => <AddTab key={loan.id} loan={loan} />,
  ptpHistory: (loan) => <Promises loanId={loan.id} />,
  settlementHistory: (loan) => <Settlements loanId={loan.id} />,
  followUpHistory: (loan) => <FollowUps loanId={loan.id} />,
  group: (loan) => <Groups loanId={loan.id} />,
  payments: (loan) => <Payments key={loan.id} loanId={loan.id} />,
  documents: (loan) => <Documents key={loan.borrowerId} loan={loan} />,
  messages: (loan) => <Messages key={loan.id} loanId={loan.id} />,
  history: (loan) => (
    <div className={css.columns}>
      <section className={css.box}>
        <h2>{say.tabs.history}</h2>
        <History loanId={loan.id} />
      </section>
      <div className={css.stack}>
        <Visits loanId={loan.id} />
        <Allocations loanId={loan.id} />
      </div>
    </div>
  ),
};

/** Secondary tabs, in a separate file: the first tab is the main use. */
export const OtherTab = ({ tab, loan }: { tab: keyof typeof panels; loan: Loan }) => panels[tab](loan);
