import type { ChargeWord } from '#contexts/payments/contract/autopay/autopay.ts';
import type { MandateState } from '#contexts/payments/contract/autopay/autopay-rules.ts';

interface Rules {
  lender: string;
  most: string;
  /** Registration debit. */
  first: string;
  /** How often a payment that failed is tried again. */
  again: number;
  until: string;
}

/** The page where a borrower agrees to UPI autopay, and stops it. */
export const autopayPageText = {
  title: 'Pay by autopay',
  about: (lender: string): string =>
    `You can let each instalment for ${lender} be paid by UPI autopay on its day. You agree once with your PIN.`,
  rules: ({ lender, most, first, until, again }: Rules): string[] => [
    `Only these instalments are taken, never more than ${most} at once, and nothing after ${until}.`,
    'You get a message at least 24 hours before each payment. Keep the amount in your account.',
    ...(again > 0
      ? [
          `A payment that does not go through is tried again on a later day, at most ${again === 1 ? 'once' : 'twice'}, and you get a message before each.`,
        ]
      : []),
    `${first} is taken when you agree; it counts for your loan.`,
    `You may stop it at any time: here, or in your UPI app. Stopping does not change what you owe ${lender}.`,
  ],
  accept: 'Agree in my UPI app',
  goOn: 'Go on to my UPI app',
  stop: 'Stop autopay',
  states: {
    withdrawn: 'This offer is not open. Ask your lender for a new one.',
    registering: 'Not confirmed yet. It is shown here as soon as your bank says so.',
    rejected: 'Your bank or you refused it. Nothing is taken by autopay.',
    active: 'Autopay is active. Each instalment is paid on its day.',
    paused: 'You paused autopay in your UPI app. Nothing is taken while it is paused.',
    expired: 'This autopay is over. Nothing more is taken.',
    revoked: 'Autopay has ended. Nothing more is taken.',
    ending: 'Autopay is stopped. Nothing more is taken; your bank confirms it soon.',
  } satisfies Record<Exclude<MandateState, 'offered'> | 'ending', string> as Record<
    Exclude<MandateState, 'offered'> | 'ending',
    string
  >,
  again: (day: string): string => `did not go through, is tried again on ${day}`,
  charges: {
    success: 'paid',
    failed: 'did not go through',
    'gave-up': 'did not go through and is not tried again: please pay it another way',
    earlier: 'comes up',
    reversed: 'went back',
    told: 'comes up',
    announced: 'comes up',
    sent: 'on its way',
  } satisfies Partial<Record<ChargeWord, string>> as Partial<Record<ChargeWord, string>>,
};
export type AutopayPageWords = typeof autopayPageText;
