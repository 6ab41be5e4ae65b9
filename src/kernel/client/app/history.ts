/**
 * Browser history with a guard: leaving unsaved input needs confirmation, also for the browser's previous-page
 * button.
 */
import type { Navigator } from 'react-router-dom';
import { isDirty, mayLeave } from '../session/leave.ts';

interface Place {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}
type Move = 'POP' | 'PUSH' | 'REPLACE';
interface Position {
  location: Place;
  move: Move;
}
type To = Parameters<Navigator['push']>[0];

interface Entry {
  usr: unknown;
  key: string;
  idx: number;
}
const entryNow = (): Partial<Entry> => (window.history.state ?? {}) as Partial<Entry>;
const newKey = (): string => Math.random().toString(36).slice(2, 10);

function placeNow(): Place {
  const { pathname, search, hash } = window.location;
  const { usr, key } = entryNow();
  return { pathname, search, hash, state: usr ?? null, key: key ?? 'default' };
}

function hrefOf(to: To): string {
  if (typeof to === 'string') return to;
  const { pathname, search, hash } = window.location;
  return (
    (to.pathname ?? pathname) +
    (to.search ?? (to.pathname ? '' : search)) +
    (to.hash ?? (to.pathname ? '' : hash))
  );
}

let position: Position | undefined;
let index = 0;
/** True while a navigation runs that the user has confirmed, or that reverts another. */
let unguarded = false;
/** Delta of the reverted step, repeated if the user confirms. */
let undone = 0;
const viewers = new Set<() => void>();

function arrive(move: Move): void {
  index = entryNow().idx ?? 0;
  position = { location: placeNow(), move };
  for (const viewer of viewers) viewer();
}

function onPop(): void {
  const wanted = undone;
  undone = 0;
  if (wanted !== 0) {
    void askThenGo(wanted);
    return;
  }
  const delta = (entryNow().idx ?? index) - index;
  if (unguarded || !isDirty() || delta === 0) {
    unguarded = false;
    arrive('POP');
    return;
  }
  // The URL has already changed: return to the unsaved input, then confirm.
  undone = delta;
  window.history.go(-delta);
}

async function askThenGo(delta: number): Promise<void> {
  if (!(await mayLeave())) return;
  unguarded = true;
  window.history.go(delta);
}

function write(how: 'pushState' | 'replaceState', to: To, state: unknown): void {
  const entry: Entry = { usr: state, key: newKey(), idx: how === 'pushState' ? index + 1 : index };
  window.history[how](entry, '', hrefOf(to));
  arrive(how === 'pushState' ? 'PUSH' : 'REPLACE');
}

async function guarded(how: 'pushState' | 'replaceState', to: To, state: unknown): Promise<void> {
  if (await mayLeave()) write(how, to, state);
}

/** A change of the query string alone, such as a filter, leaves nothing. */
const stays = (to: To): boolean =>
  new URL(hrefOf(to), window.location.href).pathname === window.location.pathname;

function move(how: 'pushState' | 'replaceState', to: To, state: unknown): void {
  if (!isDirty() || stays(to)) write(how, to, state);
  else void guarded(how, to, state);
}

export const navigator: Navigator = {
  createHref: hrefOf,
  go: (delta) => window.history.go(delta),
  push: (to, state) => move('pushState', to, state),
  replace: (to, state) => move('replaceState', to, state),
};

/** Subscribes to history; returns no unsubscribe because the page lives as long as its history. */
export function startHistory(): void {
  if (position) return;
  if (entryNow().idx === undefined) window.history.replaceState({ ...entryNow(), idx: 0 }, '');
  window.addEventListener('popstate', onPop);
  arrive('POP');
}

export const positionNow = (): Position => position ?? { location: placeNow(), move: 'POP' };
export function onMove(viewer: () => void): () => void {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
}
