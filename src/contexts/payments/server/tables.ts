import type { TableComments } from '#kernel/server/tables.ts';
import { autopayTables } from './autopay/tables.ts';
import { cashTables } from './cash/tables.ts';
import { gatewayTables } from './reconciliation/tables.ts';
import { summaryTables } from './summaries/tables.ts';

export const paymentsTables = {
  payments: {
    is: 'Money received on a loan, or said to be. Only status success counts; realized tells whether a file or a gateway confirmed it.',
    columns: {
      user_id: 'Agent it is credited to.',
      transaction_id:
        'Transaction number (UTR or of the gateway) in its canonical form; compared without case.',
      transaction_id_received: 'The number as a file had it, where that differs.',
      amount: 'Paise; what still counts of it.',
      refunded: 'Paise that went back in part, which amount no longer has.',
      payment_date: 'Day in India the money was paid.',
      realized: 'True: confirmed by a payment file or a gateway; false: told by an agent (unrealized).',
      source:
        'Where it came from: DISPOSITION (an agent), PAYMENT_FILE (a file), PAYMENT_LINK or DIRECT_FROM_SITE (paid online), AUTOPAY (charged by a mandate).',
      mode: 'How it was paid, a word of the option list paymentMode or the name of the gateway.',
      status:
        'success counts; held waits for a person; same is another record of one that counts; refused is nobody’s money; reversed went back.',
      attempt_id: 'Of an online payment, the attempt at the gateway.',
      told_transaction_id: 'Number the borrower gave, where the money came under another.',
      held_for:
        'Why it waits: above-due, amount-changed, two-loans, may-be-same, reversed, cash-online, before-loan, long-ago.',
      decided_at: 'When a person decided (UTC).',
      decided_by: 'Who decided.',
      same_as: 'The payment this record is another name of.',
    },
  },
  payment_accounts: {
    is: 'Account of a lender that payment pages collect into.',
    columns: {
      path: 'Last part of the address of its page, as in /pay/reliance.',
      upi_id: 'UPI address (VPA) of the lender.',
      most: 'Most that is paid at once, paise.',
      gateway: 'payu or razorpay; null: none.',
      merchant_keys: 'Keys at gateways, sealed under the key of this installation.',
    },
  },
  payment_attempts: {
    is: 'An order at a payment gateway: one try of a borrower to pay online.',
    columns: {
      id: 'Our number of the order, as the gateway knows it.',
      account_id: 'Account the money goes to.',
      code_id: 'Payment link it came from; null: the lender’s page.',
      source: 'PAYMENT_LINK, DIRECT_FROM_SITE or AUTOPAY.',
      gateway: 'Gateway it was made at, such as payu, razorpay or sandbox.',
      amount: 'Paise.',
      refunded: 'Paise of it that went back in part.',
      state: 'initiated, pending, failed, success or reversed; only ever moves to the right.',
      language: 'Language of the page, such as en or hi.',
      reference: 'The gateway’s number.',
      message: 'The gateway’s words.',
      receipt_code: 'Random code of the address of the receipt.',
      payment_id: 'The payment it became.',
      changed_at: 'Last change of state (UTC).',
      settled_at: 'When it was over (UTC).',
      asks: 'How often the gateway was asked about it.',
      next_ask_at: 'When it is asked next (UTC); null: no more.',
      number: 'Running number, for lists.',
      hinted_at: 'When the gateway was last asked because of an unsigned hint (UTC).',
    },
  },
  payment_codes: {
    is: 'A payment link sent to a borrower; one of a loan is valid at a time.',
    columns: {
      code: '128 random bits: who has it sees what the link shows.',
      user_id: 'Who sent it.',
      channel: 'sms, whatsApp or email.',
      message_id: 'Message it went with.',
      amount: 'Paise to pay; null: the borrower chooses.',
      reason: 'Why it went to a number that is not the loan’s.',
      opened_at: 'First opened (UTC).',
      paid_at: 'Paid (UTC).',
      revoked_at: 'Revoked (UTC).',
      is_replaced: 'True: revoked because a newer link followed.',
      is_over: 'True: revoked because the loan was paid off.',
    },
  },
  payment_lookups: {
    is: 'Loan numbers that strangers asked about on a payment page, to stop guessing.',
    columns: {
      stranger: 'Who asked, as a keyed hash of the address.',
      path: 'Payment page.',
      at: 'When (UTC).',
      stem: 'Hash of the number without its last digits: the run it lies in.',
      value: 'Its last digits.',
    },
  },
  borrower_codes: {
    is: 'One-time codes of borrowers, the last one per device: for the borrower portal, and for the terms of a settlement.',
    columns: {
      loan_id: 'The loan whose number it was sent to.',
      purpose:
        'borrower code: the page of preferences, promises and receipts; settlement code: the terms of an offer.',
      subject_id: 'The loan, or the settlement, it is for.',
      device: 'Hash of the device that requested it.',
      network: 'Hash of the network it was requested from.',
      other_tries: 'Wrong tries from other devices of its network; after five theirs are rejected.',
      otp_mac: 'The code as a keyed hash; null: none counts.',
      otp_until: 'Until when it counts (UTC).',
      otp_tries: 'Wrong tries of its own device; after five the code is invalid.',
      otp_sent: 'Codes sent on the day; at most five per network and twenty per loan.',
      otp_day: 'Day in India the codes are counted of.',
    },
  },
  payment_works: {
    is: 'Proofs of work that were used once before a question on a payment page.',
    columns: { mark: 'Hash of the proof.', at: 'When (UTC).' },
  },
  gateway_events: {
    is: 'What payment gateways told, each once, and what was made of it.',
    columns: {
      gateway: 'Which gateway.',
      event_id: 'What makes it the same event if it comes again.',
      attempt_id: 'Order it is about, as the gateway named it.',
      told: 'State it told, hint, refunded (a part went back), dispute, or other.',
      verdict: 'applied, unchanged, quarantined (not believed), or noted (no effect of its own).',
      reason: 'Why it was quarantined; of an event without an effect, its name at the gateway.',
      body: 'What was received; removed after 90 days.',
      at: 'When (UTC).',
    },
  },
  sandbox_payments: {
    is: 'What the built-in test gateway was told to do with an order.',
    columns: {
      attempt_id: 'The order.',
      outcome: 'Result that was chosen on the test page, such as success, failed or late.',
      amount: 'Paise.',
      ready_at: 'Not told before (UTC).',
    },
  },
  ledger_openings: {
    is: 'Postings made from the rows of payments at once, of before the ledger; they may be taken back until somebody confirms them.',
    columns: {
      at: 'When (UTC).',
      payments: 'Payments it posted.',
      amount: 'What it posted in all, paise.',
      confirmed_at: 'When somebody confirmed that it is right (UTC); from then on it stays.',
      confirmed_by: 'Who confirmed.',
    },
  },
  ledger_looks: {
    is: 'What the daily look at the ledger found: rows of payments it does not agree with.',
    columns: {
      at: 'When (UTC).',
      differences: 'How many; 0: all is well.',
      amount: 'Paise they differ by, without sign.',
    },
  },
  ledger_differences: {
    is: 'What must be posted for the ledger to agree with the rows of payments: nothing, unless they were loaded without postings.',
    columns: {
      payment_id: 'The payment that differs.',
      person_id: 'Agent it is credited to.',
      day: 'Day in India the money was paid.',
      account: 'Account that lacks the amount.',
      amount: 'Paise; below zero: the account has too much.',
    },
  },
  postings: {
    is: 'The ledger: each posting moves an amount from one account to another, so that all accounts together are zero. Append-only; a correction is a new posting.',
    columns: {
      loan_id:
        'The loan; null only of cash that is of no one loan. The ledger outlives a loan whose file was undone.',
      client_id: 'The lender (client) of the loan.',
      person_id: 'Whose it is in the account: the agent it is credited to, or who holds the cash.',
      day: 'Day in India the money moved.',
      amount: 'Paise, above zero.',
      from_account: 'Account it leaves, such as borrower or claimed.',
      to_account: 'Account it comes into. Collected is what lies in gateway and credited.',
      reason: 'Why, such as credited, held or corrected.',
      source: 'What it is about: payment, settlement, receipt, deposit or cash-day.',
      source_id: 'Which row of that.',
      by_id: 'Who did it; null: a gateway, or nobody said.',
      note: 'Words of a person.',
      opening_id: 'The opening it was made by, instead of as work happened.',
      at: 'When it was posted (UTC).',
    },
  },
  ...cashTables,
  ...gatewayTables,
  ...summaryTables,
  ...autopayTables,
} satisfies TableComments;
