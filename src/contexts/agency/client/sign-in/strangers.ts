/** The page for signed-out visitors at an address of the console. */
import { appText } from '#text/en/app.ts';
import { screens } from '#app/client/screens/screens.ts';
import { saveRedirect } from '#kernel/client/session/redirect.ts';
import type { ConsoleStart } from './frame.ts';
import { showSignIn } from './pages.ts';
import { drawRefusal } from './refusal-page.ts';

export function showToStranger(console: ConsoleStart): void {
  const root = document.getElementById('root');
  const { pathname, search } = window.location;
  const here = screens.filter(({ path }) => path === pathname);
  const { screens: titles, forbidden, missing } = appText;
  if (!root) return;
  if (here.some(({ shell }) => shell === 'public')) return drawRefusal(root, titles.forbidden, forbidden);
  if (here.length === 0 && pathname !== '/') return drawRefusal(root, titles.missing, missing);
  saveRedirect(pathname + search);
  window.history.replaceState(null, '', '/login');
  showSignIn(console);
}
