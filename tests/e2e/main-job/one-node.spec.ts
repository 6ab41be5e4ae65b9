import { test } from '@playwright/test';
import { startServer } from '../server.ts';
import { walk } from './walk.ts';

test('the main job, from a lender’s file to a receipt that verifies', async ({ browser }) => {
  test.setTimeout(300_000);
  const server = await startServer();
  try {
    await walk(browser, { desk: server.url, phone: server.url });
  } finally {
    await server.remove();
  }
});
