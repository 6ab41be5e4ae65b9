/** A figure with what became of it and its course. */
import { IconTriangleFilled, IconTriangleInvertedFilled } from '@tabler/icons-react';
import css from './figures.module.css';
import { Sparkline } from './sparkline.tsx';

export interface KpiChange {
  words: string;
  tone: 'good' | 'bad' | 'plain';
  /** Which way it went, where it went anywhere. */
  way?: 'up' | 'down';
}

export function Kpi(o: {
  label: string;
  value: string;
  /** The figure in full, where it is shortened. */
  full?: string;
  change: KpiChange;
  course?: readonly number[];
}) {
  const { tone, way, words } = o.change;
  const Way = way === 'down' ? IconTriangleInvertedFilled : IconTriangleFilled;
  return (
    <li className={css.kpi}>
      <span className={css.kpiLabel}>{o.label}</span>
      <strong title={o.full}>{o.value}</strong>
      <span className={css.change} data-tone={tone}>
        {way && <Way size={9} aria-hidden />}
        {words}
      </span>
      <Sparkline values={o.course ?? []} tone={tone === 'bad' ? 'bad' : 'good'} />
    </li>
  );
}

/** Card of a figure that is loading or failed. */
export const KpiWaiting = ({ label, trouble }: { label: string; trouble?: string | undefined }) => (
  <li className={css.kpi} aria-busy={trouble === undefined}>
    <span className={css.kpiLabel}>{label}</span>
    {trouble === undefined ? <Bars /> : <strong>–</strong>}
    {trouble !== undefined && (
      <span className={css.change} data-tone="plain">
        {trouble}
      </span>
    )}
  </li>
);
const Bars = () => (
  <>
    <span className={css.waits} />
    <span className={css.waits} />
  </>
);

/** As many cards of the final size during loading. */
export const KpiSkeleton = ({ n }: { n: number }) => (
  <ul className={css.kpis} aria-hidden="true">
    {Array.from({ length: n }, (_, i) => (
      <li key={i} className={css.kpi}>
        <span className={css.waits} />
        <Bars />
      </li>
    ))}
  </ul>
);
