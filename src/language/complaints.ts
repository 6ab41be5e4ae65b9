import type { Words } from './word.ts';

export const complaintsWords: Words = [
  {
    name: 'complaint',
    is: 'What a borrower says went wrong, with a number, an owner and a day by which it is answered.',
    not: 'A query about a settlement.',
    synonyms: ['grievance'],
    table: 'complaints',
    event: 'complaints.taken',
  },
  {
    name: 'escalation',
    is: 'A complaint past its day goes to the person above its owner.',
    column: 'complaints.escalated_at',
    event: 'complaints.escalated',
  },
];
