import { defineConfig } from '@playwright/test';
import { launch } from './tests/e2e/launch.ts';

// Chosen once and inherited by the workers, which read this file again. Below the range that systems lend out.
process.env['E2E_PORT'] ??= String(20_000 + Math.floor(Math.random() * 10_000));

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  workers: 2,
  // Some tests start servers of their own, and a demo is made for each: a minute and more where many are at work.
  timeout: 360_000,
  // What is true at once costs nothing. As long as in all other tests: it finds what never comes, not what is slow.
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${process.env['E2E_PORT']}`,
    launchOptions: launch,
    // Each new browser would fetch and keep the whole console first, 3.4 s of processor: what needs the worker says `allow`.
    serviceWorkers: 'block',
    // A trace of every test costs a third of the time; the second try keeps one.
    trace: 'on-first-retry',
  },
  projects: [
    // The main job brings a page of its own for each person; the field is worked with a phone, masters at a desk.
    // Whoever works on a phone has signed in on it: what else signing in says is said at a desk.
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
    // Lists and forms in every state, on a page of their own.
    { name: 'kit', testDir: 'tests/ui' },
  ],
});
