/** A new version is offered, and activated on a click, under continuous requests. */
import { appText } from '../../src/text/en/app.ts';
import { type Engine, press, until } from './engine.ts';

const serving = `navigator.serviceWorker?.controller?.scriptURL ?? ''`;
const active = `navigator.serviceWorker.getRegistration().then((one) => one?.active?.scriptURL ?? '')`;

/** For a signed-in user on a screen; rejects with what was missing. */
export async function takeUpdate(engine: Engine): Promise<void> {
  await until('a worker that serves the page', () => engine.ask<string>(serving), Boolean);
  // The same file under another address is another version.
  await engine.ask(`navigator.serviceWorker.register('/sw.js?next').then(() => 1)`);
  await engine.ask(`void setInterval(() => fetch('/api/ping').catch(() => undefined), 5)`);
  await until('a new version that is offered', () => engine.ask<boolean>(press(appText.updateNow)), Boolean);
  // The page reloads meanwhile.
  const look = (): Promise<string> => engine.ask<string>(active).catch(() => '');
  await until('the new version', look, (url) => url.includes('/sw.js?'), 30_000);
}
