/** Figures of the floor since its day began in India, by campaign, team, queue and hour. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { id, instant, optional } from '#kernel/contract/field.ts';

const count = z.int();
/** Of one; nothing where there is nothing to divide by. */
const share = z.nullable(z.number());
const work = {
  /** Calls dialed. */
  calls: count,
  /** Calls answered ÷ calls dialed. */
  connectRate: share,
  /** Right-party contacts ÷ calls dialed. */
  rpcRate: share,
  /** Talk, hold and after-call work of a finished call, seconds. */
  aht: z.nullable(z.number()),
  /** Talking and writing ÷ that and waiting. */
  occupancy: share,
};
/** Service level: seconds within which an answered or inbound call shall have an agent. */
export const serviceSeconds = { outbound: 2, inbound: 20 } as const;

export const wall = domain('wall', {
  figures: endpoint('GET /dialer/wall', {
    about: 'Figures of the floor today, by campaign, team, queue and hour.',
    can: 'list_agent_live_status',
    takes: { leadId: optional(id('users')) },
    gives: z.object({
      until: instant(),
      /** Occupancy in each of the last 60 minutes, oldest first; null where no agent was logged in. */
      minutes: z.array(share),
      teams: z.array(z.object({ id: id(), name: z.string(), ...work })),
      /** Only for those who see campaigns; all calls of each campaign. */
      campaigns: z.array(
        z.object({
          id: id(),
          name: z.string(),
          ...work,
          /** Answered predictive calls: connected in time, and abandoned. */
          inTime: share,
          dropped: share,
        }),
      ),
      /** Answered and abandoned calls of the dialer by hour. */
      hours: z.array(z.object({ hour: count, answered: count, dropped: count })),
      /** Most that may find none, in percent. */
      stopAbandon: z.number(),
      queues: z.array(
        z.object({
          id: id(),
          name: z.string(),
          offered: count,
          answered: count,
          inTime: share,
          missed: count,
          waiting: count,
          longestWait: z.nullable(count),
        }),
      ),
    }),
  }),
});
