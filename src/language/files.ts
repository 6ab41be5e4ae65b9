import type { Words } from './word.ts';

export const filesWords: Words = [
  {
    name: 'file job',
    is: 'The reading of an uploaded file or the writing of an exported one, with progress and counts.',
    not: 'A job of the background.',
    synonyms: ['import', 'export', 'bulk upload'],
    table: 'file_jobs',
    event: 'files.job-finished',
  },
  {
    name: 'customer file',
    is: 'The lender’s file of borrowers and loans.',
    synonyms: ['allocation file', 'base file'],
    column: 'file_jobs.type',
  },
  {
    name: 'whole list',
    is: 'A customer file that names all loans of a portfolio: those it lacks become inactive.',
    synonyms: ['full refresh'],
    column: 'file_jobs.is_new_records',
  },
  {
    name: 'dry run',
    is: 'A file that is checked and counted before anything is applied.',
    synonyms: ['preview'],
    column: 'file_jobs.is_dry_run',
  },
  { name: 'mapping', is: 'Which column of a lender’s file is which field.', table: 'file_mappings' },
  {
    name: 'undo',
    is: 'Taking back the last file of a kind and lender while nothing was built on it.',
    synonyms: ['rollback of a file'],
    table: 'import_changes',
    event: 'files.undone',
  },
  {
    name: 'correction',
    is: 'What a person wrote in the place of a cell of a refused row, so that the job takes the row in.',
    synonyms: ['mended row'],
    table: 'import_corrections',
    event: 'files.rows-mended',
  },
  {
    name: 'refused row',
    is: 'A row of a file that cannot be taken in, with the column at fault and the reason.',
    synonyms: ['error row', 'rejected row'],
    table: 'import_refusals',
  },
  { name: 'upload', is: 'A file sent in by a signed link.', table: 'uploads', event: 'files.stored' },
];
