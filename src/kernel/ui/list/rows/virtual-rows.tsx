/** Long lists draw only the rows in sight. Loaded when a list is long. */
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { RowsProps } from './row-place.ts';

/** Rows scrolled into view are rendered separately from the scroll frame: both remain short on a slow phone. */
const calm = { overscan: 6, useFlushSync: false };

/** Virtual rows of a scrolling box. */
export function VirtualRows({ rows, draw, height, within, onHeight, canGrow }: RowsProps) {
  // Rendered in one commit with its box, it precedes the box: one more render, or no row is ever shown.
  const [, setKnown] = useState(false);
  useEffect(() => setKnown(true), []);
  // oxlint-disable-next-line react/incompatible-library -- rows are memoised by hand
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => within.current,
    estimateSize: () => height,
    ...calm,
    // Initial size, so that the rows are rendered with the table.
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

/** Rows of a scrolling page. */
export function VirtualCards({ rows, draw, height, within, onHeight }: RowsProps) {
  const [top, setTop] = useState(0);
  // Rendered with its list, it gets the list's position a moment later.
  useEffect(() => setTop(within.current?.offsetTop ?? 0), [within]);
  // oxlint-disable-next-line react/incompatible-library -- cards are memoised by hand
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    ...calm,
    // Initial size, so that the rows are rendered with the list.
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
