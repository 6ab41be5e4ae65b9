import { localised } from '#text/locale.ts';

/** What a check names of a file: one sentence for each kind, with how often it occurs. */
export const fileNoticesText = localised('file-notices', {
  title: 'Notices',
  about: 'These rows are taken. See what is left out, or stored otherwise than it is written.',
  column: 'Column',
  notice: 'Notice',
  count: 'Rows',
  examples: 'First rows',
  leftOut: (reason: string) => `Left out: ${reason}`,
  kinds: {
    'left-out': 'Left out',
    rounded: 'Rounded',
    lakh: 'Lakh or crore written out',
    century: 'Year of birth read as 19xx',
    'at-least': '“90+” read as 90',
    'point-zero': '“.0” removed',
    'second-number': 'Second number stored as alternate contact',
    'unused-number': 'Further numbers not stored',
    state: 'State stored by its name in the master',
    deceased: 'The name says that the borrower has died: place a hold',
    'pos-above-tos': 'POS is above TOS: check the columns',
    'stored-as-zero': 'No amount for a new loan: stored as 0',
    'without-amounts': 'New loans without POS and TOS',
    'repeated-header': 'Repeated header lines, not read',
    'second-header': 'Second header line, not read',
    footer: 'Lines below the list, not read',
    total: 'Lines of totals, not read as rows',
    'aadhaar-column': 'Aadhaar column, not stored',
    'windows-1252': 'Read as Windows-1252: check names with accents, and ₹',
    'utf-16': 'Read as UTF-16',
  },
});
