/** Icons referenced by data: menus, statuses, kinds of events. Screens import other icons from Tabler directly. */
import {
  type Icon as TablerIcon,
  IconChevronDown,
  IconDots,
  IconDownload,
  IconFiles,
  IconHome,
  IconInbox,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconListCheck,
  IconLock,
  IconLogout,
  IconMenu2,
  IconSearch,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import type { MenuIcon } from './menu/menu-icons.ts';

const icons = {
  home: IconHome,
  people: IconUsers,
  queue: IconInbox,
  more: IconDots,
  file: IconFiles,
  lock: IconLock,
  menu: IconMenu2,
  close: IconX,
  fold: IconLayoutSidebarLeftCollapse,
  search: IconSearch,
  signOut: IconLogout,
  keyboard: IconKeyboard,
  install: IconDownload,
  down: IconChevronDown,
  tasks: IconListCheck,
} as const satisfies Record<string, TablerIcon>;

export type IconName = keyof typeof icons | MenuIcon;

let added: Partial<Record<string, TablerIcon>> = {};
const waiting = new Set<() => void>();
const untilAdded = (redraw: () => void): (() => void) => {
  waiting.add(redraw);
  return () => waiting.delete(redraw);
};
const addedNow = (): typeof added => added;
const never = (): (() => void) => () => undefined;
/**
 * Menu icons, loaded separately: with them an agent's first visit would be larger. Without their file a plain one is
 * shown.
 */
export const bringIcons = (): Promise<void> =>
  import('./menu/menu-icons.ts').then(
    ({ menuIcons }) => {
      added = menuIcons;
      for (const redraw of waiting) redraw();
    },
    () => undefined,
  );

/** Decorative icon; a button with an icon alone has an accessible label. `size` in pixels. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const own = (icons as Partial<Record<string, TablerIcon>>)[name];
  const more = useSyncExternalStore(own ? never : untilAdded, addedNow, addedNow);
  const Drawn = own ?? more[name] ?? icons.file;
  return <Drawn size={size} stroke={1.75} aria-hidden="true" />;
}
