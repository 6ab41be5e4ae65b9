/** Calls and the tracker, in the shells that have them. */
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from './screen.ts';

const { screens: titles } = appText;

export const callScreens: readonly Screen[] = [
  ...inShells(['agent', 'desk'], {
    path: '/viewCustomer',
    title: titles.borrower,
    icon: 'people',
    load: async () => (await import('#contexts/loans/client/borrower/pending.screen.tsx')).PendingScreen,
  }),
  ...inShells(['agent'], {
    path: '/calls',
    title: titles.calls,
    icon: 'phone',
    menu: 'main',
    load: async () => (await import('#contexts/dialer/client/calls/calls.screen.tsx')).OwnCallsScreen,
  }),
  ...inShells(['desk'], {
    path: '/calls',
    title: titles.calls,
    icon: 'phone',
    menu: 'main',
    load: async () => (await import('#contexts/dialer/client/calls/calls.screen.tsx')).CallsScreen,
  }),
];

export const inboundScreens: readonly Screen[] = inShells(['agent', 'desk'], {
  path: '/inbound-calls',
  title: titles.inboundCalls,
  icon: 'phone',
  menu: 'main',
  load: async () => (await import('./pages/calls.tsx')).InboundCalls,
});

const trackerAt = (
  shell: 'desk' | 'admin',
  paths: { withCall: string; withoutCall: string },
): readonly Screen[] => [
  ...inShells([shell], {
    path: paths.withCall,
    flag: 'list_summary_disposition',
    title: titles.tracker,
    icon: 'branches',
    menu: 'main',
    group: 'reports',
    load: async () => (await import('./pages/calls.tsx')).tracker[shell].withCall,
  }),
  ...inShells([shell], {
    path: paths.withoutCall,
    flag: 'list_summary_disposition',
    title: titles.trackerWithoutCall,
    icon: 'branches',
    load: async () => (await import('./pages/calls.tsx')).tracker[shell].withoutCall,
  }),
];

export const trackerScreens: readonly Screen[] = [
  ...trackerAt('desk', { withCall: '/tracker/with-call', withoutCall: '/tracker/without-call' }),
  ...trackerAt('admin', { withCall: '/admin/tracker', withoutCall: '/admin/tracker/without-call' }),
];
