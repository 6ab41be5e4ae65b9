/** Placeholders allowed in the text of a lender's no-dues letter. Pure. */
const openWords = ['borrower', 'loan', 'lender', 'amount', 'day', 'number'] as const;
type OpenWords = Readonly<Record<(typeof openWords)[number], string>>;

const inBraces = /\{([^{}]*)\}/g;
const isOpen = (word: string): word is keyof OpenWords => openWords.some((one) => one === word);

/** First unknown placeholder in braces. */
export const unknownIn = (written: string): string | undefined =>
  [...written.matchAll(inBraces)].map(([, word = '']) => word).find((word) => !isOpen(word));

/** Text with placeholders replaced. */
export const filledIn = (written: string, words: OpenWords): string =>
  written.replace(inBraces, (whole, word: string) => (isOpen(word) ? words[word] : whole));
