/** Funnel: each step is a part of the previous one. */
import type { ReactNode } from 'react';
import css from './figures.module.css';

interface FunnelStage {
  title: string;
  value: number;
  figure: string;
  /** Under it, before the next. */
  note?: ReactNode;
}

export function Funnel({ steps }: { steps: readonly FunnelStage[] }) {
  const all = Math.max(1, steps[0]?.value ?? 0);
  return (
    <ol className={css.funnel}>
      {steps.map(({ title, value, figure, note }, i) => (
        <li key={title} data-step={i}>
          <span>{title}</span>
          <span className={css.step} aria-hidden="true">
            <i style={{ inlineSize: `${((100 * value) / all).toFixed(1)}%` }} />
          </span>
          <strong>{figure}</strong>
          {note && <p>{note}</p>}
        </li>
      ))}
    </ol>
  );
}
