import css from './key.module.css';
import { type KeyName, keyText } from './keys.ts';

/** A key printed on the button that it presses; phones have none. */
export const Key = ({ of }: { of: KeyName }) => (
  <kbd className={css.key} aria-hidden="true">
    {keyText(of)}
  </kbd>
);
