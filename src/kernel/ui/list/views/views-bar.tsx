/** The saved views of a list in one line, the whole list first. Loaded after the list itself. */
import { IconBookmark } from '@tabler/icons-react';
import { kitText } from '#text/en/kit.ts';
import { viewsText as say } from '#text/en/views.ts';
import look from '../../parts/actions.module.css';
import { type ViewsOf, useViews } from './use-views.ts';
import css from './views.module.css';

/** More stand in the sheet. */
const most = 6;

export function ViewsBar({ onOpen, ...of }: ViewsOf & { onOpen: () => void }) {
  const { all, shown, isWhole, put } = useViews(of);
  return (
    <div className={css.bar} role="group" aria-label={kitText.views}>
      {all.length > 0 && (
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
      )}
      <button type="button" className={`${look.plain} ${look.small}`} aria-haspopup="dialog" onClick={onOpen}>
        <IconBookmark size={16} stroke={1.75} aria-hidden="true" />
        {all.length > most ? kitText.views : say.save}
      </button>
    </div>
  );
}
