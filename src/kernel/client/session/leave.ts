/** Unsaved input: which forms have some, and the question before it is discarded. */
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';

/** Forms with unsaved input; input that is being saved does not count. */
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
/** Those that hold unsaved input at this moment. */
export const dirtyNow = (): Forms => new Set(dirtyForms);

/** True while any form holds input that is not saved; those that stay open do not count. */
export const isDirty = (stay?: Forms): boolean =>
  [...dirtyForms].some((isSending) => !isSending.current && !stay?.has(isSending));

/** Resolves at once when nothing is unsaved, else when the person has answered. `stay`: forms that are not left. */
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

/** Asks before in-app navigation, back and closing the tab while `dirty` and not being sent. */
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

/** Discards unsaved input without asking, as the session is over. */
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
