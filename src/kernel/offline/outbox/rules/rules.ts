/** Classifies responses and derives the next state. Pure. */
import { type Fault, type ItemState, type LastError, type OutboxItem, isSound } from '../item.ts';
import type { Answer } from '../ports.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const firstWait = 2 * second;
export const longestWait = 5 * minute;
const busyWait = 2 * second;
/** After this many consecutive 5xx, while others are accepted, the entry no longer blocks. */
export const brokenLimit = 8;

export type Class = 'ok' | Fault;
interface Consequence {
  state: Exclude<ItemState, 'queued' | 'sending'>;
  /** Whether the failure predicts that of all others. */
  stopsRun: boolean;
}

export const consequences: Readonly<Record<Fault, Consequence>> = {
  transport: { state: 'waiting', stopsRun: true },
  auth: { state: 'auth', stopsRun: true },
  foreign: { state: 'auth', stopsRun: false },
  busy: { state: 'waiting', stopsRun: false },
  apart: { state: 'waiting', stopsRun: false },
  bug: { state: 'attention', stopsRun: false },
  permanent: { state: 'attention', stopsRun: false },
  upgrade: { state: 'waiting', stopsRun: true },
  load: { state: 'waiting', stopsRun: true },
  server: { state: 'waiting', stopsRun: false },
};

const classOfCode: Readonly<Record<string, Fault>> = {
  ACTOR_MISMATCH: 'foreign',
  IN_PROGRESS: 'busy',
  KEY_REUSED: 'bug',
};
const classOfStatus: Readonly<Record<number, Fault>> = {
  401: 'auth',
  408: 'transport',
  426: 'upgrade',
  429: 'load',
  503: 'load',
};

/** Only our 2xx is an acceptance; only our 4xx is a rejection. */
export function classify(answer: Answer): Class {
  if (answer.kind === 'none') return 'transport';
  const { status, code } = answer;
  if (status >= 200 && status < 300) return 'ok';
  const known = classOfStatus[status] ?? (code === undefined ? undefined : classOfCode[code]);
  if (known) return known;
  if (status >= 400 && status < 500) return 'permanent';
  return status >= 500 ? 'server' : 'transport';
}

export function errorOf(answer: Answer, fault: Fault, at: number): LastError {
  if (answer.kind === 'none') return { fault, at };
  const { status, code, facts, words, fields } = answer;
  return { fault, at, status, code, facts, words, fields };
}

/** Full jitter, so phones that lost the network together do not reconnect together. */
function backOff(attempts: number, random: number): number {
  return random * Math.min(longestWait, firstWait * 2 ** Math.min(attempts, 20));
}

function waitOf(answer: Answer, fault: Fault, attempts: number, random: number): number {
  if (fault === 'apart') return 0;
  const told = answer.kind === 'ours' ? answer.retryAfter : undefined;
  const least = told === undefined ? undefined : told * (1 + random / 5);
  if (fault === 'busy') return least ?? busyWait;
  // The server sets the shortest delay; under lasting load phones increase it.
  return Math.max(least ?? 0, backOff(attempts, random));
}

interface Failing {
  item: OutboxItem;
  answer: Answer;
  fault: Fault;
  now: number;
  random: number;
  accepted: number;
}

/** A response that is not about the entry does not change the failure number. */
function brokenBy(fault: Fault, before: OutboxItem['broken'], accepted: number): OutboxItem['broken'] {
  if (fault === 'apart' || fault === 'busy') return before;
  if (fault !== 'server') return undefined;
  return { count: (before?.count ?? 0) + 1, accepted: before?.accepted ?? accepted };
}

/** State of an entry after a failed attempt. */
export function failed({ item, answer, fault, now, random, accepted }: Failing): OutboxItem {
  const lastErr = errorOf(answer, fault, now);
  const broken = brokenBy(fault, item.broken, accepted);
  const isPoison =
    fault === 'server' && broken !== undefined && broken.count >= brokenLimit && accepted > broken.accepted;
  const state = isPoison ? 'attention' : consequences[fault].state;
  // A server error with this entry alone: retried once a day, because a release may fix it.
  const wait = isPoison ? day : waitOf(answer, fault, item.attempts, random);
  return { ...item, state, lastErr, broken, nextAt: now + wait, heldAt: now };
}

/** A clock set to the past since the delay started must not block an entry. */
const hasWaited = (item: OutboxItem, now: number): boolean => now >= item.nextAt || now < item.heldAt;

/** A server error with one entry: retried alone, without blocking later ones. */
const retriesItself = ({ state, lastErr }: OutboxItem): boolean =>
  state === 'waiting' || (state === 'attention' && lastErr?.fault === 'server');

const isDue = (item: OutboxItem, now: number): boolean =>
  item.state === 'queued' || (retriesItself(item) && hasWaited(item, now));

/** Entries that need a user do not block later ones; everything else does. */
const blocks = (item: OutboxItem): boolean => item.state !== 'attention';

interface Line {
  due: OutboxItem[];
  wakes: number[];
}

/**
 * Iterates one author's entries in order of recording. The first of each ordering key may be sent, with later ones in
 * the same batch: the server preserves their order. Photo parts follow small entries; rejected ones have no order and
 * are last. An entry blocks its dependents.
 */
function walk(items: readonly OutboxItem[], now: number, rules: Rules): Line {
  const held = new Set<string>();
  const here = new Set(items.map(({ id }) => id));
  const line: Line = { due: [], wakes: [] };
  const parts: OutboxItem[] = [];
  const retried: OutboxItem[] = [];
  for (const item of items.filter(isSound)) {
    const lane = `${item.actorId} ${item.lane}`;
    const isRefused = item.state === 'attention';
    const isFree =
      (isRefused || !held.has(lane)) &&
      (item.state === 'queued' || retriesItself(item)) &&
      !item.dependsOn?.some((id) => here.has(id));
    const goes = isFree && isDue(item, now);
    if (isFree) line.wakes.push(goes ? now : item.nextAt);
    if (goes) (isRefused ? retried : item.group === undefined ? line.due : parts).push(item);
    if ((isRefused || !goes) && rules.blocks(item)) held.add(lane);
  }
  line.due.push(...parts, ...retried);
  return line;
}

/** What may be sent now, in the order in which it must be. */
export const dueOf = (items: readonly OutboxItem[], now: number, rules: Rules): OutboxItem[] =>
  walk(items, now, rules).due;

/** Time of the next retry; undefined when all need a user. */
export function wakeOf(items: readonly OutboxItem[], now: number, rules: Rules): number | undefined {
  const { wakes } = walk(items, now, rules);
  return wakes.length > 0 ? wakes.reduce((a, b) => Math.min(a, b)) : undefined;
}

/** Approximate size of an entry on the wire. */
const envelopeBytes = 700;
const base64 = 4 / 3;
const weightOf = ({ sealed, preview, input }: OutboxItem): number =>
  envelopeBytes +
  (sealed?.ct.length ?? (preview ? preview.ct.byteLength * base64 : JSON.stringify(input ?? {}).length));

/** What is lost of a photo with a delivery that is cut: a quarter of a megabyte, however good the network was before. */
const mostPartsAtOnce = 4;

/** The longest beginning that fits into one delivery; never nothing. */
export function fitting(due: readonly OutboxItem[], room: { items: number; bytes: number }): OutboxItem[] {
  let left = room.bytes;
  let parts = mostPartsAtOnce;
  const end = due.slice(0, room.items).findIndex((item, i) => {
    left -= weightOf(item);
    if (item.group !== undefined) parts -= 1;
    return i > 0 && (left < 0 || parts < 0);
  });
  return due.slice(0, end === -1 ? room.items : end);
}

/** Rules used by the core. Tests pass broken ones to verify that they are detected. */
export interface Rules {
  classify: (answer: Answer) => Class;
  blocks: (item: OutboxItem) => boolean;
  keyOf: (item: OutboxItem) => string;
  authorOf: (item: OutboxItem, signedIn: number) => number;
  mayDeliver: (item: OutboxItem, signedIn: number) => boolean;
}
export const theRules: Rules = {
  classify,
  blocks,
  keyOf: (item) => item.id,
  authorOf: (item) => item.actorId,
  mayDeliver: (item, signedIn) => item.actorId === signedIn,
};
