import { type ComponentType, Suspense } from 'react';
import { kitText } from '#text/en/kit.ts';
import look from '../parts/actions.module.css';
import css from './list.module.css';
import { type Selection, useSelected } from './selection.ts';

/** Appears with the first selected row: how many, what to do with them, and the way out. */
export function SelectionBar({
  selection,
  bar: Bar,
}: {
  selection: Selection;
  bar?: ComponentType<{ ids: ReadonlySet<number>; clear: () => void }>;
}) {
  const ids = useSelected(selection);
  if (ids.size === 0) return null;
  return (
    <div className={css.selectionBar} role="region" aria-label={kitText.selected(ids.size)}>
      <span>{kitText.selected(ids.size)}</span>
      <Suspense>{Bar && <Bar ids={ids} clear={selection.clear} />}</Suspense>
      <button type="button" className={look.plain} onClick={selection.clear}>
        {kitText.clearSelection}
      </button>
    </div>
  );
}
