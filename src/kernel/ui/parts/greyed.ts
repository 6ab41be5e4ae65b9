/**
 * A disabled button states its reason: users press a silent one again and again. It stays in the tab order,
 * its reason is read out with its name, and `app/client/greyed-reason.tsx` shows it on hover, focus and tap.
 */
import type { MouseEvent } from 'react';

const stop = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/** Attributes of a button that is grey for this reason; none without a reason. Use `disabled` only while a press is running. */
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
