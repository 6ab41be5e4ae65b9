import { IconDots } from '@tabler/icons-react';
import { kitText } from '#text/en/kit.ts';
import type { ListRow } from '../../list/list-spec.ts';
import type { MenuAt } from '../../list/rows/row-menu.tsx';

/** Visible button of a row's menu, in addition to right click and long tap. */
export function MenuButton({
  row,
  who,
  className,
  onMenu,
}: {
  row: ListRow;
  who: string;
  className?: string;
  onMenu: (at: MenuAt) => void;
}) {
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="menu"
      aria-label={kitText.rowMenu(who)}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        onMenu({ row, x: left, y: bottom });
      }}
    >
      <IconDots size={18} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
