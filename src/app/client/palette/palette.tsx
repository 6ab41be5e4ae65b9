import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { appText } from '#text/en/app.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from '#kernel/ui/parts/icon.tsx';
import { typedEarly } from './keyboard-store.ts';
import { useThings } from './palette-things.ts';
import css from './palette.module.css';

const optionId = (index: number): string => `palette-${index}`;

/** Command palette: screens, loans and global actions. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(typedEarly);
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const found = useThings(typed);
  const go = (index: number): void => {
    const thing = found[index];
    if (!thing) return;
    onClose();
    if (typeof thing.to === 'string') void navigate(thing.to);
    else thing.to();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === 'Enter') go(chosen);
  };
  return (
    <Dialog label={appText.palette} from="top" onClose={onClose} bare>
      <div className={css.line}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found.length ? optionId(chosen) : undefined}
          aria-label={appText.palette}
          placeholder={appText.paletteHint}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKey}
        />
      </div>
      <div id="palette-list" role="listbox" aria-label={appText.palette} className={css.list}>
        {found.map(({ key, title, about, icon }, index) => (
          <div
            key={key}
            id={optionId(index)}
            role="option"
            aria-selected={index === chosen}
            className={css.option}
            onClick={() => go(index)}
          >
            <Icon name={icon} />
            <span>
              {title}
              {about && <small>{about}</small>}
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={css.none} role="status">
          {appText.paletteNone}
        </p>
      )}
    </Dialog>
  );
}
