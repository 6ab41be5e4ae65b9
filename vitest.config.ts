import { defineConfig } from 'vitest/config';

/** Tests that start servers share one embedded PostgreSQL: few files at once, of all projects together. */
const maxWorkers = 3;
/**
 * Limits find what hangs, and say nothing of speed: a machine with twenty at work takes twenty times as long, and a restore
 * makes a whole schema. The first hook also makes what databases are cloned from.
 */
const PATIENCE_MS = 300_000;
const SERVER_PATIENCE = {
  testTimeout: PATIENCE_MS,
  hookTimeout: 300_000,
  // A second is what Vitest waits; seals alone wait for the oldest transaction of all tests beside.
  expect: { poll: { timeout: 60_000 } },
};
// What says that the house is in order; all else in `tests` needs a server or minutes, by its context or in `tests` itself.
const nets = ['tests/{architecture,filters}.test.ts', 'tests/spec/**/*.test.ts'];
const faults = 'tests/**/*.faults.test.ts';
const simulated = 'tests/*/{pacing,quality}/*.test.ts';
// On a real exchange only: `npm run exchange`.
const exchange = 'tests/dialer/exchange/*.test.ts';
// `isolate: false`: the product's modules keep nothing of one server for the next, and loading them is a third of the time.

/** As the program does, Node reads the sources itself and keeps what it made of them. */
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
