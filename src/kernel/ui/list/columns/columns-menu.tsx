/** Columns of a list: which are shown, how wide, and which stay in view while the table scrolls sideways. */
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { columnWidth } from '#kernel/contract/fields/column-width.ts';
import { kitText } from '#text/en/kit.ts';
import { viewsText as say } from '#text/en/views.ts';
import look from '../../parts/sheet/actions.module.css';
import { Sheet } from '../../parts/sheet/sheet.tsx';
import type { Column } from './column.ts';
import css from './columns-menu.module.css';
import { useShownColumns } from './shown-columns.ts';

interface Props {
  list: string;
  columns: readonly Column<never>[];
  onClose: () => void;
}

export function ColumnsMenu({ list, columns, onClose }: Props) {
  const { isShown, isPinned, widthOf, show, pin, resize, reset } = useShownColumns(list, columns);
  return (
    <Sheet title={kitText.columns} from="right" onClose={onClose}>
      <ul className={css.columns}>
        {columns.map(({ key, label, pin: side }) => (
          <li key={key}>
            <label>
              <input type="checkbox" checked={isShown(key)} onChange={() => show(key, !isShown(key))} />
              {label}
            </label>
            {isShown(key) && (
              <input
                type="range"
                aria-label={say.widthOf(label)}
                aria-valuetext={say.pixels(widthOf(key))}
                title={say.widthOf(label)}
                min={columnWidth.min}
                max={columnWidth.max}
                step={8}
                value={widthOf(key)}
                onChange={({ target }) => resize(key, Number(target.value))}
              />
            )}
            {side !== 'end' && (
              <button
                type="button"
                aria-pressed={isPinned(key)}
                aria-label={kitText.keepInView(label)}
                title={kitText.keepInView(label)}
                onClick={() => pin(key, !isPinned(key))}
              >
                {isPinned(key) ? (
                  <IconPinFilled size={16} aria-hidden="true" />
                ) : (
                  <IconPin size={16} stroke={1.75} aria-hidden="true" />
                )}
              </button>
            )}
          </li>
        ))}
      </ul>
      <button type="button" className={look.plain} onClick={reset}>
        {kitText.reset}
      </button>
    </Sheet>
  );
}
