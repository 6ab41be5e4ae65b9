/** One page for every state: `?state=filled|empty|loading|error|offline|unreachable|forbidden|partial`, `?screen=cases|rooms|wide|bare|gallery|call|line|narrow`, `&typeface=none` for the letters before Inter. */
import '../../src/kernel/client/app/zod-setup.ts';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import '../../src/kernel/ui/parts/theme/base-styles.ts';
import { GuardedRouter } from '../../src/app/client/guards/guarded-router.tsx';
import { startHistory } from '../../src/kernel/client/app/history.ts';
import { learnRefusals } from '../../src/kernel/client/calls/api-failure.ts';
import { keepReadsIn, markAllStale } from '../../src/kernel/client/calls/queries/query.ts';
import { SessionProvider } from '../../src/kernel/client/session/session.tsx';
import { ConfirmLeave } from '../../src/kernel/ui/form/confirm-leave.tsx';
import { teachKit } from '../../src/kernel/ui/list/dropdowns.ts';
import { GreyedReason } from '../../src/app/client/screens/greyed-reason.tsx';
import { Notices } from '../../src/kernel/ui/notices/notices.tsx';
import { cssVariables, theme } from '../../src/kernel/ui/parts/theme/theme.ts';
import { showTypeface } from '../../src/kernel/ui/parts/theme/typeface.ts';
import { answer, caseAt, sent } from './answers.ts';
import { type BareItem, BareList } from './bare-list.tsx';
import { CallScreen } from './call.tsx';
import { LineScreen } from './line.tsx';
import { cases } from './contract.ts';
import { GalleryScreen } from './gallery.tsx';
import { NarrowScreen } from './narrow.tsx';
import { CasesScreen, RoomsScreen, WideScreen } from './screens.tsx';

const asked = new URLSearchParams(window.location.search);
const state = asked.get('state') ?? 'filled';
const columnNames = Array.from({ length: 18 }, (_, i) => `c${i}`);
const askWides = (): Promise<BareItem[]> =>
  fetch('/api/wides?page=1&size=500')
    .then((answer) => answer.json())
    .then((body) => (body as { rows: BareItem[] }).rows);
const Bare = () => <BareList names={columnNames} load={askWides} />;
const views = {
  cases: CasesScreen,
  rooms: RoomsScreen,
  wide: WideScreen,
  bare: Bare,
  gallery: GalleryScreen,
  call: CallScreen,
  line: LineScreen,
  narrow: NarrowScreen,
} as const;
const View = views[(asked.get('screen') ?? 'cases') as keyof typeof views];

window.fetch = async (target, init) => {
  const url = new URL(target as string, window.location.href);
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  return answer(state, init?.method ?? 'GET', url, body);
};
if (state === 'offline')
  keepReadsIn({
    remember: () => undefined,
    recall: (endpoint) =>
      Promise.resolve(
        endpoint === cases.list
          ? {
              reply: {
                rows: Array.from({ length: 30 }, (_, i) => caseAt(i)),
                count: 30,
                summary: { due: 1, paid: 1 },
              },
              asOf: Date.parse('2026-11-20T20:05:00Z'),
            }
          : undefined,
      ),
  });
Object.assign(window, { sent, refresh: markAllStale });
teachKit(() =>
  Promise.resolve({
    dropdowns: { clients: cases.clients, portfolios: cases.portfolios },
    lasting: [],
    unique: cases.isTaken,
    homeOf: () => (asked.has('stranger') ? undefined : { path: '/admin/client', title: 'Clients' }),
  }),
);
startHistory();
if (asked.get('typeface') !== 'none') showTypeface();

const access = {
  agency: '1',
  user: {
    id: 1,
    agentId: 1,
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@recoup.test',
    userName: 'asha',
    roleName: 'Admin',
    roleType: 'admin' as const,
    slug: 'admin',
  },
  permissions: [],
  modules: [],
};
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
await learnRefusals();
createRoot(root).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <GuardedRouter>
      <SessionProvider access={access}>
        <main>
          <View />
        </main>
      </SessionProvider>
      <ConfirmLeave />
      <Notices />
      <GreyedReason />
    </GuardedRouter>
  </MantineProvider>,
);
