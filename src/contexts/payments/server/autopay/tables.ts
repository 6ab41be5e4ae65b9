import type { TableComments } from '#kernel/server/tables.ts';

export const autopayTables = {
  mandates: {
    is: 'A mandate of UPI AutoPay: instalments of a loan that its borrower lets the gateway take.',
    columns: {
      order_id: 'Our number of it at the gateway; what is taken when it is made is the order of this number.',
      code: '128 random bits: who has it sees the page of it.',
      account_id: 'Account the money goes to.',
      gateway: 'Gateway it is made at, such as payu, razorpay or sandbox.',
      source: 'Plan it is for: settlement, or promises.',
      terms: 'Instalments as they were agreed: key, dueOn, amount in paise.',
      most: 'Most that is taken at once, paise.',
      tries: 'How often an instalment may be presented, each time with a notice.',
      until: 'Last day in India something may be taken.',
      state:
        'offered, withdrawn, registering (not confirmed), rejected, active, paused, expired or revoked, by the gateway’s own word.',
      reference: 'What the gateway called it before anybody agreed.',
      token: 'The gateway’s number of the mandate.',
      message: 'The gateway’s words.',
      language: 'Language of the page it was agreed on.',
      offered_by: 'Who sent the link.',
      offered_at: 'When (UTC).',
      open_until: 'Until when the link may be used (UTC).',
      accepted_at: 'When the borrower went on to the gateway (UTC).',
      asked_at: 'When the question was asked whose answer its state is (UTC).',
      asks: 'How often the gateway answered about it.',
      next_ask_at: 'When it is asked next (UTC); null: no more.',
      next_look_at: 'When its instalments are looked at next (UTC).',
      end_asked_at: 'Since when nothing is charged by it, and the gateway is to end it (UTC).',
      end_reason: 'Why: staff, borrower, over (nothing left), replaced, off.',
      changed_at: 'Last change of state (UTC).',
    },
  },
  mandate_charges: {
    is: 'A charge of an instalment by a mandate, from its notice to its order.',
    columns: {
      order_id: 'The order it becomes on its day.',
      mandate_id: 'The mandate.',
      instalment: 'Key of the instalment in its terms.',
      due_on: 'Day in India it is charged: that of the instalment, or a later one after it failed.',
      amount: 'Paise.',
      state:
        'planned, told (the borrower), announced (to the bank), sent, or dropped: not sent, or failed and presented again.',
      reason: 'Why it was dropped.',
      gave_up_on: 'Day in India since which a failed one is not presented any more; a person was told.',
      told_at: 'When the borrower was told (UTC).',
      announced_at: 'When the gateway was told (UTC).',
      reference: 'What the gateway calls it before it is made.',
      charge_at: 'When it is charged (UTC).',
      sent_at: 'When the order was made (UTC).',
      next_at: 'When its next step is due (UTC); null: none.',
      changed_at: 'Last step (UTC).',
    },
  },
  sandbox_mandates: {
    is: 'What somebody chose for a mandate on the page of the simulated gateway.',
    columns: {
      order_id: 'The mandate.',
      state: 'What the simulated bank says: rejected, active, paused, expired or revoked.',
    },
  },
} satisfies TableComments;
