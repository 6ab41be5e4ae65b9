/** What a borrower is written about a settlement; a name is in none of them. */
export const settlementMessages = {
  offer: ({
    lender,
    ending,
    day,
    url,
  }: {
    lender: string;
    ending: string;
    day: string;
    url: string;
  }): string =>
    `Your ${lender} loan ending ${ending} can be settled. Read the terms and accept them by ${day}: ${url}`,
  /** Offer of a new version of an agreement. */
  changed: ({
    lender,
    ending,
    day,
    url,
  }: {
    lender: string;
    ending: string;
    day: string;
    url: string;
  }): string =>
    `A change of the settlement of your ${lender} loan ending ${ending} is proposed. Yours stays valid and what you paid counts until you accept the change by ${day}: ${url}`,
  code: ({ lender, code }: { lender: string; code: string }): string =>
    `${code} is your code to read and accept the settlement of your ${lender} loan. It counts for 10 minutes. Tell it to nobody.`,
};
