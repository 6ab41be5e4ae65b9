/** `node src/app/demo/cli.ts --loans 200000 --database <url>`: fills an empty database for a benchmark. */
import { parseArgs } from 'node:util';
import { demoToolText } from '#text/en/program/demo-tool.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/pools/pools.ts';
import { isEmptyAgency, loadDemo } from './load/load.ts';

const say = (line: string): void => void process.stdout.write(line);

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      loans: { type: 'string', default: '20000' },
      agents: { type: 'string' },
      database: { type: 'string' },
    },
  });
  const [loans, agents] = [
    Number(values.loans),
    values.agents === undefined ? undefined : Number(values.agents),
  ];
  const isWrong = [loans, agents ?? 0].some((n) => !Number.isInteger(n) || n < 0);
  if (isWrong || !values.database) return fail(demoToolText.usage);
  const database = openDatabase({ connectionString: values.database });
  try {
    await migrate(database);
    if (!(await isEmptyAgency(database))) return fail(demoToolText.notEmpty);
    const start = performance.now();
    const onProgress = (done: number): void => say(`\r${demoToolText.progress(done, loans)}`);
    await loadDemo(database, { loans, agents, onProgress });
    const seconds = (performance.now() - start) / 1000;
    say(`\r${demoToolText.done(loans, seconds, process.memoryUsage().rss)}\n`);
  } finally {
    await database.end();
  }
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

await run();
