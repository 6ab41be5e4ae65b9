/** What is sent to borrowers. Where texts must be approved (DLT), a carrier sends them under the template of their purpose. */
interface LinkFacts {
  name: string;
  lender: string;
  /** The last letters of the loan's number. */
  ending: string;
  url: string;
  until: string;
}
interface PaidFacts {
  lender: string;
  ending: string;
  amount: string;
  reference: string;
  url: string;
}

interface AutopayFacts {
  lender: string;
  ending: string;
  url: string;
}

export const borrowerMessages = {
  autopayOffer: ({ lender, ending, until, url }: AutopayFacts & { until: string }) => ({
    text: `You can pay the instalments of your ${lender} loan ending ${ending} by UPI autopay, each on its day. Read and agree by ${until}: ${url}`,
  }),
  autopayNotice: ({
    lender,
    ending,
    amount,
    day,
    url,
  }: AutopayFacts & { amount: string; day: string }): string =>
    `Rs ${amount} for your ${lender} loan ending ${ending} will be taken by UPI autopay on ${day}. Keep it in your account. To stop it: ${url}`,
  ownCode: ({ lender, code }: { lender: string; code: string }): string =>
    `${code} is your code to see the promises and receipts of your ${lender} loan and to say how you want to be contacted. It counts for 10 minutes. Tell it to nobody.`,
  link: ({ name, lender, ending, url, until }: LinkFacts) => ({
    subject: `Pay your ${lender} loan`,
    text: `Dear ${name}, you can pay your ${lender} loan ending ${ending} safely here until ${until}: ${url}`,
  }),
  paid: ({ lender, ending, amount, reference, url }: PaidFacts) => ({
    subject: 'Payment received',
    text: `Your payment of Rs ${amount} for your ${lender} loan ending ${ending} was received. Number ${reference}. Receipt: ${url}`,
  }),
  cash: ({ lender, ending, amount, reference, url }: PaidFacts) => ({
    text: `Cash of Rs ${amount} for your ${lender} loan ending ${ending} was received. Receipt ${reference}. Check it: ${url} Without this receipt, do not pay cash.`,
  }),
  cashCancelled: ({ lender, ending, amount, reference, url }: PaidFacts) => ({
    text: `Receipt ${reference} of Rs ${amount} cash for your ${lender} loan ending ${ending} was cancelled. If you paid this cash, tell us at once. See: ${url}`,
  }),
  failed: ({ lender, ending, amount, url }: Omit<PaidFacts, 'reference'>) => ({
    subject: 'Payment failed',
    text: `Your payment of Rs ${amount} for your ${lender} loan ending ${ending} did not go through. If money left your account it comes back. Try again: ${url}`,
  }),
};
