/** Unsaved input: who has some, and asking before it is thrown away. */
import { useEffect, useSyncExternalStore } from 'react';

const dirtyForms = new Set<symbol>();
interface Question {
  answer: (leave: boolean) => void;
}
let question: Question | null = null;
const viewers = new Set<() => void>();

function put(next: Question | null): void {
  question = next;
  for (const viewer of viewers) viewer();
}

const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** True while any form holds input that is not saved. */
export const isDirty = (): boolean => dirtyForms.size > 0;

/** Resolves at once when nothing is unsaved, else when the person has answered. */
export function mayLeave(): Promise<boolean> {
  if (!isDirty()) return Promise.resolve(true);
  question?.answer(false);
  return new Promise((resolve) => {
    put({
      answer(leave) {
        put(null);
        resolve(leave);
      },
    });
  });
}

/** Asks before in-app navigation, back and closing the tab while `dirty`. */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const form = Symbol('form');
    if (dirtyForms.size === 0) window.addEventListener('beforeunload', onUnload);
    dirtyForms.add(form);
    return () => {
      dirtyForms.delete(form);
      if (dirtyForms.size === 0) window.removeEventListener('beforeunload', onUnload);
    };
  }, [dirty]);
}

/** Forgets unsaved input: the session is over and there is nobody to ask. */
export function dropGuards(): void {
  dirtyForms.clear();
  window.removeEventListener('beforeunload', onUnload);
}

const subscribe = (viewer: () => void): (() => void) => {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
};

/** The open question, for the one dialog that shows it. */
export const useLeaveQuestion = (): Question | null => useSyncExternalStore(subscribe, () => question);
