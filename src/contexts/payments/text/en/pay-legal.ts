import { localised } from '#text/locale.ts';

/** Legal texts of the payment pages: original texts for every stated clause; the others are the provider's (G135). */
export const payLegalText = localised('pay-legal', {
  privacy: {
    uses: 'What you enter here is used to find your loan, to take your payment and to give you a receipt. It is passed only to your lender and to the payment company that handles the payment.',
    sees: 'Your card, bank and UPI details are entered on the payment company’s own page. This site never sees them.',
    provider:
      'The full privacy policy is provided by the operator of this site and is not part of this page.',
  },
  terms: {
    person: 'A registration is for a single person. Whatever you post must carry your real name.',
    invoices: 'Invoices are payable within 30 days.',
    interest: 'Late payments carry interest of 2% per month.',
    suspension: 'Services may be suspended when an invoice is more than 30 days overdue.',
    costs: 'When it is more than 60 days overdue, the costs of collection are added.',
    law: 'These terms are governed by Indian law.',
    arbitration:
      'A dispute is first to be resolved informally. If that has not succeeded within 60 days, it is decided in arbitration by a sole arbitrator, seated in New Delhi.',
    modified: 'Last modified June 18 2022.',
    provider: 'Further terms are provided by the operator of this site.',
  },
  refund: {
    final: 'All transactions are final.',
    charged:
      'If you were charged and no confirmation has reached you within 24 hours, write to the support e-mail address below.',
    refunded:
      'A charge without a confirmed payment is refunded within 21 working days to the account it came from. Your bank may take 3-21 working days to show it.',
    failed: 'You are told of a failed payment by e-mail.',
  },
});
export type PayLegalWords = {
  [K in keyof typeof payLegalText]: Readonly<Record<keyof (typeof payLegalText)[K], string>>;
};
