/** Steps of the project's checks, and their output. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt, npm, root, say, tool } from './lib.mjs';

const script = (name) => ({ name, run: () => npm(['run', name, '--silent']) });

export const types = script('types');
export const lint = script('lint');
export const style = script('style');
export const format = {
  name: 'format',
  // What did not change since it was looked at is not looked at again.
  run: () =>
    tool('prettier', [
      '--check',
      '--cache',
      '--cache-location',
      '.cache/prettier',
      '--cache-strategy',
      'content',
      '--log-level',
      'warn',
      '.',
    ]),
};

export const build = {
  name: 'build',
  async run() {
    const failure = await ensureBuilt();
    return { ok: failure === undefined, output: failure ?? '' };
  },
};

/** More files than these do not fail by accident. */
const MOST_AGAIN = 3;

/** Vitest projects by name. Files that fail, if few, are tried once more by themselves. */
export const unit = (projects, filters = []) => ({
  name: `tests (${[...projects, ...filters].join(', ')})`,
  async run() {
    const first = await vitest(projects, filters);
    const { broken = [] } = first;
    // What failed outside of tests would not be met again.
    if (broken.length === 0 || broken.length > MOST_AGAIN || /Unhandled/.test(first.output)) return first;
    const second = await vitest(
      projects,
      broken.map(({ file }) => file),
    );
    return {
      ok: second.ok,
      output: `${first.output}\n${second.output}`,
      passed: first.passed - sum(broken, 'passed') + (second.passed ?? 0),
      failed: second.failed,
      again: second.ok ? sum(broken, 'failed') : 0,
    };
  },
});

const vitest = (projects, filters) =>
  reported(countVitest, (report) =>
    tool('vitest', [
      'run',
      ...projects.flatMap((one) => ['--project', one]),
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...filters,
    ]),
  );

export const browser = (chromium, filters = []) => ({
  name: 'browser tests',
  needs: build.name,
  run: () =>
    reported(countPlaywright, (report) =>
      tool('playwright', ['test', '--forbid-only', '--retries=2', '--reporter=list,json', ...filters], {
        env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
    ),
});

async function reported(count, work) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-report-'));
  const report = path.join(folder, 'report.json');
  try {
    const result = await work(report);
    const text = fs.existsSync(report) ? fs.readFileSync(report, 'utf8') : '';
    return { ...result, ...(text ? count(JSON.parse(text)) : {}) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function countVitest({ testResults }) {
  const files = testResults.map(({ name, status, assertionResults }) => {
    const of = (state) => assertionResults.filter((one) => one.status === state).length;
    const isBroken = status === 'failed';
    // A file that fails to load, or in a hook, may contain no failed tests.
    return {
      file: path.relative(root, name),
      isBroken,
      passed: of('passed'),
      failed: of('failed') || Number(isBroken),
    };
  });
  return {
    passed: sum(files, 'passed'),
    failed: sum(files, 'failed'),
    broken: files.filter(({ isBroken }) => isBroken),
  };
}

const sum = (files, what) => files.reduce((all, file) => all + file[what], 0);

function countPlaywright({ stats, errors }) {
  // A flaky test is a fault of the test, reported separately: not a product failure.
  return { passed: stats.expected, failed: stats.unexpected + errors.length, again: stats.flaky };
}

/**
 * Runs the steps sequentially, those in a nested list in parallel, regardless of failures, except a step that needs a
 * failed one. Prints the full output of a failed one, and of one with flaky tests, and finally the totals. A failed step
 * without tests is one failure. Returns the exit code.
 */
export async function runSteps(steps) {
  let passed = 0;
  let failed = 0;
  let again = 0;
  const broken = new Set();
  for (const beside of steps) {
    const done = await Promise.all([beside].flat().map((step) => timed(step, broken)));
    for (const { name, result, seconds } of done) {
      passed += result.passed ?? 0;
      failed += result.failed || (result.ok ? 0 : 1);
      again += result.again ?? 0;
      const isGood = result.ok && !result.failed;
      if (!isGood) broken.add(name);
      if (!isGood || result.again) process.stdout.write(`\n${result.output}\n`);
      say(`${isGood ? 'ok    ' : 'FAILED'} ${name} ${seconds.toFixed(1)} s`);
    }
  }
  say(`${passed} passed, ${failed} failed${again > 0 ? `, ${again} only at a later try` : ''}`);
  return failed === 0 ? 0 : 1;
}

async function timed(step, broken) {
  const start = Date.now();
  const isPossible = !broken.has(step.needs);
  const result = isPossible ? await step.run() : { ok: false, output: `Not run: ${step.needs} failed.` };
  return { name: step.name, result, seconds: (Date.now() - start) / 1000 };
}
