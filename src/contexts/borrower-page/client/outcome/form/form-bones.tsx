import { kitText } from '#text/en/kit.ts';
import css from '../actions.module.css';

/** Placeholder of the disposition pictures. */
export const FormBones = () => (
  <div className={css.bones} role="status" aria-label={kitText.loading} aria-busy="true">
    {[1, 2, 3, 4, 5, 6].map((n) => (
      <i key={n} />
    ))}
  </div>
);
