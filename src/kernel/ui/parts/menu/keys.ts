/** Keyboard shortcuts of the console: handlers, button hints and the list use them. */

interface Key {
  /** Lower-case value of `KeyboardEvent.key`. */
  key: string;
  /** With Ctrl, or the command key of a Mac. */
  mod?: true;
  /** Where it works. */
  where: 'everywhere' | 'dialer' | 'borrower' | 'today';
}
export const keys = {
  palette: { key: 'k', mod: true, where: 'everywhere' },
  search: { key: '/', where: 'everywhere' },
  save: { key: 'enter', mod: true, where: 'everywhere' },
  shortcuts: { key: '?', where: 'everywhere' },
  close: { key: 'escape', where: 'everywhere' },
  ready: { key: 'r', where: 'dialer' },
  pause: { key: 'p', where: 'dialer' },
  mute: { key: 'm', where: 'dialer' },
  onHold: { key: 'o', where: 'dialer' },
  transfer: { key: 'x', where: 'dialer' },
  disposition: { key: 'd', where: 'borrower' },
  call: { key: 'c', where: 'borrower' },
  whatsApp: { key: 'w', where: 'borrower' },
  link: { key: 'l', where: 'borrower' },
  visit: { key: 'v', where: 'borrower' },
  settle: { key: 's', where: 'borrower' },
  hold: { key: 'h', where: 'borrower' },
  promise: { key: 't', where: 'today' },
  next: { key: 'n', where: 'today' },
} as const satisfies Readonly<Record<string, Key>>;
export type KeyName = keyof typeof keys;
export const keyNames = Object.keys(keys) as KeyName[];

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/u.test(navigator.platform);
const printed: Readonly<Record<string, string>> = { enter: '↵', escape: 'Esc' };

/** As it is printed: D, Ctrl K, ⌘ ↵. */
export function keyText(name: KeyName): string {
  const { key, ...rest } = keys[name];
  const cap = printed[key] ?? key.toUpperCase();
  return 'mod' in rest ? `${isApple ? '⌘' : 'Ctrl'} ${cap}` : cap;
}

/** As `aria-keyshortcuts` wants it. */
export function keyShortcut(name: KeyName): string {
  const { key, ...rest } = keys[name];
  const cap = key.length === 1 ? key.toUpperCase() : key.charAt(0).toUpperCase() + key.slice(1);
  return 'mod' in rest ? `${isApple ? 'Meta' : 'Control'}+${cap}` : cap;
}

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}
export function isKey(event: Pressed, name: KeyName): boolean {
  const { key, ...rest } = keys[name];
  const isMod = event.ctrlKey || event.metaKey;
  return event.key.toLowerCase() === key && isMod === 'mod' in rest && !event.altKey;
}

/** Attributes of a button with a shortcut: `keyboard.tsx` finds it by them. */
export const pressedBy = (name: KeyName) =>
  ({ 'data-key': name, 'aria-keyshortcuts': keyShortcut(name) }) as const;
