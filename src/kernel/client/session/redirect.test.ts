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

test('a path is never returned to another user, and only once', () => {
  saveRedirect('/view-borrower?id=5', 7);
  expect(takeRedirect(8)).toBeUndefined();
  expect(takeRedirect(7)).toBeUndefined();
});

test('a path opened before sign-in belongs to the first user to sign in', () => {
  saveRedirect('/borrowers');
  expect(takeRedirect(8)).toBe('/borrowers');
});

test('a path saved after sign-in belongs to that user, also after the session expired', () => {
  rememberWho(7);
  saveRedirect('/view-borrower?id=5');
  expect(takeRedirect(8)).toBeUndefined();
});

test('the first path remains until it is used', () => {
  saveRedirect('/borrowers', 7);
  saveRedirect('/ptp', 7);
  expect(takeRedirect(7)).toBe('/borrowers');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  'a path to another origin is not stored: %s',
  (path) => {
    saveRedirect(path, 7);
    expect(takeRedirect(7)).toBeUndefined();
  },
);

test.each(['{"path":"//evil.example","userId":7}', 'no json', 'null', '{"path":5}'])(
  'a planted storage value is rejected: %s',
  (planted) => {
    sessionStorage.setItem('recoup-redirect', planted);
    expect(takeRedirect(7)).toBeUndefined();
  },
);
