import type { TableComments } from '#kernel/server/tables.ts';

export const lendersTables = {
  clients: {
    is: 'A client is a lender: the bank, NBFC or ARC whose loans the agency collects.',
    columns: {
      contact_person: 'Name of the person at the lender.',
      contact_person_email: 'E-mail of that person; also signs in to the lender portal.',
      contact_person_mobile: 'Mobile number of that person.',
      registered_gst: 'GSTIN of the lender.',
      address: 'Postal address.',
      landmark: 'Landmark near it.',
      pin_code: 'PIN code of the post.',
      owner_id: 'User of the agency who answers for the lender.',
      state_id: 'State of India.',
      city_id: 'City, of that state.',
      promise_kept_percent: 'A promise is kept when at least this share (percent) of its amount is received.',
      promise_grace_days: 'Days after the promised day until a promise is judged.',
      letter_addresses: 'Further addresses and domains that settlement letters may be mailed to, one a line.',
      identity_months: 'Months after the last loan was closed until who its borrower is may be erased.',
      recording_months: 'Months after which recordings of calls are deleted.',
      cash_limit: 'Paise of its cash that one agent may hold.',
      cash_days: 'Days after which cash an agent holds must have been deposited.',
      cash_grace_days:
        'Days a deposit may wait for the desk before its cash counts against limit and age again.',
      cash_slip_photo: 'True: a deposit of its cash needs a photo of the slip.',
      settlement_asks: 'Which settlements a borrower accepts with a code: instalments, always or never.',
      settlement_offer_days: 'Days a borrower has to accept a settlement.',
      settlement_grace_days: 'Days an instalment may be late before its settlement is broken.',
      no_dues_text: 'Text of the no-dues letter of its borrowers; empty: the usual one.',
      settlement_most_days: 'Days until the last instalment at most.',
      caller_id: 'Number its borrowers see where the campaign of the call has none, or is of another lender.',
      call_back_caller_id: 'Number shown instead of caller_id when a call back is made; null: caller_id.',
      reminder_caller_id: 'Number shown instead of caller_id when nothing is past due; null: caller_id.',
      series_only: 'True: its borrowers see numbers of the 1600 series only.',
      requires_recording:
        'True: every call with its borrowers is recorded, and none is placed while recording fails.',
      pays_while_inactive: 'True: borrowers of this lender may still pay by link while it is switched off.',
    },
  },
  portfolios: {
    is: 'A portfolio: a group of loans a lender handed over under one agreement.',
    columns: {
      owner_id: 'User of the agency who answers for it.',
      contact_number: 'Telephone number shown to borrowers.',
      aggrement_date: 'Day of the agreement with the lender (spelling as in the specification).',
      commercials: 'Terms of the agency’s fee, free text.',
      has_autopay: 'True: borrowers with instalments may be offered a mandate of UPI AutoPay.',
      max_wavier: 'Largest waiver the lender allows, free text (spelling as in the specification).',
    },
  },
  allocation_types: {
    is: 'Allocation type: a class of loans with targets of its own, such as Fresh, Stab or Flow.',
    columns: { code: 'Short code.' },
  },
  allocation_type_hierarchy: {
    is: 'Monthly collection target of an owner for one allocation type of a portfolio.',
    columns: {
      owner_id: 'Who answers for the target.',
      month: 'Calendar month, 1 to 12.',
      year: 'Calendar year in India.',
      period: 'year * 12 + month: orders months by the calendar.',
      target: 'Target in paise.',
    },
  },
  campaigns: {
    is: 'A campaign: loans of one lender that a group of agents works with the dialer.',
    columns: {
      campaign_type: 'progressive: one line for a ready agent; predictive: several, by how many answer.',
      max_ratio: 'Most lines for a ready agent (dial level); 1 for progressive.',
      target_abandon: 'Share of answered calls that may be abandoned, 0.001 to 0.030.',
      ring_s: 'Seconds a call rings before it counts as not answered.',
      patience_s: 'Seconds an answered borrower waits for an agent before the call is abandoned.',
      wrap_max_s: 'Seconds of after-call work before the agent is paused.',
      agent_leg:
        'Line of the agents: nailed (held up all day), per_call (own phone rung for each call), webrtc (browser).',
      caller_id: 'Number shown to borrowers of its lender; without one that of the lender.',
      amd: 'True: answering machines are detected.',
      record: 'True: calls are recorded.',
      calls_promised: 'True: the dialer also calls borrowers whose promise is still ahead.',
      pacing_state: 'What predictive pacing has learned; written by the dialer alone.',
    },
  },
  campaign_agents: {
    is: 'Which agents work which campaign.',
    columns: { user_id: 'The agent.' },
  },
  dispositions: {
    is: 'Master of dispositions, the outcomes of a contact, with sub-dispositions below them. Ids 1 PTP, 2 Followup, 3 FinalSettlement and 4 Payment are fixed.',
    columns: {
      type: 'disposition or subDisposition (has a parent).',
      parent_id: 'Of a sub-disposition, the disposition above.',
      default_apply: 'True: offered for every lender; false: for those of disposition_clients.',
      priority: 'The lower, the better: decides the best disposition of a loan.',
      is_death: 'True: recording it places a hold that has no end, the borrower has died.',
    },
  },
  disposition_clients: {
    is: 'Lenders a disposition is offered for when it is not for every lender.',
    columns: { disposition_id: 'The disposition.' },
  },
  option_values: {
    is: 'Words of lists that an administrator keeps.',
    columns: {
      set: 'Which list: tag, paymentMode, documentCategory, productType, rejectionReason.',
      name: 'The word.',
    },
  },
} satisfies TableComments;
