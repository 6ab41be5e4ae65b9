import { type ReactNode, useSyncExternalStore } from 'react';
import { type NavigationType, Router } from 'react-router-dom';
import { navigator, onMove, positionNow } from '#kernel/client/app/history.ts';

/** Declarative router with our history, which confirms before unsaved input is left. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const { location, move } = useSyncExternalStore(onMove, positionNow);
  return (
    <Router location={location} navigationType={move as NavigationType} navigator={navigator}>
      {children}
    </Router>
  );
}
