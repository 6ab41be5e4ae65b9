/** Why a loan gets no mandate: in the failure, and next to the button. */
export const autopayFaults: Readonly<Record<string, string>> = {
  off: 'autopay is off for this portfolio.',
  'paid-off': 'nothing is owed on this loan, or it is not active.',
  'no-plan': 'there is no plan with an instalment that can still be announced. Agree on days first.',
  'above-limit': 'an instalment is above ₹15,000, which needs the payer’s PIN. Send payment links instead.',
  'no-gateway': 'the gateway of this loan takes no autopay. Send payment links instead.',
  'has-one': 'the borrower has agreed to one already, or is about to.',
};
