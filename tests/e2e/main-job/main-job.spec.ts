import { test } from '@playwright/test';
import { clientOf } from '../../../src/app/database/embedded-cluster.ts';
import { openWire } from '../proxy.ts';
import { type ServerProcess, startServer } from '../server.ts';
import { walk } from './walk.ts';

/** A second node on the database of the first. */
function beside({ dataDir }: ServerProcess, port?: number): Promise<ServerProcess> {
  const { host, user, database } = clientOf(dataDir);
  const said = new URLSearchParams({ host: String(host), user: String(user) });
  const env = { RECOUP_MODE: 'demo', DATABASE_URL: `postgres:///${database}?${said}` };
  return startServer({ dataDir, env, ...(port && { port }) });
}
const portOf = ({ url }: ServerProcess): number => Number(new URL(url).port);

test('the main job, from a lender’s file to a receipt that verifies: the desk on one node, the phones on another, both killed on the way', async ({
  browser,
}) => {
  // Longer than any other, with two servers starting twice: nine and a half minutes on a busy host.
  test.setTimeout(1_200_000);
  let desk = await startServer();
  let phones = await beside(desk);
  const wire = await openWire(portOf(phones));
  try {
    await walk(browser, { desk: desk.url, phone: wire.url }, async (agent) => {
      // The first delivery is committed, but its answer is lost: the servers die in between, and the database with them.
      const killed = new Promise<void>((dead) =>
        wire.loseAnswerTo('POST /api/sync/batch', () =>
          Promise.all([phones.kill(), desk.kill()]).then(() => dead()),
        ),
      );
      await agent.context().setOffline(false);
      await killed;
      desk = await startServer({ port: portOf(desk), dataDir: desk.dataDir });
      phones = await beside(desk, portOf(phones));
    });
  } finally {
    await wire.close();
    await phones.stop();
    await desk.remove();
  }
});
