import type { z } from 'zod/mini';
import { status } from '#contexts/reporting/contract/status.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { type Gauge, readGauge } from '#kernel/server/operation/gauge.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';

type Figure = z.output<typeof status.figures.gives>;

async function figureOf(tx: Tx, gauge: Gauge): Promise<Figure> {
  const { name, limit } = gauge;
  const values = (await readGauge(tx, gauge)).toSorted((a, b) => b.value - a.value);
  const most = limit?.above ?? null;
  return {
    name,
    values,
    limit: most,
    isOver: most !== null && values.some(({ value }) => value > most),
  };
}

const DAY_MS = 86_400_000;

export const statusRoutes = ({ gauges, jobs }: { gauges: readonly Gauge[]; jobs: Jobs }): Route[] =>
  implement(status, {
    async figures(_, { tx }) {
      const all: Figure[] = [];
      for (const gauge of gauges) all.push(await figureOf(tx, gauge));
      return all.toSorted((a, b) => Number(b.isOver) - Number(a.isOver));
    },
    async retryJobs(_, { tx, now, emit }) {
      const count = await jobs.retryFailed(tx, new Date(now.getTime() - DAY_MS));
      emit('status.jobs-retried', { facts: { count } });
      return { count };
    },
  });
