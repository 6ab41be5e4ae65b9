import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';

/** The floor at one look. */
export const floorText = localised('floor', {
  views: { cards: 'Cards', table: 'Table', wall: 'Wall' },
  view: 'View',
  team: 'Team',
  everyTeam: 'All teams',
  teamOf: (name: string, agents: number) => `${name} (${agents})`,
  live: 'live',
  polled: 'every 5 s',
  replay: (day: string) => `Nobody works now: ${day} is shown again`,
  states: { talking: 'Talking', waiting: 'Waiting', wrapUp: 'Wrap-up', break: 'Break', other: 'Not ready' },
  inUse: 'Agents in use',
  inUseNow: (talking: string, there: string) => `${talking} of ${there} talk or write`,
  reasons: {
    overBreak: 'over its time',
    longTalk: 'long talk',
    longWrapUp: 'long wrap-up',
    longWait: 'waits long',
    notReady: 'not ready for long',
  },
  allowed: (minutes: string) => `${minutes} min allowed`,
  attention: (n: number) => plural('en', n, { one: '# needs attention', other: '# need attention' }),
  calm: 'Nobody needs attention',
  nobody: 'Nobody is logged in now.',
  away: 'Logged out',
  floor: 'Agents at work',
  campaigns: 'Campaigns',
  mode: 'Mode',
  agents: 'Agents',
  lines: 'Lines per agent',
  dropped: (limit: string) => `Dropped today, limit ${limit} %`,
  left: 'Numbers left',
  whole: 'Full screen',
  running: 'Running',
  stopped: 'Stopped',
});
