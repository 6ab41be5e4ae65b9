/** Somebody signed out without a network: their session must end before anybody else starts here. */
const owedKey = 'recoup-sign-out-owed';

/** For the server, which must not draw the page of somebody who left; the session itself no script can take away. */
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
