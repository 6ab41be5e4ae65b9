/** Long lists draw only the rows in sight. Loaded when a list is long. */
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { RowsProps } from './row-place.ts';

/** Rows that come into sight are drawn beside the frame that scrolls, not within it: both stay short on a slow phone. */
const calm = { overscan: 6, useFlushSync: false };

/** Virtual rows of a box with its own scroll bar. */
export function VirtualRows({ rows, draw, height, within, onHeight, canGrow }: RowsProps) {
  // Drawn in one commit with its box, it comes before the box is known: asked once more, or no row is ever drawn.
  const [, setKnown] = useState(false);
  useEffect(() => setKnown(true), []);
  // oxlint-disable-next-line react/incompatible-library -- rows are memoised by hand
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => within.current,
    estimateSize: () => height,
    ...calm,
    // Known at once, so that the rows are drawn with the table and not after it.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getItemKey: (i) => rows[i]?.id ?? i,
  });
  const total = virtual.getTotalSize();
  useLayoutEffect(() => onHeight?.(total), [onHeight, total]);
  return virtual.getVirtualItems().map(({ index, start }) =>
    // Only rows that can grow are measured; watching every row would cost while scrolling.
    draw(index, { start, ref: canGrow ? virtual.measureElement : undefined }),
  );
}

/** Rows of a page that scrolls as a whole. */
export function VirtualCards({ rows, draw, height, within, onHeight }: RowsProps) {
  const [top, setTop] = useState(0);
  // Drawn with its list, it has the list's place a moment later.
  useEffect(() => setTop(within.current?.offsetTop ?? 0), [within]);
  // oxlint-disable-next-line react/incompatible-library -- cards are memoised by hand
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    ...calm,
    // Known at once, so that the rows are drawn with the list and not after it.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    getItemKey: (i) => rows[i]?.id ?? i,
  });
  const total = virtual.getTotalSize();
  useLayoutEffect(() => onHeight?.(total), [onHeight, total]);
  return virtual
    .getVirtualItems()
    .map(({ index, start }) => draw(index, { start: start - top, ref: virtual.measureElement }));
}
