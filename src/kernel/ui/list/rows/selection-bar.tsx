import { type ComponentType, Suspense } from 'react';
import { kitText } from '#text/en/kit.ts';
import { type Total, countText } from '../../parts/values/format.ts';
import look from '../../parts/sheet/actions.module.css';
import css from '../list.module.css';
import type { BarProps, Matching } from '../list-spec.ts';
import { type Selection, useIsMatching, useSelected } from './selection.ts';

interface Props {
  selection: Selection;
  bar?: ComponentType<BarProps>;
  /** The rows of this page that may be selected. */
  able: readonly number[];
  /** What narrows the list, where its acts understand that instead of rows. */
  filter?: Readonly<Record<string, unknown>>;
  total: Total;
}

/** Appears with the first selected row: how many, what to do with them, and the way out. */
export function SelectionBar({ selection, bar: Bar, able, filter, total }: Props) {
  const ids = useSelected(selection);
  const isMatching = useIsMatching(selection);
  if (ids.size === 0) return null;
  const { count = 0, isMore } = total;
  const matching: Matching | undefined = isMatching && filter ? { filter, count } : undefined;
  const words = matching ? kitText.allSelected(countText(total)) : kitText.selected(ids.size);
  const isPage = able.every((id) => ids.has(id));
  return (
    <div className={css.selectionBar} role="region" aria-label={words}>
      <span>{words}</span>
      <button type="button" className={look.link} onClick={selection.clear}>
        {kitText.clearSelection}
      </button>
      {filter && !matching && isPage && count > ids.size && (
        <MoreMatch total={total} isMore={isMore} onTake={selection.setMatching} />
      )}
      <Suspense>{Bar && <Bar ids={ids} clear={selection.clear} matching={matching} />}</Suspense>
    </div>
  );
}

/** More rows than the exact total are not selected: only the shown number is changed. */
function MoreMatch({
  total,
  isMore,
  onTake,
}: {
  total: Total;
  isMore: boolean | undefined;
  onTake: () => void;
}) {
  if (isMore) return <small>{kitText.tooManyMatch(countText(total))}</small>;
  return (
    <button type="button" className={look.link} onClick={onTake}>
      {kitText.selectMatching(countText(total))}
    </button>
  );
}
