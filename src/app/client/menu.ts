/** Menu items, derived from the route table. */
import { type Actor, may } from '#kernel/contract/access.ts';
import { type MenuGroup, type Screen, shellOf } from '#kernel/ui/module.ts';
import { screens } from './screens/screens.ts';

export const screensFor = (actor: Actor): Screen[] =>
  screens.filter((screen) => screen.shell === shellOf(actor.roleType) && may(actor, screen.can));

export const menuFor = (actor: Actor, menu: Screen['menu']): Screen[] =>
  screensFor(actor).filter((screen) => screen.menu === menu);

/** Menu section; items of one group are adjacent and the group shows when any of them is permitted. */
export interface Section {
  group?: MenuGroup;
  items: Screen[];
}

export function sectionsOf(items: readonly Screen[]): Section[] {
  const sections: Section[] = [];
  for (const item of items) {
    const known = item.group && sections.find(({ group }) => group === item.group);
    if (known) known.items.push(item);
    else sections.push(item.group ? { group: item.group, items: [item] } : { items: [item] });
  }
  return sections;
}

/**
 * Whether a URL belongs to this item or its tabs: a screen in no menu belongs to the item of its title or above it. A
 * menu screen below another is separate.
 */
export function isOf(entry: Screen, pathname: string): boolean {
  if (entry.path === pathname) return true;
  const here = screens.find(({ path, shell }) => path === pathname && shell === entry.shell);
  if (!here || here.menu) return false;
  if (here.title === entry.title) return true;
  const isBelow = ({ path }: Screen): boolean => pathname.startsWith(`${path}/`);
  // Of two nested items the lower is active.
  const isLower = (one: Screen): boolean =>
    one.menu !== undefined && one.shell === entry.shell && one.path.startsWith(`${entry.path}/`);
  return isBelow(entry) && !screens.some((one) => isLower(one) && isBelow(one));
}

/** Where a role type lands (G002, G004); undefined when nothing is permitted at all. */
export const landingOf = (actor: Actor): string | undefined => menuFor(actor, 'main')[0]?.path;

/** Whether a stored path, with its query, leads to a screen this person may see. */
export const maySee = (actor: Actor, path: string): boolean => {
  const { pathname } = new URL(path, 'https://recoup.invalid');
  return screensFor(actor).some((screen) => screen.path === pathname);
};
