import type { Words } from './word.ts';

export const authorityWords: Words = [
  {
    name: 'authority',
    is: 'Who may decide what, up to which limits: never who asked for it or set its amount.',
    synonyms: ['approval matrix', 'maker-checker', 'delegation of authority'],
    table: 'authority_steps',
  },
  {
    name: 'step of authority',
    is: 'A role or a person who decides requests up to limits of waiver, amount and days overdue.',
    column: 'authority_steps.place',
  },
  {
    name: 'substitute',
    is: 'Who decides in place of a step once its hours are over.',
    column: 'authority_steps.substitute_id',
  },
];
