/** The end of a session unmounts forms; that must not count as their user closing them, or drafts would go. */
let isEnding = false;
export const isSessionEnding = (): boolean => isEnding;
export const markSessionEnding = (): void => void (isEnding = true);
