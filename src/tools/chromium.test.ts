/** Commands that render pages need Chromium: without it they explain what to do first. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

const commands = ['look', 'gallery', 'e2e', 'bench', 'engines', 'exchange', 'test'];

const sayings = (command: string, chromium: string): { code: number | null; said: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`src/tools/${command}.mjs`], {
    encoding: 'utf8',
    env: { ...process.env, CHROMIUM_PATH: chromium },
  });
  return { code: status, said: `${stdout}${stderr}` };
};

test.each(commands)('npm run %s names a missing Chromium in one line and how to get one', (command) => {
  expect(sayings(command, '/nowhere/chromium')).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^CHROMIUM_PATH is wrong: there is no \/nowhere\/chromium\. Install the package chromium .*\n$/,
    ),
  });
});

test('a program other than Chromium is rejected in one sentence', () => {
  const other = ['/bin/true', '/usr/bin/true'].find((path) => existsSync(path)) ?? process.execPath;
  const { code, said } = sayings('look', other);
  expect([code, said.trim().split('\n').length]).toEqual([1, 1]);
  expect(said).toContain('is no Chromium that starts');
});
