import type { ReactNode } from 'react';
import css from './pill.module.css';

/** Meanings of colours: done or kept, due soon, late or failed, reported or promised, settlement. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'violet' | 'plain';

interface StatusPillProps {
  tone: Tone;
  /** Before the word, 14 px. */
  icon?: ReactNode;
  children: string;
}

/** A word on a tint; the word alone is enough. */
export function StatusPill({ tone, icon, children }: StatusPillProps) {
  return (
    <span className={css.pill} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}

/** Tags and allocation types carry colours that people chose: a dot, so that the word keeps its contrast. */
export function ColourTag({ colour, children }: { colour: string; children: string }) {
  return (
    <span className={css.tag}>
      <i aria-hidden="true" style={{ background: colour }} />
      {children}
    </span>
  );
}
