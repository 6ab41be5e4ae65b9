/** Unsaved input: which forms have some, and the question before it is discarded. */
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';

/** Forms with unsaved input; forms being saved are excluded. */
const dirtyForms = new Set<RefObject<boolean>>();
interface Question {
  answer: (leave: boolean) => void;
}
let question: Question | null = null;
const viewers = new Set<() => void>();

function put(next: Question | null): void {
  question = next;
  for (const viewer of viewers) viewer();
}

const onUnload = (event: BeforeUnloadEvent): void => {
  if (isDirty()) event.preventDefault();
};

type Forms = ReadonlySet<RefObject<boolean>>;
/** Forms with unsaved input at this moment. */
export const dirtyNow = (): Forms => new Set(dirtyForms);

/** True while any form has unsaved input, except the forms in `stay`. */
export const isDirty = (stay?: Forms): boolean =>
  [...dirtyForms].some((isSending) => !isSending.current && !stay?.has(isSending));

/** Resolves immediately without unsaved input, else with the user's answer. `stay`: forms that remain open. */
export function mayLeave(stay?: Forms): Promise<boolean> {
  if (!isDirty(stay)) return Promise.resolve(true);
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

/** Confirms in-app navigation, history steps and closing the tab while `dirty` and not being sent. */
export function useLeaveGuard(dirty: boolean, sending?: RefObject<boolean>): void {
  const never = useRef(false);
  const isSending = sending ?? never;
  useEffect(() => {
    if (!dirty) return;
    if (dirtyForms.size === 0) window.addEventListener('beforeunload', onUnload);
    dirtyForms.add(isSending);
    return () => {
      dirtyForms.delete(isSending);
      if (dirtyForms.size === 0) window.removeEventListener('beforeunload', onUnload);
    };
  }, [dirty, isSending]);
}

/** Discards unsaved input without confirmation after the session expired. */
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
