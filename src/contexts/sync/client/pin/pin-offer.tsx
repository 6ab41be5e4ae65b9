import { putAsk } from '#phone/vault/lock-state.ts';
import { declineOffer } from '#phone/vault/pin-acts.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { pinText as say } from '#contexts/sync/text/en/pin.ts';
import css from './pin.module.css';

/** Shown once after the first sign-in on a phone; then in the menu. */
export const PinOffer = () => (
  <section className={css.offer} aria-label={say.menu}>
    <strong>{say.setTitle}</strong>
    <p>{say.offer}</p>
    <button type="button" className={look.main} onClick={() => putAsk('set')}>
      {say.set}
    </button>
    <button type="button" className={look.plain} onClick={declineOffer}>
      {say.notNow}
    </button>
  </section>
);
