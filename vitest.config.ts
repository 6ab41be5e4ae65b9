import { defineConfig } from 'vitest/config';

/** Tests that start servers share one embedded PostgreSQL: few files at once, of all projects together. */
const maxWorkers = 3;
const SERVER_PATIENCE = { testTimeout: 20_000, hookTimeout: 60_000 };
// `isolate: false`: the product's modules keep nothing of one server for the next, and loading them is a third of the time.

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'tests/pacing/*.test.ts'],
          maxWorkers,
          isolate: false,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/global-setup.ts'],
          maxWorkers,
          isolate: false,
          ...SERVER_PATIENCE,
        },
      },
      {
        test: {
          name: 'nets',
          environment: 'node',
          include: ['tests/*.test.ts', 'tests/spec/**/*.test.ts'],
          maxWorkers,
          ...SERVER_PATIENCE,
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/global-setup.ts'],
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
