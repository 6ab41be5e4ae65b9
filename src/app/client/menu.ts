/** What stands in the menus, out of the one route table. */
import { type Actor, may } from '#kernel/contract/access.ts';
import { type MenuGroup, type Screen, shellOf } from '#kernel/ui/module.ts';
import { screens } from './screens.ts';

export const screensFor = (actor: Actor): Screen[] =>
  screens.filter((screen) => screen.shell === shellOf(actor.roleType) && may(actor, screen.can));

export const menuFor = (actor: Actor, menu: Screen['menu']): Screen[] =>
  screensFor(actor).filter((screen) => screen.menu === menu);

/** A run of entries; those of one group stand together and the group shows when any of them is allowed. */
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
 * Whether an address is this entry's or one of its tabs: a screen in no menu belongs to the entry of its title or above
 * it. A place below another that is in the menu itself is another place.
 */
export function isOf(entry: Screen, pathname: string): boolean {
  if (entry.path === pathname) return true;
  const here = screens.find(({ path, shell }) => path === pathname && shell === entry.shell);
  if (!here || here.menu) return false;
  if (here.title === entry.title) return true;
  const isBelow = ({ path }: Screen): boolean => pathname.startsWith(`${path}/`);
  // Of two entries one below the other, the lower is where they are.
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
