import { expect, test } from 'vitest';
import { isKey, keyNames, keyShortcut, keyText, keys } from './keys.ts';

const press = (key: string, o: Partial<KeyboardEvent> = {}) =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, ...o }) as KeyboardEvent;

test('shortcuts are unique', () => {
  const meant = keyNames.map((name) => keyText(name));
  expect(new Set(meant).size).toBe(meant.length);
});

test('a shortcut matches its printed key', () => {
  expect(keyText('ready')).toBe('R');
  expect(keyText('save')).toBe('Ctrl ↵');
  expect(keyShortcut('save')).toBe('Control+Enter');
  expect(isKey(press('r'), 'ready')).toBe(true);
  expect(isKey(press('R', { shiftKey: true }), 'ready')).toBe(true);
  expect(isKey(press('r', { ctrlKey: true }), 'ready')).toBe(false);
  expect(isKey(press('Enter', { metaKey: true }), 'save')).toBe(true);
  expect(isKey(press('Enter'), 'save')).toBe(false);
  expect(isKey(press('?', { shiftKey: true }), 'shortcuts')).toBe(true);
  expect(keys.pause.where).toBe('dialer');
});
