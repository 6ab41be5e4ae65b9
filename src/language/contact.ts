import type { Words } from './word.ts';

export const contactWords: Words = [
  {
    name: 'contact',
    is: 'An approach to a person: a call, a message or a visit, reached or not.',
    not: 'A contact detail, which is a number or an address.',
    synonyms: ['attempt', 'touch'],
    table: 'contacts',
  },
  {
    name: 'ledger of contacts',
    is: 'Every contact with a person and a number, appended by its channel; what caps are counted in.',
    synonyms: ['contact history', 'attempt log'],
    table: 'contacts',
  },
  {
    name: 'permit',
    is: 'Leave for one contact, given while the person and every number of theirs are locked.',
    synonyms: ['contact token'],
  },
  {
    name: 'contact policy',
    is: 'The one place that answers whether a person may be contacted now, by this channel, at this number.',
    synonyms: ['contact governance', 'compliance guard'],
    table: 'contact_decisions',
  },
  {
    name: 'contact decision',
    is: 'One answer of the contact policy, kept as evidence.',
    table: 'contact_decisions',
  },
  {
    name: 'hours of contact',
    is: 'The window of a day in which borrowers may be contacted.',
    synonyms: ['calling window', 'permissible hours'],
    column: 'compliance_rules.starts_at',
  },
  {
    name: 'cap',
    is: 'Most contacts with a person within some days.',
    synonyms: ['frequency cap', 'attempt limit'],
    column: 'compliance_rules.most',
  },
  { name: 'holiday', is: 'A day on which nobody is contacted.', column: 'compliance_rules.kind' },
  {
    name: 'hold',
    is: 'A rest of a loan for a reason of the rules, such as bereavement.',
    not: 'Hold of a call (music), nor a payment that is held.',
    synonyms: ['cease contact', 'moratorium on contact'],
    table: 'loan_holds',
  },
  {
    name: 'DNC',
    is: 'Do not call: a number that must not be called.',
    synonyms: ['do not call', 'DND list'],
    table: 'dnc_numbers',
    event: 'dnc.changed',
  },
  {
    name: 'wish',
    is: 'What a borrower said of contact on their page: a language, a time of the day to avoid, no calls.',
    not: 'DNC, which the agency keeps, by number, and which stops messages as well.',
    synonyms: ['contact preference', 'preference'],
    table: 'contact_wishes',
    event: 'loans.wished',
  },
  { name: 'reveal', is: 'Opening a masked number, with a reason that is kept.', synonyms: ['unmask'] },
  {
    name: 'RPC',
    is: 'Right-party contact: a contact in which borrower or guarantor was confirmed to be the person.',
    not: 'A connected call, which anybody may have answered.',
    synonyms: ['right-party contact'],
    metric: { formula: 'contacts with the right party ÷ attempts', unit: 'share' },
  },
  {
    name: 'contactability',
    is: 'Share of loans whose borrower was reached at least once.',
    synonyms: ['contact rate', 'reach'],
    metric: {
      formula: 'distinct loans with a right-party contact ÷ distinct loans attempted',
      unit: 'share',
    },
  },
  {
    name: 'penetration',
    is: 'Share of allocated loans that were attempted.',
    synonyms: ['coverage'],
    metric: { formula: 'distinct loans attempted ÷ loans allocated', unit: 'share' },
  },
  {
    name: 'intensity',
    is: 'Attempts for each loan attempted; in groups 0, 1, 2–5, 6–10 and above 10.',
    metric: { formula: 'attempts ÷ distinct loans attempted', unit: 'count' },
  },
  {
    name: 'block rate',
    is: 'Share of contacts the policy refused, by rule.',
    metric: { formula: 'contacts refused ÷ contacts asked for', unit: 'share' },
  },
];
