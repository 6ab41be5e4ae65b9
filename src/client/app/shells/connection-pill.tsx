import { appText } from '#text/en/app.ts';
import { useOnline } from '#client/kernel/online.ts';
import css from './shell.module.css';

/** Whether Recoup can be reached: a word and a shape, never colour alone. */
export function ConnectionPill() {
  const online = useOnline();
  return (
    <span className={css.pill} data-online={online} role="status">
      <i aria-hidden="true" />
      {online ? appText.online : appText.offline}
    </span>
  );
}
