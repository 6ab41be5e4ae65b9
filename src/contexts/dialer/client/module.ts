/** Screens of the dialer: calls, recordings, the tracker of calls and dispositions, and the live board. */
import { appText } from '#text/en/app.ts';
import { type Screen, inShells, screensOf } from '#kernel/ui/module.ts';
import { dialerMasters } from '../masters.ts';

const { screens: titles } = appText;

const calls = { path: '/calls', title: titles.calls, icon: 'phone', menu: 'main', at: 60 } as const;

const trackerAt = (
  shell: 'desk' | 'admin',
  paths: { withCall: string; withoutCall: string },
): readonly Screen[] => [
  ...inShells([shell], {
    path: paths.withCall,
    flag: 'list_summary_disposition',
    title: titles.tracker,
    icon: 'tracker',
    menu: 'main',
    group: 'reports',
    at: 400,
    load: async () => (await import('./calls/trackers.ts')).tracker[shell].withCall,
  }),
  ...inShells([shell], {
    path: paths.withoutCall,
    flag: 'list_summary_disposition',
    title: titles.trackerWithoutCall,
    icon: 'tracker',
    load: async () => (await import('./calls/trackers.ts')).tracker[shell].withoutCall,
  }),
];

const liveAt = (shell: 'desk' | 'admin', path: string): readonly Screen[] =>
  inShells([shell], {
    path,
    flag: 'list_agent_live_status',
    title: titles.userLiveStatus,
    icon: 'live',
    menu: 'main',
    group: 'reports',
    at: 430,
    load: async () => (await import('./live/live.screen.tsx')).LiveScreen,
  });

const recordingsAt = (shell: 'desk' | 'admin', within: '' | '/admin'): readonly Screen[] => [
  ...inShells([shell], {
    path: `${within}/recordings`,
    flag: 'list_summary_disposition',
    title: titles.recordings,
    icon: 'recording',
    menu: 'main',
    group: 'reports',
    at: 405,
    load: async () => (await import('./recordings/at.ts')).recordingsAt[shell].list,
  }),
  ...inShells([shell], {
    path: `${within}/recording`,
    flag: 'list_summary_disposition',
    title: titles.recording,
    icon: 'recording',
    load: async () => (await import('./recordings/at.ts')).recordingsAt[shell].one,
  }),
];

export const dialerScreens: readonly Screen[] = [
  ...screensOf(dialerMasters),
  ...inShells(['agent'], {
    ...calls,
    load: async () => (await import('./calls/calls.screen.tsx')).OwnCallsScreen,
  }),
  ...inShells(['desk'], {
    ...calls,
    load: async () => (await import('./calls/calls.screen.tsx')).CallsScreen,
  }),
  ...inShells(['agent', 'desk'], {
    path: '/missed-calls',
    title: titles.missedCalls,
    icon: 'missed',
    menu: 'main',
    at: 205,
    load: async () => (await import('./inbound/missed.screen.tsx')).MissedScreen,
  }),
  ...inShells(['agent'], {
    path: '/coaching',
    title: titles.coaching,
    icon: 'note',
    menu: 'main',
    at: 210,
    load: async () => (await import('./quality/coaching.screen.tsx')).CoachingScreen,
  }),
  ...trackerAt('desk', { withCall: '/tracker/with-call', withoutCall: '/tracker/without-call' }),
  ...trackerAt('admin', { withCall: '/admin/tracker', withoutCall: '/admin/tracker/without-call' }),
  ...recordingsAt('desk', ''),
  ...recordingsAt('admin', '/admin'),
  ...(['desk', 'admin'] as const).flatMap((shell) =>
    inShells([shell], {
      path: shell === 'desk' ? '/pacing-simulator' : '/admin/pacing-simulator',
      flag: 'list_agent_live_status',
      title: titles.pacingSimulator,
      icon: 'pacing',
      menu: 'main',
      group: 'reports',
      at: 435,
      load: async () => (await import('./replay/replay.screen.tsx')).ReplayScreen,
    }),
  ),
  ...liveAt('desk', '/tracker/agent-live-status'),
  ...liveAt('admin', '/admin/user-live-status'),
];
