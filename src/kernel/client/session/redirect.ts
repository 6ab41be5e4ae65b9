/** Where a person wanted to go before they had to sign in (G024, G025, S14). */
const redirectKey = 'recoup-redirect';
/** A path of ours: one slash, then neither a slash nor a backslash, which browsers read as another host. */
const ownPath = /^\/(?![/\\])/;

/** The last user of this tab, in session storage: a sign-out elsewhere clears local storage before the path is saved. */
const whoKey = 'recoup-who';
export const rememberWho = (userId: number): void => sessionStorage.setItem(whoKey, String(userId));

/** Deletes the stored user, because a deliberate sign-out leaves no data. */
export function forgetWho(): void {
  sessionStorage.removeItem(whoKey);
  sessionStorage.removeItem(redirectKey);
}

interface Redirect {
  path: string;
  userId?: number;
}

/** Stores a path for the next sign-in, with the user it belongs to if identified. */
export function saveRedirect(path: string, user?: number): void {
  if (!ownPath.test(path) || path === '/') return;
  if (sessionStorage.getItem(redirectKey) !== null) return;
  const userId = user ?? (Number(sessionStorage.getItem(whoKey)) || undefined);
  sessionStorage.setItem(redirectKey, JSON.stringify({ path, userId } satisfies Redirect));
}

/** Returns the stored path if it is this user's, and deletes it in any case. */
export function takeRedirect(userId: number): string | undefined {
  const stored = sessionStorage.getItem(redirectKey);
  sessionStorage.removeItem(redirectKey);
  if (stored === null) return undefined;
  const redirect = parse(stored);
  if (!redirect || (redirect.userId !== undefined && redirect.userId !== userId)) return undefined;
  return redirect.path;
}

function parse(stored: string): Redirect | undefined {
  try {
    const value = JSON.parse(stored) as Partial<Redirect> | null;
    if (typeof value?.path !== 'string' || !ownPath.test(value.path)) return undefined;
    return typeof value.userId === 'number'
      ? { path: value.path, userId: value.userId }
      : { path: value.path };
  } catch {
    // Another program's value under our key.
    return undefined;
  }
}
