import type { ReactNode } from 'react';
import css from './pill.module.css';

/** Colour meanings: completed or kept, due soon, overdue or failed, reported or promised, settlement. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'violet' | 'plain';

interface StatusPillProps {
  tone: Tone;
  /** Before the label, 14 px. */
  icon?: ReactNode;
  children: string;
}

/** Label on a tint; the label alone is sufficient. */
export function StatusPill({ tone, icon, children }: StatusPillProps) {
  return (
    <span className={css.pill} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}

/** Tags and allocation types have user-defined colours: shown as a dot, so that the text has enough contrast. */
export function ColourTag({ colour, children }: { colour: string; children: string }) {
  return (
    <span className={css.tag}>
      <i aria-hidden="true" style={{ background: colour }} />
      {children}
    </span>
  );
}
