/** Ending a session unmounts forms; without this flag their drafts would be deleted as if the user had closed them. */
let isEnding = false;
export const isSessionEnding = (): boolean => isEnding;
export const markSessionEnding = (): void => void (isEnding = true);
