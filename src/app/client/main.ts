/** Decides what to load: a plain sign-in page of a few kilobytes, or the console. */
import { speak } from '#text/locale.ts';
import { dropPageAnswers, hasPageAnswers } from '#kernel/client/calls/queries/page-answers.ts';
import { hasSnapshot } from '#kernel/client/session/boot-key.ts';
import { owesSignOut } from '#kernel/client/session/owed-sign-out.ts';
import { bringTypefaceLater, fetchTypeface } from '#kernel/ui/parts/theme/typeface.ts';
import { watchInstall } from '#kernel/client/app/install/install-offer.ts';
import { isNewEnough, mayStore } from '#kernel/client/app/install/minimum.ts';
import { applyPreferences, language } from '#kernel/client/app/preferences.ts';
import { secondStepPath } from '#contexts/agency/client/sign-in/second-step-path.ts';

const signInPaths = ['/login', '/forgot-password', '/set-password'];

/** Shows a message included in the page. */
const show = (words: string): void => document.getElementById(words)?.setAttribute('data-now', '');

async function start(): Promise<void> {
  // The page contains the message.
  if (!isNewEnough()) return show('start');
  if (!mayStore()) {
    document.getElementById('start')?.remove();
    return show('no-storage');
  }
  applyPreferences();
  watchInstall();
  if (language() === 'hi') speak((await import('../text/hi/hindi.ts')).hindi);
  // After an offline sign-out the session is ended first; data inlined into the page is dropped.
  if (owesSignOut()) dropPageAnswers();
  const path = window.location.pathname;
  if (path === secondStepPath) return (await import('./guards/second-step.tsx')).drawSecondStep();
  if (!signInPaths.includes(path))
    return hasSnapshot() || hasPageAnswers() ? startConsole() : askWhoIsThere();
  // A signed-in user opening /login is redirected to their home.
  if (path === '/login' && hasSnapshot()) {
    window.history.replaceState(null, '', '/');
    return startConsole();
  }
  bringTypefaceLater();
  (await import('#contexts/agency/client/sign-in/pages.ts')).showSignIn(startConsole);
}

/** Without a snapshot the session is requested first, so that signed-out visitors do not load the console. */
async function askWhoIsThere(): Promise<void> {
  const { isSignedIn } = await import('#contexts/agency/client/sign-in/ask.ts');
  if (await isSignedIn()) return startConsole();
  bringTypefaceLater();
  (await import('#contexts/agency/client/sign-in/strangers.ts')).showToStranger(startConsole);
}

async function startConsole(): Promise<void> {
  fetchTypeface();
  const { drawConsole } = await import('./console.tsx');
  await drawConsole();
}

void start();
