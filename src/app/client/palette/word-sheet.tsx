import { Fragment, useState } from 'react';
import { findWords } from '#language/find-words.ts';
import { appText } from '#text/en/app.ts';
import { wordsText as say } from '#text/en/words.ts';
import { Dialog } from './dialog.tsx';
import css from './palette.module.css';

/** Glossary: trade terms, and formulas of figures. */
export function WordSheet({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const found = findWords(typed);
  return (
    <Dialog label={appText.words} from="top" onClose={onClose}>
      <input
        type="search"
        className={css.wordSearch}
        aria-label={say.find}
        placeholder={say.find}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <dl className={css.words}>
        {found.map(({ name, is, not, synonyms, metric }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              {is} {not && say.isNot(not)}
              {metric && <p>{say.counted(metric.formula)}</p>}
              {synonyms && <p>{say.also(synonyms.join(', '))}</p>}
            </dd>
          </Fragment>
        ))}
      </dl>
      {found.length === 0 && <p role="status">{say.none}</p>}
    </Dialog>
  );
}
