/**
 * What the console cannot do without, and older browsers cannot be taught: Chrome and Edge 114, Safari 17, Firefox 125.
 * README and the sentences of `#text/en/start.ts` name them; `tests/architecture/house.ts` refuses what is newer.
 */
export const isNewEnough = (): boolean =>
  'popover' in HTMLElement.prototype &&
  'toSorted' in Array.prototype &&
  CSS.supports('selector(:has(a))') &&
  CSS.supports('color', 'color-mix(in srgb, red, blue)');

/** False where the browser refuses to store anything for this site, as its user or a company may have set it. */
export function mayStore(): boolean {
  try {
    localStorage.getItem('');
    sessionStorage.getItem('');
    return typeof indexedDB === 'object' && indexedDB !== null;
  } catch {
    return false;
  }
}
