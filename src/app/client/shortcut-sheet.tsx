import { appText } from '#text/en/app.ts';
import { Dialog } from './dialog.tsx';
import css from './palette.module.css';

const keys = [
  ['Ctrl K', appText.keys.palette],
  ['/', appText.keys.search],
  ['d', appText.keys.disposition],
  ['?', appText.keys.shortcuts],
  ['Esc', appText.keys.close],
] as const;

/** The keys that work everywhere. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label={appText.shortcuts} from="top" onClose={onClose}>
      <dl className={css.keys}>
        {keys.map(([key, about]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
