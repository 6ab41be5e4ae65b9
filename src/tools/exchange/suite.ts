/** Runs the telephony contract twice on each trunk kind of a real exchange, then tests specific to real ones. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openExchange } from '../../../tests/dialer/exchange/asterisk.ts';
import { telephones } from '../../../tests/dialer/exchange/telephones.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const words = process.argv.slice(2);

const vitest = (args: readonly string[], env: Record<string, string> = {}): Promise<boolean> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [`${root}/node_modules/vitest/vitest.mjs`, 'run', ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('close', (status) => done(status === 0));
  });

const trunks = [
  ['PJSIP', undefined],
  ['Local', 'Local/{number}@local-carrier/n'],
] as const;
async function contract(): Promise<string[]> {
  const broken: string[] = [];
  const exchange = await openExchange();
  const peer = await telephones(exchange);
  for (const round of ['first', 'second'])
    for (const [name, trunk] of trunks) {
      console.log(`\nThe contract over ${name} trunks, ${round} time`);
      const isKept = await vitest(
        ['--project', 'api', 'tests/dialer/telephony.test.ts', '-t', 'real asterisk'],
        { DIALER_TEST_ARI_URL: exchange.url(trunk) },
      );
      if (!isKept) broken.push(`the contract over ${name} trunks, ${round} time`);
    }
  peer.close();
  await exchange.stop();
  return broken;
}

const broken = words.length === 0 || words.includes('contract') ? await contract() : [];
const others = words.filter((word) => word !== 'contract');
if (words.length === 0 || others.length > 0)
  if (!(await vitest(['--project', 'exchange', ...others]))) broken.push('what only a real exchange shows');
console.log(broken.length === 0 ? '\nAll holds on this exchange.' : `\nDoes not hold: ${broken.join('; ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
