import { Suspense, lazy, useId } from 'react';
import { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import type { Access } from '#kernel/contract/access.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { kitText } from '#text/en/kit.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import css from '../borrower.module.css';
import { Facts } from '../facts.tsx';
import { Holds } from './holds.tsx';
import { mainFacts } from '../loan-facts.ts';
import { Outcomes } from '../outcome/outcomes.tsx';
import type { Loan } from '../profile.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';
import tabCss from '#kernel/ui/parts/tabs.module.css';

export type Tab = keyof typeof say.tabs;
const OtherTab = lazy(async () => ({ default: (await import('./other-tabs.tsx')).OtherTab }));
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

const MainTab = ({ loan }: { loan: Loan }) => (
  <div className={css.columns}>
    <div className={css.stack}>
      <Counts loan={loan} />
      <Facts title={say.tabs.main} facts={mainFacts(loan)} />
      <Holds loan={loan} />
    </div>
    <Outcomes loanId={loan.id} />
  </div>
);

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
  const keys = (Object.keys(say.tabs) as Tab[]).filter(isThere);
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
        {now === 'main' ? (
          <MainTab loan={loan} />
        ) : (
          <Suspense fallback={<div role="status" aria-label={kitText.loading} aria-busy="true" />}>
            <OtherTab tab={now} loan={loan} />
          </Suspense>
        )}
      </div>
    </>
  );
}
