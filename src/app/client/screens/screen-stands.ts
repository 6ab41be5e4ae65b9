import { queryClient } from '#kernel/client/calls/queries/query.ts';

const calm = 300;
const patience = 8000;

/** Safari has no requestIdleCallback. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const hasRows = (): boolean => queryClient.isFetching() === 0 && document.querySelector('main h1') !== null;

/**
 * Resolves when the first screen has its rows and the browser is idle, or after a time-out: deferred work must not
 * compete for the network. First the live socket, because only it receives later changes; the worker with all its
 * files needs more idle time.
 */
export async function screenStands(calms: 1 | 2): Promise<void> {
  const until = performance.now() + patience;
  let quiet = 0;
  while (quiet < calms && performance.now() < until) {
    await idle();
    quiet = hasRows() ? quiet + 1 : 0;
    await pause(calm);
  }
}
