/** What a pacing decision costs, and what ours does with a shift beside what others do (design of the dialer, section 3). */
import { decide, pacingDefaults } from '../../src/contexts/dialer/server/pacing/decide.ts';
import { freshMemory } from '../../src/contexts/dialer/server/pacing/memory.ts';
import { adapt, ours, progressive } from '../dialer/pacing/policies.ts';
import { type Policy, simulate } from '../dialer/pacing/simulator.ts';
import type { Figures } from '../dialer/pacing/tally.ts';
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
  };
  const times = Array.from({ length: 500 }, () => {
    const started = performance.now();
    decide(freshMemory(), scene, pacingDefaults);
    return performance.now() - started;
  });
  report(`one decision with ${agents} agents`, median(times), { unit: 'ms', atMost: most });
}

const seeds = Array.from({ length: Number(process.env.PACING_SEEDS ?? 10) }, (_, i) => i + 1);
const policies: (() => Policy)[] = [
  progressive,
  () => adapt('AVERAGE'),
  () => adapt('TAPERED'),
  () => ours({ targetAbandon: 0.02 }, 'ours, target 2 %'),
  () => ours({}, 'ours, target 2.5 % and stop 3 % (default)'),
];
const shown = (label: string, runs: readonly Figures[], of: (figures: Figures) => number): string => {
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
