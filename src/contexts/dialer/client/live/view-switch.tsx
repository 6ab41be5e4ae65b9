import { floorText as say } from '#contexts/dialer/text/en/floor.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import css from './floor/floor.module.css';

const views = ['cards', 'table', 'wall'] as const;
type View = (typeof views)[number];
/** Cards unless the URL selects another view. */
export const viewOf = (word: string | undefined): View => views.find((one) => one === word) ?? 'cards';

export function ViewSwitch() {
  const { get, set } = useUrlState();
  const now = viewOf(get('view'));
  return (
    <div className={css.switch} role="group" aria-label={say.view}>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === now}
          onClick={() => set({ view: view === 'cards' ? undefined : view, status: undefined, q: undefined })}
        >
          {say.views[view]}
        </button>
      ))}
    </div>
  );
}
