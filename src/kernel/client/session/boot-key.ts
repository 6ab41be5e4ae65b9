/** Where the boot snapshot is. Apart from TanStack, so that the first script can look whether there is one. */
export const bootKey = 'recoup-boot';

export function hasSnapshot(): boolean {
  try {
    return localStorage.getItem(bootKey) !== null;
  } catch {
    // Without storage there is no snapshot.
    return false;
  }
}
