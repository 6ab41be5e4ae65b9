/** Files required by the first screens of a day, and an agent's first requests. */
interface FirstScreen {
  /** Sources that are loaded when it is opened. */
  files: readonly string[];
  /** Exact URLs of reads, as the screen requests them. */
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
