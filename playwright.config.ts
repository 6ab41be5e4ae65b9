import { defineConfig } from '@playwright/test';
import { launch } from './tests/e2e/launch.ts';

// Chosen once and inherited by the workers, which read this file again. Below the range that systems lend out.
process.env['E2E_PORT'] ??= String(20_000 + Math.floor(Math.random() * 10_000));

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  workers: 2,
  // Some tests start separate servers with a demo each: a minute and more on a busy host.
  timeout: 360_000,
  // Immediate results cost nothing. Equal to all other tests: detects what never happens, not what is slow.
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${process.env['E2E_PORT']}`,
    launchOptions: launch,
    // Each new browser would first cache the entire console, 3.4 s of CPU: tests of the worker set `allow`.
    serviceWorkers: 'block',
    // Tracing every test costs a third of the time; only the first retry is traced.
    trace: 'on-first-retry',
  },
  projects: [
    // Each role has its device: field users a phone, masters a desk. Sign-in on a phone implies a phone layout; other
    // sign-in texts are tested at a desk.
    {
      name: 'phone',
      testIgnore:
        /(bytes|dashboards-desk|files|keyboard|keys|main-job|masters|minimum|reach|recordings|screens|settlements|sign-in)(\.spec|\/)/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desk',
      testIgnore: /(cache|menu|offline|outbox|outcomes|pay|photo|second-factor|shell|taps)\.spec/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    // Lists and forms in every state, on a separate page.
    { name: 'kit', testDir: 'tests/ui' },
  ],
});
