/** Screens of work: the tasks of the day. */
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from '#kernel/ui/module.ts';

const load = () => import('./tasks/tasks.screen.tsx');
const screen = { title: appText.screens.dailyTasks, icon: 'tasks', menu: 'main' } as const;

export const workScreens: readonly Screen[] = [
  ...inShells(['agent'], {
    ...screen,
    path: '/daily-tasks',
    short: appText.short.dailyTasks,
    bar: 'too',
    at: 180,
    load: async () => (await load()).OwnTasksScreen,
  }),
  ...inShells(['desk'], {
    ...screen,
    path: '/daily-tasks',
    at: 180,
    load: async () => (await load()).TasksScreen,
  }),
  ...inShells(['admin'], {
    ...screen,
    path: '/admin/daily-tasks',
    group: 'loans',
    at: 380,
    load: async () => (await load()).TasksScreen,
  }),
];
