/** Code that is neither on this device nor can be fetched, by what the browsers call it. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS/i.test(error.message);
