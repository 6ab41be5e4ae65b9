import { defineConfig } from 'vitest/config';

/** Tests that start servers share one embedded PostgreSQL: few files at once, of all projects together. */
const maxWorkers = 3;
/**
 * Time limits detect hangs, not slowness: a host with twenty workers is twenty times slower, and a restore creates an
 * entire schema. The first hook also creates the template database.
 */
const PATIENCE_MS = 300_000;
const SERVER_PATIENCE = {
  testTimeout: PATIENCE_MS,
  hookTimeout: 300_000,
  // Vitest's default is one second; the hash chain alone is delayed by the oldest transaction of parallel tests.
  expect: { poll: { timeout: 60_000 } },
};
// Repository checks; all other `tests` need a server or minutes, by context or in `tests` itself.
const nets = ['tests/{architecture,filters}.test.ts', 'tests/spec/**/*.test.ts'];
const faults = 'tests/**/*.faults.test.ts';
const simulated = 'tests/*/{pacing,quality}/*.test.ts';
// On a real exchange only: `npm run exchange`.
const exchange = 'tests/dialer/exchange/*.test.ts';
// `isolate: false`: the product's modules have no state across servers, and loading them is a third of the time.

/** Like the program, Node loads the sources and caches the compiled code. */
const asServed = { experimental: { viteModuleRunner: false, nodeLoader: false } };
process.env['NODE_COMPILE_CACHE'] ??= '.cache/node';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', simulated],
          maxWorkers,
          isolate: false,
          testTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: [...nets, faults, simulated, exchange],
          globalSetup: ['tests/global-setup.ts'],
          maxWorkers,
          isolate: false,
          ...asServed,
          ...SERVER_PATIENCE,
        },
      },
      {
        test: {
          name: 'nets',
          environment: 'node',
          include: nets,
          maxWorkers,
          ...SERVER_PATIENCE,
        },
      },
      {
        test: {
          name: 'exchange',
          environment: 'node',
          include: [exchange],
          globalSetup: ['tests/global-setup.ts'],
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: [faults],
          globalSetup: ['tests/global-setup.ts'],
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
