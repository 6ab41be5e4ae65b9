/** The next and previous row: addresses in the order of the list a row was opened from. */
let walk: readonly string[] = [];

export const walkAlong = (addresses: readonly string[]): void => void (walk = addresses);

/** Next URL of the walk; undefined at its last item, or outside it. */
export function nextOnWalk(isHere: (address: string) => boolean): string | undefined {
  const at = walk.findIndex(isHere);
  return at < 0 ? undefined : walk[at + 1];
}
