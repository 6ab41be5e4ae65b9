/** Everything behind sign-in. Loaded as one, so that the sign-in pages need none of it. */
import '#client/kernel/zod-setup.ts';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { listenToCalls } from '#client/kernel/api.ts';
import { restoreSnapshot } from '#client/kernel/boot.ts';
import { startHistory } from '#client/kernel/history.ts';
import { isOnline, onOnlineChange, reached, unreached, watchOnline } from '#client/kernel/online.ts';
import { markAllStale } from '#client/kernel/query.ts';
import { startRealtime } from '#client/kernel/realtime.ts';
import { currentUser } from '#client/kernel/session.tsx';
import { sessionExpired } from '#client/kernel/session-end.ts';
import { startUpdates } from '#client/kernel/update.ts';
import { startOffline } from '#client/offline/page.ts';
import { teachKit } from '#client/ui/dropdowns.ts';
import { App } from './app.tsx';
import { type Screen, shellOf } from './screen.ts';
import { screens } from './screens.ts';
import { styleNonce } from './style-nonce.ts';

const onceIdle = (run: () => Promise<void>): void => {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void run(), { timeout: 2000 });
  else setTimeout(() => void run(), 200);
};

/** Draws the console over whatever the document shows. */
export async function drawConsole(): Promise<void> {
  setNonce(styleNonce());
  teachKit(async () => (await import('./kit-endpoints.ts')).kitEndpoints);
  listenToCalls({ signedOut: sessionExpired, reached, unreached });
  startHistory();
  watchOnline();
  // What could not be read meanwhile is read again.
  onOnlineChange(() => isOnline() && markAllStale());
  startOffline();
  await restoreSnapshot();
  const user = currentUser();
  // The screen's files come while the shell is drawn around its place.
  const here = ({ path, shell }: Screen): boolean =>
    path === window.location.pathname && shell === (user && shellOf(user.roleType));
  void screens.find(here)?.load();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  root.replaceChildren();
  createRoot(root).render(<App />);
  onceIdle(async () => {
    await startRealtime();
    await startUpdates();
  });
}
