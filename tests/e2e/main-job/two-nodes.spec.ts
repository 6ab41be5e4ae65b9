import { test } from '@playwright/test';
import { clientOf } from '../../../src/app/database/embedded-cluster.ts';
import { startServer } from '../server.ts';
import { walk } from './walk.ts';

test('the main job with the desk on one node and the phones on another', async ({ browser }) => {
  test.setTimeout(300_000);
  const desk = await startServer();
  const { host, user, database } = clientOf(desk.dataDir);
  const said = new URLSearchParams({ host: String(host), user: String(user) });
  const phones = await startServer({
    dataDir: desk.dataDir,
    env: { RECOUP_MODE: 'demo', DATABASE_URL: `postgres:///${database}?${said}` },
  });
  try {
    await walk(browser, { desk: desk.url, phone: phones.url });
  } finally {
    await phones.stop();
    await desk.remove();
  }
});
