/** A session that ends takes its screens away, which is nobody's wish to give up what they typed. */
let isEnding = false;
export const isSessionEnding = (): boolean => isEnding;
export const markSessionEnding = (): void => void (isEnding = true);
