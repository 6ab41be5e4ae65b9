/** Every kit part in every state, stacked: source of `npm run gallery` and its tests. */
import { IconCalendarCheck, IconFilter, IconPhone } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiFailure, Unreachable } from '../../src/kernel/client/calls/api-failure.ts';
import { notice, noticeStore } from '../../src/kernel/client/app/notices/notice-store.ts';
import { BarRows, Strip } from '../../src/kernel/ui/figures/bar.tsx';
import { FigureTable, ShareOf } from '../../src/kernel/ui/figures/figure-table.tsx';
import figures from '../../src/kernel/ui/figures/figures.module.css';
import { Funnel } from '../../src/kernel/ui/figures/funnel.tsx';
import { HeatMap } from '../../src/kernel/ui/figures/heat-map.tsx';
import { Kpi, KpiSkeleton } from '../../src/kernel/ui/figures/kpi.tsx';
import { Papers } from '../../src/kernel/ui/form/papers/papers.tsx';
import { QuickValues } from '../../src/kernel/ui/form/inputs/quick-values.tsx';
import { ListEmpty, ListPartial, ListSkeleton, ListTrouble } from '../../src/kernel/ui/list/list-states.tsx';
import look from '../../src/kernel/ui/parts/sheet/actions.module.css';
import { Key } from '../../src/kernel/ui/parts/menu/key.tsx';
import { ColourTag, StatusPill } from '../../src/kernel/ui/parts/values/status-pill.tsx';
import { TabStrip } from '../../src/kernel/ui/parts/tab-strip.tsx';

const nothing = (): void => undefined;
const tones = ['good', 'warn', 'bad', 'info', 'violet', 'plain'] as const;
const row = { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' } as const;

function Buttons() {
  const kinds = ['main', 'plain', 'danger', 'link'] as const;
  return kinds.map((kind) => (
    <p key={kind} style={row}>
      <button type="button" className={look[kind]}>
        {kind === 'main' && <IconPhone size={18} stroke={1.75} aria-hidden="true" />}
        {kind}
      </button>
      <button type="button" className={look[kind]} disabled>
        {kind}, disabled
      </button>
      <button type="button" className={`${look[kind]} ${look.small}`}>
        {kind}, small
      </button>
      {kind === 'plain' && (
        <button type="button" className={look.plain} data-on>
          <IconFilter size={16} stroke={1.75} aria-hidden="true" />
          plain, on
        </button>
      )}
      {kind === 'main' && (
        <button type="button" className={`${look.main} ${look.tall}`}>
          main, tall <Key of="save" />
        </button>
      )}
    </p>
  ));
}

const Pills = () => (
  <p style={row}>
    {tones.map((tone) => (
      <StatusPill key={tone} tone={tone}>
        {tone}
      </StatusPill>
    ))}
    <StatusPill tone="info" icon={<IconCalendarCheck size={14} stroke={2} aria-hidden="true" />}>
      Promised
    </StatusPill>
    <ColourTag colour="#e8590c">Skip trace</ColourTag>
  </p>
);

function Tabs() {
  const [now, setNow] = useState('b');
  const tabs = ['a', 'b', 'c'].map((key) => ({ key, label: `Chapter ${key}` }));
  return <TabStrip label="Chapters" tabs={tabs} now={now} onChoose={setNow} />;
}

function Quick() {
  const [value, setValue] = useState('2');
  const quick = [
    { value: '1', label: 'Today', about: 'Mon' },
    { value: '2', label: 'Tomorrow', about: 'Tue' },
    { value: '3', label: 'Friday', about: '27 Nov' },
  ];
  return (
    <QuickValues
      field={{ label: 'Day', quick }}
      value={value}
      values={{}}
      onChange={(next) => setValue(String(next))}
    />
  );
}

const Kpis = () => (
  <>
    <ul className={figures.kpis}>
      <Kpi
        label="Collected"
        value="₹12.68 L"
        full="₹12,68,000.00"
        change={{ words: '8 % more than last month', tone: 'good', way: 'up' }}
        course={[2, 3, 3, 5, 4, 7]}
      />
      <Kpi
        label="Promises broken"
        value="64"
        change={{ words: '12 more', tone: 'bad', way: 'down' }}
        course={[7, 5, 5, 4, 2]}
      />
      <Kpi label="Visits" value="0" change={{ words: 'as last month', tone: 'plain' }} />
    </ul>
    <KpiSkeleton n={3} />
  </>
);

const Bars = () => (
  <BarRows
    none={<p>Nothing yet</p>}
    rows={[
      { title: 'Tamarind Tractors', figures: ['₹12.7 L', '84 %'], value: 84, tone: 'good', mark: 70 },
      { title: 'Nakshatra Vehicle Finance', figures: ['₹4.1 L', '41 %'], value: 41, tone: 'warn', mark: 70 },
      { title: 'Godavari', figures: ['₹0', '0 %'], value: 0, tone: 'bad', mark: 70 },
    ]}
    most={100}
  />
);

const Strips = () => (
  <Strip
    parts={tones.map((colour, i) => ({ title: colour, figures: [String(6 - i)], value: 6 - i, colour }))}
  />
);

const Steps = () => (
  <Funnel
    steps={[
      { title: 'Loans', value: 100, figure: '20,412' },
      { title: 'Called', value: 64, figure: '13,064', note: '64 %' },
      { title: 'Right person', value: 22, figure: '4,490' },
      { title: 'Paid', value: 5, figure: '1,020' },
    ]}
  />
);

const Heat = () => (
  <HeatMap
    label="Calls by hour"
    rows={['Mon', 'Tue', 'Wed']}
    columns={['8', '9', '10', '11', '12', '13', '14', '15', '16', '17', '18']}
    cell={(r, c) => ({ heat: ((r + 1) * c) / 33, words: `${(r + 1) * c} calls` })}
  />
);

const Figures = () => (
  <FigureTable
    label="Agents"
    none="Nothing"
    heads={['Agent', 'Collected', 'Share']}
    rows={[
      {
        key: 'a',
        name: 'Gargi Devar',
        cells: ['₹2.1 L', <ShareOf key="s" figure="62 %" share={0.62} tone="good" />],
        share: 0.62,
        tone: 'good',
      },
      {
        key: 'b',
        name: 'Mohan Talwar',
        cells: ['₹18,400', <ShareOf key="s" figure="9 %" share={0.09} tone="bad" />],
        share: 0.09,
        tone: 'bad',
      },
      { key: 'sum', name: 'All', cells: ['₹2.3 L', '71 %'], isSum: true },
    ]}
  />
);

const paper = {
  id: 1,
  key: 'k',
  name: 'Sanction letter.pdf',
  bytes: 48_000,
  createdAt: '2026-11-20T10:00:00Z',
  by: 'Asha Rao',
  category: { name: 'Sanction' },
  mayRemove: true,
};
const Documents = () => (
  <Papers
    papers={[paper, { ...paper, id: 2, name: 'Identity card of the guarantor.jpg', mayRemove: false }]}
    say={{
      saved: 'Saved',
      failed: 'Failed',
      remove: (name) => `Remove ${name}`,
      askRemove: (name) => `Remove ${name}?`,
      removeYes: 'Remove',
      size: (kilobytes) => `${Math.round(kilobytes)} kB`,
    }}
    remove={{ run: () => Promise.resolve(), busy: false }}
  />
);

const refused = (status: number): ApiFailure =>
  new ApiFailure(status, {
    statusCode: status,
    code: status === 403 ? 'FORBIDDEN' : 'BROKEN',
    message: '',
    facts: {},
    requestId: 'f00dfeed-0000-4000-8000-000000000000',
  });
const parts: Readonly<Record<string, () => ReactNode>> = {
  buttons: Buttons,
  pills: Pills,
  tabs: Tabs,
  'quick-values': Quick,
  figures: Kpis,
  bars: Bars,
  strip: Strips,
  funnel: Steps,
  'heat-map': Heat,
  'figure-table': Figures,
  papers: Documents,
  'list-loading': () => <ListSkeleton isPhone={false} columns={6} />,
  'cards-loading': () => <ListSkeleton isPhone columns={3} />,
  'list-empty': () => <ListEmpty why="none" empty="No cases yet." onBack={nothing} />,
  'list-nothing-found': () => <ListEmpty why="search" empty="" onBack={nothing} />,
  'list-beyond': () => <ListEmpty why="page" empty="" onBack={nothing} />,
  'list-broken': () => <ListTrouble error={refused(500)} onRetry={nothing} />,
  'list-forbidden': () => <ListTrouble error={refused(403)} onRetry={nothing} />,
  'list-offline': () => <ListTrouble error={new Unreachable('no network')} onRetry={nothing} />,
  'list-partial': () => <ListPartial onRetry={nothing} />,
};

export function GalleryScreen() {
  useEffect(() => {
    if (!new URLSearchParams(window.location.search).has('notices')) return;
    noticeStore.hold(true);
    for (const kind of ['success', 'info', 'warning', 'error'] as const) notice[kind](`A notice of ${kind}`);
  }, []);
  return (
    <>
      <h1 style={{ margin: 16 }}>The kit</h1>
      {Object.entries(parts).map(([name, Part]) => (
        <section key={name} aria-label={name} style={{ margin: 16 }}>
          <h2 style={{ fontSize: 13 }}>{name}</h2>
          <div data-part={name}>
            <Part />
          </div>
        </section>
      ))}
    </>
  );
}
