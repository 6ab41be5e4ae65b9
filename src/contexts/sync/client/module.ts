/** Screens of phones: the queue, and reviews of team leaders. */
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from '#kernel/ui/module.ts';

const { screens: titles } = appText;

const loadReviews = async () => (await import('./reviews/reviews.screen.tsx')).ReviewsScreen;
const reviews = { title: titles.reviews, icon: 'review', menu: 'main', load: loadReviews } as const;

export const syncScreens: readonly Screen[] = [
  ...inShells(['agent', 'desk'], {
    path: '/queue',
    title: titles.queue,
    icon: 'queue',
    menu: 'main',
    bar: 'too',
    at: 210,
    load: async () => (await import('./queue/queue.screen.tsx')).QueueScreen,
  }),
  ...inShells(['desk'], { ...reviews, path: '/review-queue', at: 220 }),
  ...inShells(['admin'], { ...reviews, path: '/admin/review-queue', group: 'loans', at: 390 }),
];
