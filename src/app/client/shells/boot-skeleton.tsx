import { appText } from '#text/en/app.ts';
import { Logo } from './logo.tsx';
import css from './shell.module.css';

/** Frame before the session is loaded: only on a device's first start. */
export function BootSkeleton() {
  return (
    <div className={css.shell} aria-busy="true">
      <header className={css.bar}>
        <span className={css.brand}>
          <Logo />
          <span>{appText.product}</span>
        </span>
      </header>
      <main className={css.content}>
        <ScreenSkeleton />
      </main>
    </div>
  );
}

/** Where a screen will be once its code is here. */
export function ScreenSkeleton() {
  return (
    <div className={css.skeleton} role="status" aria-label={appText.loading} aria-busy="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
