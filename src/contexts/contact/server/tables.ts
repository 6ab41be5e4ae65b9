import type { TableComments } from '#kernel/server/tables.ts';

export const contactTables = {
  compliance_rules: {
    is: 'Dated rules of contact: hours, caps, holidays and kinds of hold. A compliance officer confirms each.',
    columns: {
      kind: 'hours (window of a day), cap (most contacts in some days), holiday (no contact that day), hold (reason for which a loan rests), notice (before somebody’s first visit).',
      client_id: 'Lender it is for; null: every lender.',
      product_type: 'Product it is for, such as Microfinance; null: every product.',
      from_day: 'First day in India it holds.',
      until_day: 'Last day in India it holds; null: no end.',
      starts_at: 'Of hours, HH:MM in India.',
      ends_at: 'Of hours, HH:MM in India.',
      channel: 'Of a cap, what is counted: any, call, message or visit.',
      most: 'Of a cap, most contacts.',
      every_days: 'Of a cap, within this many days; of a notice, so many days before the visit.',
      hold_days: 'Of a hold, how many days it lasts unless somebody says otherwise.',
      is_complaint: 'True: the hold of a loan while a complaint about it is open.',
      is_death: 'True: the hold of somebody who has died, without an end.',
    },
  },
  loan_holds: {
    is: 'A hold: a loan rests for a reason of the rules, until a day or until a person ends it. No channel contacts its borrower meanwhile.',
    columns: {
      rule_id: 'The rule that names the reason.',
      from_day: 'First day in India.',
      until_day: 'Last day in India; far in the future where there is no end.',
      note: 'Why, in the words of who placed it.',
      placed_by: 'Who placed it; null: the system.',
      ended_by: 'Who ended it early.',
      ended_at: 'When it was ended early (UTC); null: it holds until its last day.',
    },
  },
  contact_wishes: {
    is: 'What a borrower wishes of contact, said by themselves on the page of their payment link: of the person, whatever the loan or number.',
    columns: {
      language: 'Language of their choice, such as hi; null: they chose none.',
      avoid_from: 'From when within a day nobody contacts them, HH:MM in India; null: at no time.',
      avoid_until: 'Until when, HH:MM in India; at most four hours later.',
      no_calls_since:
        'Since when they want no calls (UTC), messages and visits go on; null: calls are allowed.',
      changed_at: 'When they changed it last (UTC).',
    },
  },
  contact_wish_changes: {
    is: 'Every change of what a borrower wishes of contact, as it was afterwards.',
    columns: {
      loan_id: 'Loan of the link they came by.',
      at: 'When (UTC).',
      language: 'Language of their choice.',
      avoid_from: 'From when within a day nobody contacts them, HH:MM in India.',
      avoid_until: 'Until when, HH:MM in India.',
      no_calls: 'True: no calls.',
    },
  },
  visit_notices: {
    is: 'Notice to a borrower that somebody will visit them, once for each borrower and visitor.',
    columns: {
      user_id: 'Who will visit.',
      loan_id: 'Loan the notice names.',
      asked_by: 'Who asked for it.',
      asked_at: 'When it was asked for (UTC).',
      tell_at: 'When it is tried next (UTC); null: it is over.',
      told_at: 'When it left (UTC).',
      became: 'waiting, told, or nobody: there was no way to tell them.',
    },
  },
  dnc_numbers: {
    is: 'The do-not-call list (DNC): a number of a loan that must not be called.',
    columns: {
      mobile: 'The number, ten digits where it is a mobile.',
      status: 'active: must not be called; inactive: it was on the list and was taken off.',
    },
  },
  dnc_history: {
    is: 'Every change of a number on the do-not-call list.',
    columns: {
      dnc_id: 'The number.',
      status: 'What it became: active or inactive.',
      user_id: 'Who changed it; null: known from before numbers were kept.',
    },
  },
  contacts: {
    is: 'The ledger of contacts: one row for each attempt to reach a person, by person and number, appended by its channel. What the contact policy counts.',
    columns: {
      at: 'When it was permitted; of a visit, when it took place (UTC).',
      source: 'What the attempt is a row of: call (call_attempts), message (messages) or visit (visits).',
      source_id: 'Its id there. A message that is tried again is an attempt again.',
      channel: 'call, visit, or the channel of a message, such as sms.',
      borrower_id: 'The borrower of the loan; null: a caller whom nobody knows.',
      loan_id: 'The loan it was about; null: none is known.',
      number: 'The number that was used; null: a visit or an e-mail.',
      user_id: 'Who contacted; null: nobody, such as a call that no agent took.',
      counts_for:
        'Which caps count it: call, message or visit; null: it counts for nothing, because it came in or was not carried out.',
      is_live: 'True: a call that is on.',
      abandoned_at: 'Of a call that was answered and left waiting, when it ended (UTC).',
    },
  },
  contact_decisions: {
    is: 'Evidence of the contact policy: each time it was asked before a contact, whether it allowed it and by which rule not.',
    columns: {
      at: 'When it was asked (UTC).',
      user_id: 'Who wanted to contact; null: the system.',
      channel: 'call, message or visit.',
      contact: 'The number or address that was to be contacted, masked.',
      is_allowed: 'True: allowed.',
      rule: 'Of a refusal, the rule: do_not_call, no_hours, no_time, no_calls, rests, capped, closed, hours, avoided, or a lender or portfolio that is off.',
      until: 'Next allowed moment (UTC); null: none is known.',
    },
  },
} satisfies TableComments;
