/**
 * A disabled button states its reason, because users click a silent one repeatedly. It remains in the tab order, its
 * reason is announced with its name, and `app/client/screens/greyed-reason.tsx` shows it on hover, focus and tap.
 */
import type { MouseEvent } from 'react';

const stop = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/** Attributes of a button disabled for this reason; none without a reason. Use `disabled` only during a request. */
export const greyed = (why: string | false | null | undefined) =>
  why
    ? ({
        'aria-disabled': true,
        'aria-description': why,
        'data-disabled': true,
        'data-why': why,
        onClickCapture: stop,
      } as const)
    : {};
