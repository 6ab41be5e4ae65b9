/** The words a lender may leave open in the text of its no-dues letter. Pure. */
const openWords = ['borrower', 'loan', 'lender', 'amount', 'day', 'number'] as const;
type OpenWords = Readonly<Record<(typeof openWords)[number], string>>;

const inBraces = /\{([^{}]*)\}/g;
const isOpen = (word: string): word is keyof OpenWords => openWords.some((one) => one === word);

/** The first word in braces that no letter has. */
export const unknownIn = (written: string): string | undefined =>
  [...written.matchAll(inBraces)].map(([, word = '']) => word).find((word) => !isOpen(word));

/** The text with what is known put in. */
export const filledIn = (written: string, words: OpenWords): string =>
  written.replace(inBraces, (whole, word: string) => (isOpen(word) ? words[word] : whole));
