/** A sign-out without a network: the session must be ended on the server before another user starts here. */
const owedKey = 'recoup-sign-out-owed';

/** A cookie for the server, which must not inline the former user's data; scripts cannot delete the session cookie. */
const tellServer = (age: number): void =>
  void (document.cookie = `left=1; path=/; SameSite=Lax; max-age=${age}`);
const aYear = 31_536_000;

export function oweSignOut(): void {
  localStorage.setItem(owedKey, '1');
  tellServer(aYear);
}
export function settleSignOut(): void {
  localStorage.removeItem(owedKey);
  tellServer(0);
}
export function owesSignOut(): boolean {
  try {
    return localStorage.getItem(owedKey) !== null;
  } catch {
    // Without storage nothing was noted.
    return false;
  }
}
