import { appText } from '#text/en/app.ts';
import { useUpdate } from '#kernel/client/app/update.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './update-banner.module.css';

/** A new version is available; applied only on the user's request. */
export function UpdateBanner() {
  const update = useUpdate();
  if (!update) return null;
  return (
    <div className={css.banner} role="status">
      <span>{appText.updateReady}</span>
      <button type="button" className={look.main} onClick={() => void update.take()}>
        {appText.updateNow}
      </button>
      <button type="button" onClick={update.later}>
        {appText.updateLater}
      </button>
    </div>
  );
}
