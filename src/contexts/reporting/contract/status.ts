/** How the installation is doing, for its administrators: what is late or failed, and what they can do. */
import * as z from 'zod/mini';
import { adminRoles } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { flag } from '#kernel/contract/field.ts';

const figure = z.object({
  /** Prometheus name, such as `jobs_oldest_seconds`. */
  name: z.string(),
  /** One each by queue, channel, gateway or campaign, or one without a label; the largest first. */
  values: z.array(z.object({ label: z.nullable(z.string()), value: z.number() })),
  /** Alert threshold; null = informational only. */
  limit: z.nullable(z.number()),
  isOver: flag(),
});

export const status = domain('status', {
  figures: endpoint('GET /status', {
    about: 'Figures of the running installation, those over their limit first.',
    can: { roles: adminRoles },
    answer: 'rows',
    gives: figure,
  }),
  retryJobs: endpoint('POST /status/retry-jobs', {
    about: 'Background jobs that failed for good within the last day are tried again.',
    can: { roles: adminRoles },
    gives: { count: z.number() },
  }),
});
