import { Fragment } from 'react';
import { type KeyName, keyNames, keyText, keys } from '#kernel/ui/parts/menu/keys.ts';
import { appText } from '#text/en/app.ts';
import { Dialog } from './dialog.tsx';
import css from './palette.module.css';

type Where = (typeof keys)[KeyName]['where'];
const places = Object.keys(appText.keyPlaces) as Where[];

/** Every key, by where it works. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label={appText.shortcuts} from="top" onClose={onClose}>
      {places.map((where) => (
        <section key={where} aria-label={appText.keyPlaces[where]}>
          <h3 className={css.place}>{appText.keyPlaces[where]}</h3>
          <dl className={css.keys}>
            {keyNames
              .filter((name) => keys[name].where === where)
              .map((name) => (
                <Fragment key={name}>
                  <dt>
                    <kbd>{keyText(name)}</kbd>
                  </dt>
                  <dd>{appText.keys[name]}</dd>
                </Fragment>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
