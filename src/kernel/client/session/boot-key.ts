/**
 * Storage key of the boot snapshot. Independent of TanStack, so that the first script can check whether one exists.
 */
export const bootKey = 'recoup-boot';

export function hasSnapshot(): boolean {
  try {
    return localStorage.getItem(bootKey) !== null;
  } catch {
    // Without storage there is no snapshot.
    return false;
  }
}
