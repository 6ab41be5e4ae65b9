/** Simulates a day's shift with the given settings and returns the day's figures. */
import type { PacingSettings } from '../decide.ts';
import { simulateAside } from './centre.ts';
import type { CampaignDay, PlayedRun } from './day.ts';
import { lawsOf } from './laws.ts';
import { pacedBy } from './policy.ts';
import type { ShiftFigures } from './tally.ts';

/** Above it a freed agent triggers no extra decision, which would run for minutes. */
const fineAgentHours = 400;
export const mostAgentHours = 3200;

export const agentHours = ({ was }: CampaignDay): number =>
  was.hours.reduce((sum, { agents }) => sum + agents, 0);
export const isCoarse = (day: CampaignDay): boolean => agentHours(day) > fineAgentHours;

function runOf(figures: ShiftFigures, day: CampaignDay): PlayedRun {
  const hours = figures.byHour.map((one, i) => ({
    hour: day.was.hours[i]?.hour ?? i,
    agents: Math.round(one.staffedS / 360) / 10,
    dials: one.dials,
    answers: one.answers,
    abandons: one.abandons,
    utilisation: one.staffedS > 0 ? one.busyS / one.staffedS : null,
    wait: one.waits > 0 ? one.waitedS / one.waits : null,
  }));
  const sum = (of: (one: (typeof hours)[number]) => number): number =>
    hours.reduce((all, one) => all + of(one), 0);
  return {
    dials: sum((one) => one.dials),
    answers: sum((one) => one.answers),
    abandons: sum((one) => one.abandons),
    utilisation: figures.utilisation,
    wait: figures.meanWaitS,
    hours,
  };
}

export async function playDay(day: CampaignDay, settings: PacingSettings): Promise<PlayedRun> {
  const { hours } = day.was;
  const policy = pacedBy(settings);
  const figures = await simulateAside(
    {
      agents: hours.map(({ agents }) => Math.round(agents)),
      hours: hours.length,
      laws: lawsOf(day.drawn),
      patienceS: settings.patienceS,
    },
    isCoarse(day) ? { ...policy, everyS: 2, onChange: false } : policy,
  );
  return runOf(figures, day);
}
