import { appText } from '#text/en/app.ts';
import css from './portal.module.css';

/** What a lender's portal user sees until a settlement is sent to them. */
export function PortalScreen() {
  return (
    <div className={css.page}>
      <h1>{appText.screens.portal}</h1>
      <div className={css.empty}>
        <svg
          viewBox="0 0 120 90"
          width="120"
          height="90"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M22 12h56l20 20v46H22zM78 12v20h20M36 46h36M36 60h24" />
          <path d="M76 62l7 7 14-16" strokeWidth="3.5" />
        </svg>
        <p>{appText.portalEmpty}</p>
        <p className={css.about}>{appText.portalEmptyAbout}</p>
      </div>
    </div>
  );
}
