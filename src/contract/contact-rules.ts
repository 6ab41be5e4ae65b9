/** The rules by which a contact is refused; on the wire each is its name, the words are in `text/<locale>/contact-rules.ts`. */

/** Switched off: the loan, its lender, its portfolio or its campaign is inactive. Every channel is closed, payment pages are not. */
export const closedRules = [
  'inactive',
  'client_inactive',
  'portfolio_inactive',
  'campaign_inactive',
] as const;
export type ClosedRule = (typeof closedRules)[number];
