/** Position of a toast that covers no control: the first free span from the top. Pure. */
interface Span {
  top: number;
  bottom: number;
}
interface Area extends Span {
  left: number;
  right: number;
}
const margin = 12;
const gap = 8;

/**
 * `box` is the size of the toasts; returns their top. Without room for all, the largest free span. `least`: below a
 * notch of the phone.
 */
export function clearTop(
  box: Omit<Area, 'top' | 'bottom'> & { height: number },
  areas: readonly Area[],
  screen: number,
  least = margin,
): number {
  const taken = areas
    .filter(
      ({ left, right, top, bottom }) =>
        left < box.right && right > box.left && bottom > 0 && top < screen && bottom > top,
    )
    .toSorted((a, b) => a.top - b.top);
  const free: Span[] = [];
  let from = least;
  for (const { top, bottom } of taken) {
    if (top - gap > from) free.push({ top: from, bottom: top - gap });
    from = Math.max(from, bottom + gap);
  }
  if (screen - margin > from) free.push({ top: from, bottom: screen - margin });
  const heightOf = ({ top, bottom }: Span): number => bottom - top;
  const fits = free.find((one) => heightOf(one) >= box.height);
  const [largest] = free.toSorted((a, b) => heightOf(b) - heightOf(a));
  return (fits ?? largest)?.top ?? least;
}
