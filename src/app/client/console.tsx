/** Everything after sign-in. One bundle, so that the sign-in pages need none of it. */
import '#kernel/client/app/zod-setup.ts';
import { setNonce } from 'get-nonce';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { listenToCalls } from '#kernel/client/calls/api.ts';
import { restoreSnapshot } from '#kernel/client/session/boot.ts';
import { startHistory } from '#kernel/client/app/history.ts';
import { isOnline, onOnlineChange, reached, unreached, watchOnline } from '#kernel/client/calls/online.ts';
import { dropPageAnswers } from '#kernel/client/calls/queries/page-answers.ts';
import { markAllStale } from '#kernel/client/calls/queries/query.ts';
import { startRealtime } from '#kernel/client/calls/live/realtime.ts';
import { currentUser } from '#kernel/client/session/session.tsx';
import { sessionExpired } from '#kernel/client/session/session-end.ts';
import { startUpdates } from '#kernel/client/app/update.ts';
import { offerFiles } from '#contexts/files/client/port.ts';
import { startOffline } from '#phone/outbox/page.ts';
import { teachKit } from '#kernel/ui/list/dropdowns.ts';
import { App } from './app.tsx';
import { bring } from './screens/current-screen.tsx';
import { type Screen, shellOf } from '#kernel/ui/module.ts';
import { screens } from './screens/screens.ts';
import { bringIcons } from '#kernel/ui/parts/icon.tsx';
import { learnRefusals } from '#kernel/client/calls/api-failure.ts';
import { screenStands } from './screens/screen-stands.ts';
import { styleNonce } from './style-nonce.ts';

/** Renders the console in place of the document's content. */
export async function drawConsole(): Promise<void> {
  setNonce(styleNonce());
  teachKit(async () => (await import('./kit-endpoints.ts')).kitEndpoints);
  listenToCalls({ signedOut: sessionExpired, reached, unreached });
  offerFiles();
  startHistory();
  watchOnline();
  // What could not be read meanwhile is read again.
  onOnlineChange(() => isOnline() && markAllStale());
  startOffline();
  await restoreSnapshot();
  const user = currentUser();
  // The screen's files load while the shell is rendered.
  const here = ({ path, shell }: Screen): boolean =>
    path === window.location.pathname && shell === (user && shellOf(user.roleType));
  const first = screens.find(here);
  // An agent's bottom bar has its menu icons; the full menu opens later.
  const isAgent = user && shellOf(user.roleType) === 'agent';
  const icons = isAgent ? undefined : bringIcons();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  // The server-rendered picture remains until the screen can replace it.
  if (first && root.querySelector('[inert]')) await bring(first);
  else void first?.load();
  await icons;
  // Renders in slices, so that input is handled in between.
  startTransition(() => createRoot(root).render(<App />));
  // With files from the worker the network is free: connect the socket immediately.
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) await screenStands(1);
  await startRealtime();
  await screenStands(2);
  // From here on failure messages are available offline too.
  await learnRefusals();
  if (isAgent) await bringIcons();
  dropPageAnswers();
  await startUpdates();
}
