/** Where the cursor belongs when a form opens in a dialog. */
import { isTouched } from '../parts/use-media.ts';

const fields = 'form :is(input, textarea, select):not([disabled])';

/** On touch screens an extra tap is better than a keyboard covering half of the form. */
export function focusFirst(inside: ParentNode | null | undefined): void {
  const first = isTouched()
    ? inside?.querySelector<HTMLElement>(`[data-quick] button, ${fields}`)
    : undefined;
  (first ?? inside?.querySelector<HTMLElement>(fields))?.focus();
}
