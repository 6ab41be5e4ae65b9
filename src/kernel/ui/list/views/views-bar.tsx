/** Saved views of a list in one row, the full list first. Loaded after the list itself. */
import { useEffect } from 'react';
import { kitText } from '#text/en/kit.ts';
import { viewsText as say } from '#text/en/views.ts';
import look from '../../parts/sheet/actions.module.css';
import { keepHadViews } from './had-views.ts';
import { type ViewsOf, useViews } from './use-views.ts';
import css from './views.module.css';

/** Further views are in the sheet. */
const most = 6;

export function ViewsBar({ onOpen, ...of }: ViewsOf & { onOpen: () => void }) {
  const { all, isPending, shown, isWhole, put } = useViews(of);
  const has = all.length > 0;
  useEffect(() => {
    if (!isPending) keepHadViews(of.list, has);
  }, [of.list, isPending, has]);
  if (!has) return null;
  return (
    <div className={css.bar} role="group" aria-label={kitText.views}>
      <div className={css.views}>
        <button type="button" aria-pressed={isWhole} onClick={() => put(undefined)}>
          {kitText.all}
        </button>
        {all.slice(0, most).map((view) => (
          <button
            key={view.id}
            type="button"
            aria-pressed={view.id === shown?.id}
            title={view.isOwn ? view.name : `${view.name} · ${say.sharedBy(view.by)}`}
            onClick={() => put(view)}
          >
            {view.name}
          </button>
        ))}
      </div>
      {all.length > most && (
        <button
          type="button"
          className={`${look.plain} ${look.small}`}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {kitText.views}
        </button>
      )}
    </div>
  );
}
