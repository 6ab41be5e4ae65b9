const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });
/** Paise in message format after a literal `Rs`: 12,34,567.00. */
export const amountWords = (paise: number): string => rupees.format(paise / 100);
