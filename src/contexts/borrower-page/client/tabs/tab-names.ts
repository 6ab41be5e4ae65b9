import type { borrowerText } from '#contexts/loans/text/en/borrower.ts';

export type Tab = keyof typeof borrowerText.tabs;
export type Chapter = keyof typeof borrowerText.chapters;
