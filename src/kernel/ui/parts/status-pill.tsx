import css from './pill.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A word with a shape and a colour; the word alone is enough. */
export function StatusPill({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={css.pill} data-tone={tone}>
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
