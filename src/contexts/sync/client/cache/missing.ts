/** A loan that its person sees and the device does not have: what finds out asks here for it to be fetched. */
let fetchNow = (): void => undefined;
/** What to do about a loan that its person sees and the device does not have. */
export const whenMissing = (fetch: () => void): void => void (fetchNow = fetch);
export const fetchMissing = (): void => fetchNow();
