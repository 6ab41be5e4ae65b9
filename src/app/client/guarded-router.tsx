import { type ReactNode, useSyncExternalStore } from 'react';
import { onMove, positionNow } from '#kernel/client/app/history.ts';
import { RouteProvider } from '#kernel/client/app/route.tsx';

/** The address from our own history, which asks before unsaved input is left. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const { location } = useSyncExternalStore(onMove, positionNow);
  return <RouteProvider value={location}>{children}</RouteProvider>;
}
