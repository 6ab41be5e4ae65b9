/** Keeps what is typed until the form is sent or closed, and brings it back when its page died in between. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { drafts } from '#kernel/client/calls/drafts.ts';
import { isSessionEnding } from '#kernel/client/session/session-ending.ts';
import type { Value, Values } from './fields.ts';

const pause = 300;

interface Typing {
  typed: Values;
  isDirty: boolean;
  onRestore: (values: Values) => void;
}

/** True once something that was typed before is there again. `name`: which form, of what; none keeps nothing. */
export function useDraft(name: string | undefined, typing: Typing): boolean {
  const [isRestored, setRestored] = useState(false);
  const latest = useRef(typing);
  useLayoutEffect(() => void (latest.current = typing));
  const { typed, isDirty } = typing;

  useEffect(() => {
    if (name === undefined) return;
    let isGone = false;
    void drafts()
      .load(name)
      .then((found) => {
        // A draft is not restored into a form with input.
        if (!found || isGone || latest.current.isDirty) return;
        latest.current.onRestore(found as Record<string, Value>);
        setRestored(true);
      })
      .catch(reportError);
    const keep = (): void => {
      if (latest.current.isDirty) void drafts().save(name, latest.current.typed).catch(reportError);
    };
    const onSight = (): void => void (document.visibilityState === 'hidden' && keep());
    document.addEventListener('visibilitychange', onSight);
    addEventListener('pagehide', keep);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', onSight);
      removeEventListener('pagehide', keep);
      // Deleted when sent or discarded by its author; kept when the session ended.
      if (!isSessionEnding()) void drafts().drop(name).catch(reportError);
    };
  }, [name]);

  useEffect(() => {
    if (name === undefined || !isDirty) return;
    const timer = setTimeout(() => void drafts().save(name, typed).catch(reportError), pause);
    return () => clearTimeout(timer);
  }, [name, typed, isDirty]);
  return isRestored;
}
