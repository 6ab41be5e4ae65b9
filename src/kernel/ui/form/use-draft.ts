/** Stores a form's draft until it is saved or closed, and restores it after a crash or reload. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { draftOwner } from '#kernel/client/calls/drafts.ts';
import { isSessionEnding } from '#kernel/client/session/session-ending.ts';
import type { Value, Values } from './fields.ts';

interface Typing {
  typed: Values;
  isDirty: boolean;
  onRestore: (values: Values) => void;
}
interface FormDraft {
  /** True once what was typed before is in the form again. */
  isRestored: boolean;
  /** Save was clicked. */
  submit: () => void;
  /** It was not saved. */
  resume: () => void;
}

/** `name`: the form and its subject; without it no draft is stored. */
export function useDraft(name: string | undefined, typing: Typing): FormDraft {
  const [isRestored, setRestored] = useState(false);
  const latest = useRef(typing);
  useLayoutEffect(() => void (latest.current = typing));
  const { typed, isDirty } = typing;
  const owner = name === undefined ? undefined : draftOwner(name);

  useEffect(() => {
    if (!owner) return;
    let isGone = false;
    owner
      .open()
      .then((found) => {
        // A draft is not restored into a form with input.
        if (!found || isGone || latest.current.isDirty) return;
        latest.current.onRestore(found as Record<string, Value>);
        setRestored(true);
      })
      .catch(reportError);
    const flush = (): void => owner.flush();
    const onSight = (): void => void (document.visibilityState === 'hidden' && flush());
    document.addEventListener('visibilitychange', onSight);
    addEventListener('pagehide', flush);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', onSight);
      removeEventListener('pagehide', flush);
      // Deleted when saved or discarded by its author; preserved when the session ended.
      if (isSessionEnding()) owner.flush();
      else owner.drop();
    };
  }, [owner]);

  useEffect(() => {
    if (isDirty) owner?.save(typed);
  }, [owner, typed, isDirty]);

  return {
    isRestored,
    submit: () => owner?.submit(),
    resume: () => owner?.resume(latest.current.typed),
  };
}
