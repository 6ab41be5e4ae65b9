/** What the screens that a day starts with need at once: their files, and what an agent's ask the server first. */
interface FirstScreen {
  /** Sources that are loaded when it is opened. */
  files: readonly string[];
  /** Addresses of reads, letter for letter as the screen asks. */
  reads: readonly string[];
}

export const accessRead = '/api/user/role-permissions';

export const firstScreens: Readonly<Record<string, FirstScreen>> = {
  '/home': {
    files: ['src/app/client/pages/home.tsx'],
    reads: [
      '/api/users-task/today-task',
      '/api/today?size=50',
      '/api/loan-stats/payment-info',
      '/api/dashboard/top/dispositions',
    ],
  },
  '/borrowers': {
    files: ['src/app/client/pages/borrowers.tsx', 'src/kernel/ui/list/rows/virtual-rows.tsx'],
    reads: ['/api/loans?isActive=true&page=1&size=100&part=rows'],
  },
};
/** Where an agent's day starts, at the address without a path. */
export const firstPath = '/home';
