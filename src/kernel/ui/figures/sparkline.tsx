/** Sparkline of a few days next to a figure shown as text. */
import css from './figures.module.css';

const width = 100;
const height = 28;
const edge = 2;

/** Points of a sparkline in its box; empty for fewer than two. Pure. */
export function pointsOf(values: readonly number[]): string {
  if (values.length < 2) return '';
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  return values
    .map((value, i) => {
      const x = (width * i) / (values.length - 1);
      const y = height - edge - ((height - 2 * edge) * (value - least)) / span;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

export const Sparkline = ({ values, tone }: { values: readonly number[]; tone?: 'good' | 'bad' }) => (
  <svg
    className={css.spark}
    data-tone={tone}
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <polyline points={pointsOf(values)} />
  </svg>
);
