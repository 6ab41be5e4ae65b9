import { kitText } from '#text/en/kit.ts';
import css from '../actions.module.css';

/** Where the pictures of the outcomes will stand. */
export const FormBones = () => (
  <div className={css.bones} role="status" aria-label={kitText.loading} aria-busy="true">
    {[1, 2, 3, 4, 5, 6].map((n) => (
      <i key={n} />
    ))}
  </div>
);
