import { putAsk } from '#client/offline/lock-state.ts';
import { declineOffer } from '#client/offline/pin-acts.ts';
import { pinText as say } from '#text/en/pin.ts';
import css from './pin.module.css';

/** Asked once after the first sign-in on a phone; it stays in the menu. */
export const PinOffer = () => (
  <section className={css.offer} aria-label={say.menu}>
    <span>{say.offer}</span>
    <button type="button" className={css.main} onClick={() => putAsk('set')}>
      {say.set}
    </button>
    <button type="button" className={css.plain} onClick={declineOffer}>
      {say.notNow}
    </button>
  </section>
);
