import { type ReactNode, Suspense, lazy, useId } from 'react';
import { borrowerDocuments } from '#contract/borrower-documents.ts';
import type { Access } from '#contract/kernel/access.ts';
import { loans } from '#contract/loans.ts';
import { borrowerText as say } from '#text/en/borrower.ts';
import { useMay } from '#client/kernel/session.tsx';
import { useUrlState } from '#client/kernel/url.ts';
import css from './borrower.module.css';
import { Contacts } from './contacts.tsx';
import { Documents } from './documents.tsx';
import { Facts } from './facts.tsx';
import { Groups } from './group.tsx';
import { Allocations, History } from './history.tsx';
import { Holds } from './holds.tsx';
import { emiFacts, loanFacts, mainFacts } from './loan-facts.ts';
import { Messages } from './messages.tsx';
import { FollowUps, Outcomes, Promises, Settlements } from './outcomes.tsx';
import { Payments } from './paid.tsx';
import { BorrowerDetails, Participants } from './people.tsx';
import type { Loan } from './profile.tsx';
import { TabStrip } from '#client/ui/tab-strip.tsx';
import { Visits } from './visits.tsx';
import tabCss from '#client/ui/tabs.module.css';

type Tab = keyof typeof say.tabs;
const OutcomeForm = lazy(async () => ({ default: (await import('./outcome-form.tsx')).OutcomeForm }));
const counted = ['callCount', 'smsCount', 'whatsappCount', 'ivrCount'] as const;

const Counts = ({ loan }: { loan: Loan }) => (
  <dl className={css.counts}>
    {counted.map((name) => (
      <div key={name}>
        <dt>{say.counts[name]}</dt>
        <dd>{loan[name]?.toLocaleString('en-IN') ?? '–'}</dd>
      </div>
    ))}
  </dl>
);

/** Writing an outcome without a dialog; afterwards it stands in the tab of all outcomes. */
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
const panels: Readonly<Record<Tab, (loan: Loan) => ReactNode>> = {
  main: (loan) => (
    <div className={css.columns}>
      <div className={css.stack}>
        <Counts loan={loan} />
        <Facts title={say.tabs.main} facts={mainFacts(loan)} />
        <Holds loan={loan} />
      </div>
      <Outcomes loanId={loan.id} />
    </div>
  ),
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
  documents: (loan) => <Documents key={loan.borrowerId} borrowerId={loan.borrowerId} />,
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

/** Tabs that are there only while they are looked at. */
const passing: readonly Tab[] = ['ptpHistory', 'settlementHistory', 'followUpHistory'];
/** What a tab needs beside the sight of the loan. */
const needed: Partial<Record<Tab, Access>> = {
  borrower: loans.borrower.can,
  documents: borrowerDocuments.list.can,
  history: loans.history.can,
};

/** The tabs of a loan; which one is open is in the address. */
export function ProfileTabs({ loan, mayRecord }: { loan: Loan; mayRecord: boolean }) {
  const { get, set } = useUrlState();
  const mayAsk = useMay();
  const panel = useId();
  const asked = get('tab');
  const isThere = (key: Tab): boolean => {
    if (!mayAsk(needed[key] ?? 'staff')) return false;
    return key === 'add' ? mayRecord : key === asked || !passing.includes(key);
  };
  const keys = (Object.keys(panels) as Tab[]).filter(isThere);
  const now = keys.find((key) => key === asked) ?? 'main';
  return (
    <>
      <TabStrip
        label={say.about}
        now={now}
        controls={panel}
        tabs={keys.map((key) => ({ key, label: say.tabs[key] }))}
        onChoose={(key) => set({ tab: key === 'main' ? undefined : key })}
      />
      <div id={panel} role="tabpanel" aria-label={say.tabs[now]} className={tabCss.panel}>
        {panels[now](loan)}
      </div>
    </>
  );
}
