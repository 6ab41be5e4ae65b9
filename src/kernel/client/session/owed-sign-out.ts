/** Somebody signed out without a network: their session must end before anybody else starts here. */
const owedKey = 'recoup-sign-out-owed';

export const oweSignOut = (): void => localStorage.setItem(owedKey, '1');
export const settleSignOut = (): void => localStorage.removeItem(owedKey);
export function owesSignOut(): boolean {
  try {
    return localStorage.getItem(owedKey) !== null;
  } catch {
    // Without storage nothing was noted.
    return false;
  }
}
