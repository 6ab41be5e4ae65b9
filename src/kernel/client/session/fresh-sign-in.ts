/** Whether the password was typed recently: then the server returns the device key, once. */
const signedInKey = 'recoup-signed-in';
const freshFor = 5 * 60_000;

export const noteSignIn = (): void => sessionStorage.setItem(signedInKey, String(Date.now()));

/** True once, directly after a sign-in. */
export function takeFreshSignIn(): boolean {
  const at = Number(sessionStorage.getItem(signedInKey));
  sessionStorage.removeItem(signedInKey);
  return at > 0 && Date.now() - at < freshFor;
}
