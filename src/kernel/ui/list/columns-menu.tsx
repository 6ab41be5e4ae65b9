/** Columns of a list: which are shown, and which stay in view while the table scrolls sideways. */
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { kitText } from '#text/en/kit.ts';
import look from '../parts/actions.module.css';
import { Sheet } from '../parts/sheet.tsx';
import type { Column } from './column.ts';
import css from './columns-menu.module.css';
import { useShownColumns } from './shown-columns.ts';

interface Props {
  list: string;
  columns: readonly Column<never>[];
  onClose: () => void;
}

export function ColumnsMenu({ list, columns, onClose }: Props) {
  const { isShown, isPinned, show, pin, reset } = useShownColumns(list, columns);
  return (
    <Sheet title={kitText.columns} from="right" onClose={onClose}>
      <ul className={css.columns}>
        {columns.map(({ key, label, pin: side }) => (
          <li key={key}>
            <label>
              <input type="checkbox" checked={isShown(key)} onChange={() => show(key, !isShown(key))} />
              {label}
            </label>
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
