/** Cost of a pacing decision, and results of a shift with ours against other methods. */
import { decide, pacingDefaults } from '../../src/contexts/dialer/server/pacing/decide.ts';
import { freshMemory } from '../../src/contexts/dialer/server/pacing/memory.ts';
import { countStateOptimum } from '../dialer/pacing/optimum.ts';
import type { PacingPolicy } from '../../src/contexts/dialer/server/pacing/replay/centre.ts';
import { pacedBy as ours } from '../../src/contexts/dialer/server/pacing/replay/policy.ts';
import type { ShiftFigures } from '../../src/contexts/dialer/server/pacing/replay/tally.ts';
import { adapt, progressive } from '../dialer/pacing/policies.ts';
import { simulate } from '../dialer/pacing/simulator.ts';
import { median, report } from './kit.ts';

const most = 1;
for (const agents of [100, 500]) {
  const scene = {
    free: Math.round(agents / 20),
    waiting: 0,
    ringing: Array.from({ length: Math.round(agents / 4) }, (_, i) => i % 25),
    busy: Array.from({ length: agents }, (_, i) => ({
      stage: i % 6 ? ('talk' as const) : ('wrap' as const),
      elapsedS: (i * 7) % 400,
    })),
    today: { answers: 1000, abandons: 20 },
    hour: { answers: 100, abandons: 2 },
  };
  const times = Array.from({ length: 500 }, () => {
    const started = performance.now();
    decide(freshMemory(), scene, pacingDefaults);
    return performance.now() - started;
  });
  report(`one decision with ${agents} agents`, median(times), { unit: 'ms', atMost: most });
}

const seeds = Array.from({ length: Number(process.env.PACING_SEEDS ?? 10) }, (_, i) => i + 1);
const policies: (() => PacingPolicy)[] = [
  progressive,
  () => adapt('AVERAGE'),
  () => adapt('TAPERED'),
  () => ours({ targetAbandon: 0.025 }, 'ours, target 2.5 %'),
  () => ours({}, 'ours, target 2 % and stop 3 % (default)'),
];
const shown = (
  label: string,
  runs: readonly ShiftFigures[],
  of: (figures: ShiftFigures) => number,
): string => {
  const values = runs.map(of);
  return `${label} ${(values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2)} (to ${Math.max(...values).toFixed(2)})`;
};
process.stdout.write(`20 agents, three answers of ten, 8 hours, ${seeds.length} seeds, means and highest:\n`);
for (const policy of policies) {
  const runs = seeds.map((seed) => simulate({ seed, agents: 20, hours: 8, answerRate: () => 0.3 }, policy()));
  const columns = [
    shown('use %', runs, ({ utilisation }) => utilisation * 100),
    shown('dropped %', runs, ({ abandons }) => abandons * 100),
    shown('worst hour %', runs, ({ worstHour }) => worstHour * 100),
    shown('wait s', runs, ({ meanWaitS }) => meanWaitS),
    shown('p95 s', runs, ({ p95WaitS }) => p95WaitS),
    shown('connects per agent and hour', runs, ({ connectsPerAgentHour }) => connectsPerAgentHour),
    shown('dials per connect', runs, ({ dialsPerConnect }) => dialsPerConnect),
  ];
  process.stdout.write(`  ${policy().name}: ${columns.join(', ')}\n`);
}

const jumps = [0.3, 0.55, 0.15, 0.3];
const scenes: { name: string; answerRate: (now: number) => number; steady?: number }[] = [
  { name: 'one of ten answers', answerRate: () => 0.1, steady: 0.1 },
  { name: 'one of twenty answers', answerRate: () => 0.05, steady: 0.05 },
  { name: 'answers jump', answerRate: (now) => jumps[Math.floor(now / 7200)] ?? 0.3 },
];
const [agents, dayLimit, hourLimit] = [20, 3, 6];
const twenty = Array.from({ length: Number(process.env.PACING_SEEDS ?? 20) }, (_, i) => i + 1);
for (const { name, answerRate, steady } of scenes) {
  const runs = twenty.map((seed) => simulate({ seed, agents, hours: 8, answerRate }, ours()));
  const use = (100 * runs.reduce((sum, { utilisation }) => sum + utilisation, 0)) / runs.length;
  const hours = runs.flatMap((run) => run.hours).filter(({ answers }) => answers >= 100);
  const shares = hours.map(({ answers, abandons }) => (100 * abandons) / answers);
  if (steady !== undefined) {
    const best = 100 * countStateOptimum(agents, steady, 0.025).utilisation;
    report(`${name}: points of use under the count-state optimum of ${best.toFixed(1)} %`, best - use, {
      unit: 'points',
      atMost: 3,
    });
  } else process.stdout.write(`${name}: use ${use.toFixed(1)} %\n`);
  const days = runs.filter((run) => run.answers >= 500).map((run) => 100 * run.abandons);
  report(`${name}: worst day of 500 answers`, Math.max(...days), { unit: '%', atMost: dayLimit });
  report(
    `${name}: hours of 100 answers above 3 %`,
    (100 * shares.filter((share) => share > dayLimit).length) / shares.length,
    { unit: '%', atMost: 10 },
  );
  report(`${name}: worst of those hours`, Math.max(...shares), { unit: '%', atMost: hourLimit });
}
