/** Decision cards: name, amount, waiver, remark, and the buttons. */
import type { ReactNode } from 'react';
import look from './actions.module.css';
import css from './decisions.module.css';
import { money, rupees } from '../values/format.ts';

export function Decisions(o: {
  id: string;
  title: ReactNode;
  about?: string;
  more?: ReactNode;
  /** Instead of cards. */
  empty?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <section className={css.decisions} aria-labelledby={o.id}>
      <header>
        <h2 id={o.id}>{o.title}</h2>
        {o.more}
        {o.about && <p>{o.about}</p>}
      </header>
      {o.empty ? <p className={css.none}>{o.empty}</p> : o.children}
    </section>
  );
}

export interface Figure {
  label: string;
  /** Rupees, shown in full; or custom content. */
  amount?: number;
  text?: string;
}
interface Way {
  label: string;
  /** Accessible name with the subject. */
  named: string;
  isMain?: boolean;
  run: () => void;
}
interface CardProps {
  who: ReactNode;
  pills?: ReactNode;
  figures?: readonly Figure[];
  /** Waived share, as a chart. */
  share?: { label: string; words: string; percent: number } | undefined;
  lines?: readonly ReactNode[];
  ways: readonly Way[];
  /** Pending with this user. */
  isUrgent?: boolean;
  children?: ReactNode;
}

export function DecisionCard({
  who,
  pills,
  figures = [],
  share,
  lines = [],
  ways,
  isUrgent,
  children,
}: CardProps) {
  return (
    <li className={css.card} data-urgent={isUrgent || undefined}>
      <div className={css.what}>
        <p className={css.who}>
          {who}
          {pills}
        </p>
        {(figures.length > 0 || share) && (
          <div className={css.figures}>
            <dl>
              {figures.map(({ label, amount, text }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  {amount === undefined ? <dd>{text}</dd> : <dd title={money(amount)}>{rupees(amount)}</dd>}
                </div>
              ))}
            </dl>
            {share && <Share {...share} />}
          </div>
        )}
        {lines.map(
          (line, i) =>
            line && (
              <div key={i} className={css.line}>
                {line}
              </div>
            ),
        )}
      </div>
      <div className={css.ways}>
        {ways.map(({ label, named, isMain, run }) => (
          <button
            key={label}
            type="button"
            className={isMain ? look.main : look.plain}
            aria-label={named}
            onClick={run}
          >
            {label}
          </button>
        ))}
      </div>
      {children}
    </li>
  );
}

function Share({ label, words, percent }: { label: string; words: string; percent: number }) {
  const shown = Math.min(100, Math.max(0, percent));
  return (
    <div className={css.share}>
      <p>
        <span>{label}</span> <b>{words}</b>
      </p>
      <div
        role="meter"
        aria-label={label}
        aria-valuenow={Math.round(shown)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${shown}%` }} />
      </div>
    </div>
  );
}
