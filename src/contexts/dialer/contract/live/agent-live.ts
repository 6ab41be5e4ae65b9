import * as z from 'zod/mini';
import { domain } from '#kernel/contract/endpoint.ts';
import { day, id, nullable, number, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

/**
 * Live change of an agent: user, previous status, new status with its start (seconds since 1970), and campaign; totals
 * follow from both statuses. A bare number only reports that something changed.
 */
export type AgentChange =
  | readonly [id: number]
  | readonly [id: number, was: string, word: string, since: number, campaignId: number | null];
export const mostChangeBytes = 200;
/** Shown at once: an agency sees all its agents without turning pages. */
export const mostAgents = 1000;

/** What every agent below the caller does now. */
export const agentLive = domain('agent-live', {
  list: list('GET /integrations/ezsip/agentLiveStatus', {
    about: 'What every agent below the caller does now, with counts by status.',
    can: 'list_agent_live_status',
    row: z.object({
      id: id(),
      agentName: z.string(),
      extension: z.string(),
      campaignId: nullable(id('campaigns')),
      /** The campaign. */
      name: z.string(),
      status: z.string(),
      /** Since when, in seconds since 1970; 0 for agents who never logged in. */
      timestamp: number(),
    }),
    filters: {
      /** `loggedIn`: all agents who are not logged out; `break`: those on any break; any other value is that status itself. */
      status: text({ max: 60 }),
      /** Those who report to this person. */
      leadId: id('users'),
    },
    most: mostAgents,
    sorts: ['agentName', 'status', 'timestamp'],
    summary: z.object({
      statusCount: z.record(z.string(), z.int()),
      /** Maximum seconds of each kind of break, by status. */
      breaks: z.record(z.string(), z.int()),
      /** Leaders of the agents visible to the caller, independent of filters. */
      /** The past day that is replayed while no agent is at work; in a demo only. */
      replay: nullable(day()),
      teams: z.array(z.object({ id: id(), name: z.string(), agents: z.int() })),
    }),
  }),
});
