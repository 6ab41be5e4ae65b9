/** Pixels a column of a list may be wide. */
export const columnWidth = { min: 64, max: 640 } as const;
