/** How many connections a server has for each kind of work. */
import type { Room } from '#kernel/server/database/database.ts';

/** In addition to the pools: the probe, the job queue's listener, and the watchdog's connection. */
const beside = 3;
/** Of forty-five, which serve five hundred agents. */
const usual = { requests: 8, readers: 8, works: 8, plain: 8, reports: 3, jobs: 4 };
/** With fewer, one listener and one file writer would leave none. */
const least: typeof usual = { requests: 2, readers: 2, works: 2, plain: 2, reports: 1, jobs: 2 };
type Lane = keyof typeof usual;
const lanes = Object.keys(usual) as Lane[];
/** Reports have as many again for files. */
const costOf = (lane: Lane): number => (lane === 'reports' ? 2 : 1);
const sumOf = (of: typeof usual): number => lanes.reduce((sum, lane) => sum + of[lane] * costOf(lane), 0);

const usualConnections = sumOf(usual) + beside;

/** Splits a connection limit like the default one; users get the remainder first. */
export function roomOf(connections = usualConnections): Room {
  const share = (connections - beside) / sumOf(usual);
  const room = { ...usual };
  for (const lane of lanes) room[lane] = Math.max(least[lane], Math.floor(usual[lane] * share));
  for (let turn = 0; sumOf(room) + beside < connections; turn += 1)
    room[(['requests', 'readers', 'works', 'plain'] as const)[turn % 4] ?? 'requests'] += 1;
  const { jobs, ...others } = room;
  return { ...others, jobs: { most: jobs, lookS: 2 }, idleMs: 0 };
}
