import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';

/** Texts of the floor overview. */
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
  exchange: {
    notConnected:
      'The telephone exchange is not connected, so no calls are placed. Check that it is running.',
    folder: (folder: string) => `install -d -o asterisk -g asterisk -m 750 ${folder}`,
    faults: {
      no_folder: (folder: string) =>
        `Recording failed: the exchange has no folder ${folder}, so campaigns that record place no calls. Create it:`,
      disk_full: () =>
        'Recording failed: the disk of the exchange is full, so campaigns that record place no calls. Free space on it.',
      no_sound: (folder: string) =>
        `Recording failed: a test recording is empty, so campaigns that record place no calls. Check free space in ${folder} and the music of the exchange.`,
      failed: (words: string) =>
        `Recording failed, so campaigns that record place no calls. Check the exchange: ${words}`,
    },
    resumes: 'Calls resume when a test recording succeeds.',
    one_each: (seconds: string) =>
      `Events of the exchange arrive ${seconds} s late, so only one call per free agent is placed. Check the load of its machine.`,
    none: (seconds: string) =>
      `Events of the exchange arrive ${seconds} s late, so no automatic calls are placed. Check the load of its machine.`,
  },
  away: 'Logged out',
  floor: 'Agents at work',
  campaigns: 'Campaigns',
  mode: 'Mode',
  agents: 'Agents',
  lines: 'Lines per agent',
  dropped: (limit: string) => `Dropped today, limit ${limit} %`,
  left: 'Numbers left',
  whole: 'Full screen',
  inUseHour: 'Agents in use, last 60 min',
  now: (share: string) => `${share} now`,
  todayUntil: (time: string) => `Today until ${time}`,
  teams: 'Teams',
  queues: 'Callers who waited',
  noCalls: 'No calls yet today.',
  figures: {
    campaign: 'Campaign',
    team: 'Team',
    queue: 'Queue',
    calls: 'Calls',
    connectRate: 'Connect rate',
    rpcRate: 'RPC rate',
    aht: 'AHT',
    occupancy: 'Occupancy',
    inTime: (seconds: number) => `Agent in ${seconds} s`,
    dropped: 'Dropped',
    offered: 'Callers',
    answered: 'Answered',
    missed: 'Missed',
    waiting: 'Waiting now',
    longest: 'Longest wait',
  },
  byHour: (limit: string) => `Dropped by hour, limit ${limit} %`,
  hour: (from: number) => `${from}:00–${from + 1}:00`,
  ofAnswered: (n: string) => `of ${n} answered`,
  running: 'Running',
  stopped: 'Stopped',
});
