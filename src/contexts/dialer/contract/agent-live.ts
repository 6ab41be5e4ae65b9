import * as z from 'zod/mini';
import { domain } from '#kernel/contract/endpoint.ts';
import { day, id, nullable, number, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

/**
 * A change of an agent as the live line tells it: whose, what they were, what they are since when (seconds since 1970), and
 * in which campaign; the counts follow from both words. The number alone says no more than that something changed.
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
      /** How long each kind of break may last, in seconds, by its word. */
      breaks: z.record(z.string(), z.int()),
      /** To whom the agents the caller sees report, whatever is asked for. */
      /** The past day that is replayed while no agent is at work; in a demo only. */
      replay: nullable(day()),
      teams: z.array(z.object({ id: id(), name: z.string(), agents: z.int() })),
    }),
  }),
});
