/**
 * Ending a session unmounts forms; without this flag that would look like the user closing them and delete their
 * drafts.
 */
let isEnding = false;
export const isSessionEnding = (): boolean => isEnding;
export const markSessionEnding = (): void => void (isEnding = true);
