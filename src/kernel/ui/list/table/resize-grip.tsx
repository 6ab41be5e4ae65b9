/** Resize handle of a column header: drag to resize, double-click to reset. */
import type { PointerEvent } from 'react';
import { columnWidth } from '#kernel/contract/fields/column-width.ts';
import css from './table.module.css';

interface Props {
  name: string;
  resize: (key: string, width: number | undefined) => void;
}

/** Tracks of a grid template: `44px`, `minmax(96px, 1fr)`. */
const tracksOf = (written: string): string[] => written.match(/minmax\([^)]*\)|\S+/gu) ?? [];

/** For a pointer; the columns sheet offers it by keyboard. Rows are rendered only on release. */
export function ResizeGrip({ name, resize }: Props) {
  const start = (event: PointerEvent<HTMLElement>): void => {
    const grip = event.currentTarget;
    const head = grip.parentElement;
    const table = grip.closest<HTMLElement>('[role="region"]');
    const place = [...(head?.parentElement?.children ?? [])].indexOf(head as Element);
    if (event.button !== 0 || !head || !table) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    grip.dataset.held = '';
    const from = { x: event.clientX, width: head.getBoundingClientRect().width };
    const tracks = tracksOf(table.style.getPropertyValue('--tracks'));
    let width = from.width;
    grip.onpointermove = ({ clientX }) => {
      width = Math.min(columnWidth.max, Math.max(columnWidth.min, from.width + clientX - from.x));
      table.style.setProperty('--tracks', tracks.with(place, `${width}px`).join(' '));
    };
    grip.onlostpointercapture = () => {
      grip.onpointermove = null;
      grip.onlostpointercapture = null;
      delete grip.dataset.held;
      if (width !== from.width) resize(name, width);
    };
  };
  return (
    <span
      className={css.grip}
      aria-hidden="true"
      data-grip={name}
      onPointerDown={start}
      onDoubleClick={() => resize(name, undefined)}
    />
  );
}
