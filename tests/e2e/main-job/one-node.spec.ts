import { test } from '@playwright/test';
import { openWire } from '../proxy.ts';
import { startServer } from '../server.ts';
import { walk } from './walk.ts';

test('the main job, from a lender’s file to a receipt that verifies', async ({ browser }) => {
  test.setTimeout(300_000);
  let server = await startServer();
  const port = Number(new URL(server.url).port);
  const wire = await openWire(port);
  try {
    await walk(browser, { desk: server.url, phone: wire.url }, async (agent) => {
      // The first delivery is committed, but its answer is lost: the server dies in between.
      const killed = new Promise<void>((dead) =>
        wire.loseAnswerTo('POST /api/sync/batch', () => server.kill().then(dead)),
      );
      await agent.context().setOffline(false);
      await killed;
      server = await startServer({ port, dataDir: server.dataDir });
    });
  } finally {
    await wire.close();
    await server.remove();
  }
});
