/** Screens of loans: the lists of borrowers, and one borrower. */
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from '#kernel/ui/module.ts';

const { screens: titles } = appText;

async function lists() {
  const all = await import('./lists.tsx');
  await all.ready;
  return all;
}

export const loansScreens: readonly Screen[] = [
  ...inShells(['agent'], {
    path: '/borrowers',
    title: titles.borrowers,
    icon: 'people',
    menu: 'main',
    bar: 'too',
    at: 50,
    load: async () => (await lists()).OwnLoansScreen,
  }),
  ...inShells(['desk'], {
    path: '/borrowers',
    title: titles.borrowers,
    icon: 'people',
    menu: 'main',
    at: 50,
    load: async () => (await lists()).LoansScreen,
  }),
  ...inShells(['agent', 'desk'], {
    path: '/viewCustomer',
    title: titles.borrower,
    icon: 'people',
    load: async () => (await import('./borrower/pending.screen.tsx')).PendingScreen,
  }),
  ...inShells(['agent', 'desk', 'admin'], {
    path: '/view-borrower',
    title: titles.borrower,
    icon: 'people',
    load: async () => (await import('./borrower/borrower.screen.tsx')).BorrowerScreen,
  }),
  ...inShells(['admin'], {
    path: '/admin/borrowers',
    title: titles.borrowers,
    icon: 'people',
    menu: 'main',
    group: 'loans',
    at: 310,
    load: async () => (await lists()).AllLoansScreen,
  }),
  ...inShells(['admin'], {
    path: '/admin/borrowers/inactive',
    title: titles.inactiveBorrowers,
    icon: 'personOff',
    menu: 'main',
    group: 'loans',
    at: 320,
    load: async () => (await lists()).InactiveLoansScreen,
  }),
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
