import { Suspense, useId, useRef, useState } from 'react';
import { IconLayoutList } from '@tabler/icons-react';
import { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import type { Access } from '#kernel/contract/access.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { kitText } from '#text/en/kit.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './chapters.module.css';
import type { Loan } from '../loan/loan.ts';
import { Timeline } from '../timeline/timeline.tsx';
import type { Chapter, Tab } from './tab-names.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const OtherTab = lazy(async () => ({ default: (await import('./other-tabs.tsx')).OtherTab }));

/** The tabs of the specification by chapter; the first opens with it. Those of the timeline are looked at one by one. */
const chapters: Readonly<Record<Chapter, readonly Tab[]>> = {
  timeline: [
    'main',
    'disposition',
    'add',
    'ptpHistory',
    'settlementHistory',
    'followUpHistory',
    'payments',
    'messages',
    'history',
  ],
  loan: ['loan', 'group'],
  person: ['contact', 'borrower', 'people'],
  papers: ['documents'],
};
const chapterKeys = Object.keys(chapters) as Chapter[];
/** Tabs that are there only while they are looked at. */
const passing: readonly Tab[] = ['ptpHistory', 'settlementHistory', 'followUpHistory'];
/** Additional permission of a tab. */
const needed: Partial<Record<Tab, Access>> = {
  borrower: loans.borrower.can,
  documents: borrowerDocuments.list.can,
  history: loans.history.can,
};

/** On a phone the tabs are at the bottom: their content would be out of sight. */
function bringUp(bar: HTMLElement | null): void {
  if (bar && bar.getBoundingClientRect().top > window.innerHeight / 2) bar.scrollIntoView({ block: 'start' });
}

/** Chapters of the page; the open tab is in the URL. One button lists all tabs by name. */
export function ProfileTabs({ loan, mayRecord }: { loan: Loan; mayRecord: boolean }) {
  const { get, set } = useUrlState();
  const mayAsk = useMay();
  const panel = useId();
  const bar = useRef<HTMLDivElement>(null);
  const [isListed, setListed] = useState(false);
  const asked = get('tab');
  const isThere = (key: Tab): boolean => {
    if (!mayAsk(needed[key] ?? 'staff')) return false;
    return key === 'add' ? mayRecord : key === asked || !passing.includes(key);
  };
  const keys = (Object.keys(say.tabs) as Tab[]).filter(isThere);
  const now = keys.find((key) => key === asked) ?? 'main';
  const here = chapterKeys.find((chapter) => chapters[chapter].includes(now)) ?? 'timeline';
  const open = (key: Tab): void => {
    setListed(false);
    set({ tab: key === 'main' ? undefined : key });
    bringUp(bar.current);
  };
  const shown =
    here === 'timeline' ? [now] : [now, ...chapters[here].filter((key) => key !== now && isThere(key))];
  const there = chapterKeys.filter((chapter) => chapters[chapter].some(isThere));
  return (
    <>
      <div className={css.bar} ref={bar}>
        <Segments
          now={here}
          chapters={there}
          panel={panel}
          onChoose={(chapter) => {
            const first = chapters[chapter].find(isThere);
            if (first) open(first);
          }}
        />
        <button type="button" className={css.all} aria-haspopup="dialog" onClick={() => setListed(true)}>
          <IconLayoutList size={18} stroke={1.75} aria-hidden="true" />
          <span>{say.allTabs}</span>
        </button>
      </div>
      <div id={panel} role="tabpanel" aria-label={say.chapters[here]} className={css.panel}>
        {now === 'main' ? (
          <Timeline loanId={loan.id} />
        ) : (
          <Suspense fallback={<div role="status" aria-label={kitText.loading} aria-busy="true" />}>
            {shown.map((key) => key !== 'main' && <OtherTab key={key} tab={key} loan={loan} />)}
          </Suspense>
        )}
      </div>
      {isListed && (
        <Sheet title={say.about} from="low" onClose={() => setListed(false)}>
          <nav className={css.list} aria-label={say.allTabs}>
            {keys.map((key) => (
              <button
                key={key}
                type="button"
                aria-current={key === now || undefined}
                onClick={() => open(key)}
              >
                {say.tabs[key]}
              </button>
            ))}
          </nav>
        </Sheet>
      )}
    </>
  );
}

interface SegmentsProps {
  now: Chapter;
  chapters: readonly Chapter[];
  panel: string;
  onChoose: (chapter: Chapter) => void;
}
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

function Segments({ now, chapters: there, panel, onChoose }: SegmentsProps) {
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={say.about}
      className={css.segments}
      onKeyDown={(event) => {
        const step = steps[event.key];
        const next = step && there.at((there.indexOf(now) + step) % there.length);
        if (!next) return;
        event.preventDefault();
        onChoose(next);
        event.currentTarget.querySelector<HTMLElement>(`[data-chapter="${next}"]`)?.focus();
      }}
    >
      {there.map((chapter) => (
        <button
          key={chapter}
          type="button"
          role="tab"
          data-chapter={chapter}
          aria-selected={chapter === now}
          aria-controls={panel}
          tabIndex={chapter === now ? 0 : -1}
          onClick={() => onChoose(chapter)}
        >
          {say.chapters[chapter]}
        </button>
      ))}
    </div>
  );
}
