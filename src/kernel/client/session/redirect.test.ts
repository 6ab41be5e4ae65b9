import { beforeEach, expect, test, vi } from 'vitest';
import { rememberWho, saveRedirect, takeRedirect } from './redirect.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('a saved path is opened once', () => {
  saveRedirect('/borrowers?page=2', 7);
  expect(takeRedirect(7)).toBe('/borrowers?page=2');
  expect(takeRedirect(7)).toBeUndefined();
});

test('another user never gets it, and afterwards it is gone', () => {
  saveRedirect('/view-borrower?id=5', 7);
  expect(takeRedirect(8)).toBeUndefined();
  expect(takeRedirect(7)).toBeUndefined();
});

test('a path opened before anybody was known is for whoever signs in', () => {
  saveRedirect('/borrowers');
  expect(takeRedirect(8)).toBe('/borrowers');
});

test('a path saved after somebody was here is theirs, even when nobody is known any more', () => {
  rememberWho(7);
  saveRedirect('/view-borrower?id=5');
  expect(takeRedirect(8)).toBeUndefined();
});

test('the first path stays until it is used', () => {
  saveRedirect('/borrowers', 7);
  saveRedirect('/ptp', 7);
  expect(takeRedirect(7)).toBe('/borrowers');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  'a path that leads elsewhere is not kept: %s',
  (path) => {
    saveRedirect(path, 7);
    expect(takeRedirect(7)).toBeUndefined();
  },
);

test.each(['{"path":"//evil.example","userId":7}', 'no json', 'null', '{"path":5}'])(
  'a value planted in the storage is refused: %s',
  (planted) => {
    sessionStorage.setItem('recoup-redirect', planted);
    expect(takeRedirect(7)).toBeUndefined();
  },
);
