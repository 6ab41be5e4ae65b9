import * as z from 'zod/mini';
import { domain } from './kernel/endpoint.ts';
import { id, number, text } from './kernel/field.ts';
import { list } from './kernel/list.ts';

/** What every agent below the caller does now. */
export const agentLive = domain('agent-live', {
  list: list('GET /integrations/ezsip/agentLiveStatus', {
    can: 'list_agent_live_status',
    row: z.object({
      id: id(),
      agentName: z.string(),
      extension: z.string(),
      /** The campaign. */
      name: z.string(),
      status: z.string(),
      /** Since when, in seconds since 1970; nought for whoever never logged in. */
      timestamp: number(),
    }),
    filters: {
      /** `loggedIn` is everybody who is not logged out, `break` whoever is on one; other words are meant as they are. */
      status: text({ max: 60 }),
    },
    sorts: ['agentName', 'status', 'timestamp'],
    summary: z.object({ statusCount: z.record(z.string(), z.int()) }),
  }),
});
