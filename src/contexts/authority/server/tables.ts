import type { TableComments } from '#kernel/server/tables.ts';

export const authorityTables = {
  authority_steps: {
    is: 'A step of a policy: who decides requests of a kind, up to which limits. Null limits: without a limit.',
    columns: {
      name: 'What it is called.',
      kind: 'What it decides: settlement, account, hold, export, reveal, role.',
      client_id: 'The lender; null: the agency’s own, for lenders without one.',
      portfolio_id: 'The portfolio; null: all of the lender.',
      place: 'Order of the steps; the lowest that covers a request is asked first.',
      role_type: 'Everybody of this role decides; asker: who asks needs nobody else; null: user_id decides.',
      user_id: 'The one person who decides; null: role_type does.',
      substitute_id: 'Decides too once the hours are over.',
      max_waiver:
        'Most that is given up of the principal, percent; of the total where there is no principal.',
      max_waiver_total: 'Most that is given up of the total, percent.',
      max_amount: 'Highest amount, paise.',
      max_days: 'Most days overdue; of a hold, most days it would still last.',
      max_count: 'Most rows of an export, or reveals of a day.',
      hours: 'Time limit before it goes on, hours.',
      except_line: 'True: nobody above or below who asked decides here.',
      is_active: 'It is in force.',
    },
  },
  authority_requests: {
    is: 'What was above the limits of whoever said yes, and waits for somebody else.',
    columns: {
      kind: 'What is to be decided: settlement, account, hold, export, reveal, role.',
      subject_id: 'Id of what is to be decided: of a settlement, else of an act.',
      state: 'open; approved, rejected; withdrawn (it changed meanwhile); expired (nobody decided in time).',
      asked_by: 'Who said yes and had not the authority.',
      comment: 'Their words.',
      passed: 'Stations it has come to, the last is where it waits: ids of steps, with s their substitute.',
      passed_to: 'Who was asked by name; null: nobody.',
      waits_for: 'People whose inbox it is in.',
      due_at: 'When it goes on by itself (UTC).',
      decided_by: 'Who decided.',
      closed_at: 'When it was no longer open (UTC).',
      told_at: 'When those it concerns were written to that it ended (UTC).',
    },
  },
  authority_acts: {
    is: 'An act that waits for a second person: kept as it was asked, done once by the server when it is agreed to.',
    columns: {
      kind: 'What it is: account, hold, export, reveal, role.',
      endpoint: 'Name of the endpoint that was asked.',
      asked: 'What it was asked with, sealed.',
      name: 'Of which account, list, hold, role.',
      lines: 'What deciders are told of it.',
      facts: 'What limits measure.',
      stands: 'Mark of what was told; another mark is another act.',
      client_id: 'The lender it concerns; null: none.',
      loan_id: 'The loan it concerns; null: none.',
      asked_by: 'Who asked.',
      person_id: 'Whose cash or loans it concerns; null: nobody’s.',
      second_by:
        'Permission of the second person where no policy is written; null: decided by the policy alone.',
      state: 'waiting; granted (the one who asked may do it once); done; rejected; withdrawn; expired.',
      runs_at: 'When it is done by itself, where nobody else may agree (UTC).',
      closed_at: 'When it no longer waited (UTC).',
    },
  },
} satisfies TableComments;
