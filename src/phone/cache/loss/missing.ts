/** A visible loan missing on the device: triggers a fetch. */
let fetchNow = (): void => undefined;
/** What to do about a loan that its person sees and the device does not have. */
export const whenMissing = (fetch: () => void): void => void (fetchNow = fetch);
export const fetchMissing = (): void => fetchNow();
