/** A multi-agency node: runs each agency by host name and applies directory changes. */
import type { AddressInfo } from 'node:net';
import { openLog } from '../server/operation/log.ts';
import type { Traces } from '../server/operation/traces.ts';
import type { Config } from '../server/config.ts';
import { StartupFailure } from '../server/startup-failure.ts';
import { startupText } from '#text/en/program/startup.ts';
import { within } from '../server/operation/within.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { openSafe } from '#app/server/operation/safe.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { type Agency, type Directory, openDirectory } from './directory.ts';
import { type Answering, openFrontOf } from './front.ts';
import { type OpenAgency, configOf, openAgency } from './one.ts';

const LOOK_MS = 1000;
/** A start uses a core for a moment; active agencies must not be delayed by fifty of them. */
const STARTS_AT_ONCE = 2;
/** A slower start continues in parallel with the next: its database is slow, or its migration is long. */
const TURN_MS = 5000;
/** What could not be opened is tried again after this. */
const AGAIN_MS = 5000;
const DRAIN_MS = 2000;

/** An agency as this node has it. */
interface Held {
  agency: Agency;
  /** Settings it was opened with: a change closes and reopens it. */
  mark: string;
  open?: OpenAgency | undefined;
  /** Its opening or closing, while that is on. */
  work?: Promise<void> | undefined;
  notBefore: number;
  /** Its last start failed, or exceeds its time slot. */
  isStuck?: boolean;
}

export interface RunningNode {
  url: string;
  stop(): Promise<void>;
}

const markOf = ({ host, databaseUrl, environment }: Agency): string =>
  JSON.stringify([host, databaseUrl, environment]);

export async function startNode(o: {
  config: Config;
  env: NodeJS.ProcessEnv;
  traces?: Traces | undefined;
}): Promise<RunningNode> {
  const { config, env, traces } = o;
  if (config.replicaUrl) throw new StartupFailure(startupText.replicaOfNobody);
  const log = openLog(config.log === 'stdout' ? 'stdout' : config.logFile, { ids: traces?.ids });
  const safe = openSafe(config);
  safe.check();
  const directory = await openDirectory(config.agenciesUrl ?? '', safe);
  const house = houseOf({
    log,
    open: (agency) =>
      openAgency(agency, { config: configOf(agency, { node: config, env, safe }), log, traces }),
  });
  const front = openFrontOf({ at: house.at, all: house.all, token: config.metricsToken });
  const loop = await follow(directory, house, log);
  await new Promise<void>((resolve, reject) => {
    front.server.once('error', reject).listen(config.port, config.host, resolve);
  });
  const { port } = front.server.address() as AddressInfo;
  return {
    url: `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host}:${port}`,
    async stop() {
      front.leave();
      await loop.stop();
      await within(DRAIN_MS, front.quiet());
      await house.stop();
      await front.stop();
      await directory.end();
    },
  };
}

/** Applies the directory before the first request and then every second; without it nothing changes. */
async function follow(directory: Directory, house: House, log: Logger): Promise<Loop> {
  const look = async (): Promise<void> => house.follow(await directory.all());
  await look();
  return openLoop(LOOK_MS, look, (error) => log.warn({ err: error }, 'directory of agencies'));
}

interface House {
  /** Who answers at this host. */
  at(host: string): Answering | undefined;
  all(): OpenAgency[];
  follow(agencies: readonly Agency[]): void;
  stop(): Promise<void>;
}

function houseOf(o: { log: Logger; open: (agency: Agency) => Promise<OpenAgency> }): House {
  const held = new Map<string, Held>();
  let hosts = new Map<string, Held>();
  const take = turns(STARTS_AT_ONCE, TURN_MS);

  const open = async (one: Held): Promise<void> => {
    try {
      one.open = await take(
        () => o.open(one.agency),
        () => {
          one.isStuck = true;
          o.log.warn({ agency: one.agency.name }, 'agency takes long to open');
        },
      );
      one.isStuck = false;
    } catch (error) {
      one.isStuck = true;
      one.notBefore = performance.now() + AGAIN_MS;
      o.log.error({ err: error as Error, agency: one.agency.name }, 'agency not opened');
    }
  };
  const close = async (one: Held): Promise<void> => {
    const { open: opened } = one;
    one.open = undefined;
    await opened?.stop().catch((error: unknown) => o.log.warn({ err: error }, 'agency not closed'));
  };
  /** Opens and closes are never on at once. */
  const step = (one: Held): void => {
    if (one.work) return;
    const isWanted = held.get(one.agency.id) === one && one.agency.state === 'active';
    if (isWanted && !one.open && performance.now() >= one.notBefore) one.work = open(one);
    else if (!isWanted && one.open) one.work = close(one);
    void one.work?.finally(() => (one.work = undefined));
  };
  return {
    at: (host) => hosts.get(host),
    all: () => [...held.values()].flatMap(({ open: opened }) => opened ?? []),
    follow(agencies) {
      const leaving = new Set(held.values());
      for (const agency of agencies) {
        const known = held.get(agency.id);
        const mark = markOf(agency);
        if (known?.mark === mark) {
          known.agency = agency;
          leaving.delete(known);
        } else held.set(agency.id, { agency, mark, notBefore: 0 });
      }
      for (const one of leaving) {
        if (held.get(one.agency.id) === one) held.delete(one.agency.id);
        void (one.work ?? Promise.resolve()).then(() => step(one));
      }
      hosts = new Map([...held.values()].map((one) => [one.agency.host, one]));
      for (const one of held.values()) step(one);
    },
    async stop() {
      const all = [...held.values()];
      held.clear();
      await Promise.all(
        all.map(async (one) => {
          // Hanging work stops with the process.
          if (await within(DRAIN_MS, one.work ?? Promise.resolve())) await close(one);
        }),
      );
    },
  };
}

/** Limits concurrency; a slot is released after `ms` at the latest. */
function turns(most: number, ms: number): <T>(work: () => Promise<T>, late: () => void) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work, late) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    running += 1;
    let done;
    try {
      done = work();
      if (!(await within(ms, done))) late();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
    return done;
  };
}
