import type { TableComments } from '#kernel/server/tables.ts';

export const complaintsTables = {
  complaint_rule: {
    is: 'What the agency has decided about complaints; one row.',
    columns: {
      is_only: 'Always true: there is one row.',
      answer_days: 'Within how many days a complaint is answered; one already taken keeps its day.',
    },
  },
  complaints: {
    is: 'A complaint of a borrower. While it is open or reopened it waits for an answer, and its loan rests by the rule for complaints until it is closed.',
    columns: {
      number: 'What the borrower is told, C and the id.',
      client_id: 'Lender of the loan when it was taken in.',
      kind: 'conduct, threat, privacy, amount, paid (already), not-theirs, other.',
      words: 'What the borrower says.',
      channel: 'How it came: call (or at the door), page (of a payment link), portal (the lender).',
      state: 'open, answered, closed or reopened; closed only after an answer.',
      about_id: 'Whose behaviour it is about, who neither sees nor decides it; null: nobody’s.',
      owner_id: 'Who sees to it; null: nobody leads who could.',
      taken_by: 'Who took it in; null: the borrower on the page.',
      hold_id: 'The hold it placed; null: the rules name no reason for complaints.',
      due_on: 'Day in India by which it is answered.',
      escalated_at: 'When its day was over and it went to the person above its owner (UTC).',
      answered_at: 'When it was answered last (UTC).',
      closed_at: 'When it was closed (UTC); null: it is not.',
    },
  },
  complaint_steps: {
    is: 'What was done with a complaint, in order; never changed.',
    columns: {
      complaint_id: 'The complaint.',
      at: 'When (UTC).',
      user_id: 'Who; null: the borrower or the system.',
      what: 'taken, noted, assigned, answered, closed, reopened, escalated or link-withdrawn.',
      words: 'What was said.',
      sent_by: 'Of an answer, the channel it left by; null: there was no address to send it to.',
    },
  },
} satisfies TableComments;
