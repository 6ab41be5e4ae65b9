/** Which rows of a list are drawn: all of a short one, those in sight of a long one. */
import { type ComponentType, Suspense } from 'react';
import type { ListRow } from '../list-spec.ts';
import type { RowsProps } from './row-place.ts';
import { lazy } from '../../parts/lazy-part.tsx';

const most = 60;
/** True when all rows are drawn one after the other: finding out which are in sight is not worth its bytes. */
export const isShort = (rows: readonly ListRow[], canGrow = false): boolean =>
  rows.length <= most && !canGrow;

const load = () => import('./virtual-rows.tsx');
const LateRows = lazy(async () => ({ default: (await load()).VirtualRows }));
const LateCards = lazy(async () => ({ default: (await load()).VirtualCards }));
let Cards: ComponentType<RowsProps> = LateCards;

/**
 * Preloads the rows of long lists, so that phones render them with the screen. A failed load is ignored here: the rows
 * retry it and show the error in their area.
 */
export const bringLongRows = (): Promise<void> =>
  load().then(
    ({ VirtualCards }) => {
      Cards = VirtualCards;
    },
    () => undefined,
  );

export function Rows({ scrolls, ...props }: RowsProps & { scrolls: 'box' | 'page' }) {
  const { rows, draw, canGrow } = props;
  if (isShort(rows, canGrow)) return rows.map((_, i) => draw(i));
  const Virtual = scrolls === 'box' ? LateRows : Cards;
  // Rows shown meanwhile would be replaced in a moment, perhaps while being tapped.
  return (
    <Suspense fallback={null}>
      <Virtual {...props} />
    </Suspense>
  );
}
