/** Icons that plain data may name: menus, statuses, kinds of events. What one screen alone shows it takes from Tabler itself. */
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
import type { MenuIcon } from './menu-icons.ts';

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

const added: Partial<Record<string, TablerIcon>> = {};
/** Those of menus, which come apart: with them an agent's first visit would be larger. */
export const addIcons = (more: Readonly<Record<MenuIcon, TablerIcon>>): void =>
  void Object.assign(added, more);

/** Decoration beside a word; a button with an icon alone has a label of its own. `size` in pixels. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const Drawn = (icons as Partial<Record<string, TablerIcon>>)[name] ?? added[name] ?? icons.file;
  return <Drawn size={size} stroke={1.75} aria-hidden="true" />;
}
