/** Bytes fetched by a first visit until usable: brotli, same origin, without the service worker. */
import { meter } from '../e2e/meter.ts';
import { signIn } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';
import { openBrowser } from './browser.ts';
import { report } from './kit.ts';

const server = await startServer();
const browser = await openBrowser();
const visitor = { baseURL: server.url, serviceWorkers: 'block' } as const;

const stranger = await (await browser.newContext(visitor)).newPage();
const login = meter(stranger);
await stranger.goto('/login');
await stranger.waitForLoadState('networkidle');
report('sign-in page', (await login.sum()) / 1000, { unit: 'kB', atMost: 60 });

await signIn(stranger, 'agent');
const session = await stranger.context().storageState();
const agent = await (await browser.newContext({ ...visitor, storageState: session })).newPage();
const shell = meter(agent);
await agent.goto('/borrowers');
await agent.waitForLoadState('networkidle');
report('agent shell with one list', (await shell.sum()) / 1000, { unit: 'kB', atMost: 200 });

await browser.close();
await server.remove();
process.exit(0);
