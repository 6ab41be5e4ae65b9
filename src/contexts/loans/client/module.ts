/** Screens of possible duplicates; the lists of borrowers are pages of several contexts (`app/client/pages`). */
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from '#kernel/ui/module.ts';

const { screens: titles } = appText;

export const loansScreens: readonly Screen[] = [
  ...inShells(['admin'], {
    path: '/admin/borrowers/duplicates',
    title: titles.duplicateLoans,
    icon: 'people',
    load: async () => (await import('./duplicates/duplicates.screen.tsx')).DuplicatesScreen,
  }),
  ...inShells(['admin'], {
    path: '/admin/borrowers/duplicates/answers',
    title: titles.duplicateLoans,
    icon: 'people',
    flag: 'upload_borrower_file',
    load: async () => (await import('./duplicates/answers.screen.tsx')).AnswersScreen,
  }),
];
