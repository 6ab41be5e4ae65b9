import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, ids, nullable, number, optional, percent, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { dropdownRow, master } from '#kernel/contract/master.ts';

export const dialMethods = ['predictive', 'progressive'] as const;
/**
 * The most calls for each agent free now or soon. A predictive dialer chooses how many by how many answer; a progressive
 * one never calls more than one.
 */
export const defaultRatio = 10;
/** Agent leg: connected all day, called per call, or the browser. */
export const agentLegs = ['nailed', 'per_call', 'webrtc'] as const;
/** As many agents as the form has room for; the mapping adds any number. */
export const mostAgents = 100;

/** Dialer settings; defaults suit most campaigns. */
const calling = {
  callerId: optional(nullable(text({ max: 16 }))),
  targetAbandon: optional(percent({ min: 0.1, max: 3 })),
  ringSeconds: optional(number({ min: 15, max: 60 })),
  patienceSeconds: optional(number({ min: 1, max: 10 })),
  wrapMaxSeconds: optional(number({ min: 0, max: 3600 })),
  agentLeg: optional(choice(agentLegs)),
  amd: optional(flag()),
  record: optional(flag()),
  /** Also calls borrowers with a future PTP; off by default. */
  callsPromised: optional(flag()),
};

const lists = master('/campaigns', {
  called: ['campaign', 'campaigns'],
  draft: {
    name: text({ max: 60, unique: true }),
    campaignType: choice(dialMethods),
    maxRatio: number({ min: 1, max: 10 }),
    clientId: id('clients'),
    agents: optional(ids('agents', { max: mostAgents })),
    ...calling,
  },
  shows: {
    client: z.object({ name: z.string() }),
    /** The mapping may have added more than the form accepts. */
    agents: z.array(id()),
    /** Only of one campaign, for its details. */
    agentNames: optional(z.array(z.string())),
    dialerProcess: z.object({ dialerCampaignId: id('processes'), isStarted: flag() }),
  },
  flags: { list: 'list_campaign', create: 'add_campaign', edit: 'edit_campaign' },
  active: true,
  confirmsOff: true,
  sorts: ['name', 'campaignType'],
  touches: ['processes'],
});

const named = z.object({ id: id(), name: z.string() });
const mapping = {
  add: flag(),
  campaignId: id('campaigns'),
  userIds: ids('agents'),
};

export const campaigns = domain('campaigns', {
  ...lists,
  dropdown: endpoint('GET /campaigns/dropdown', {
    about: 'Active campaigns to choose from, of one lender where named.',
    can: 'list_campaign_dropdown',
    takes: { q: optional(text({ max: 100 })), ids: optional(ids()), clientId: optional(id('clients')) },
    gives: dropdownRow,
    answer: 'rows',
  }),
  ofUser: endpoint('GET /campaigns/user/:id', {
    about: 'Campaigns an agent works in.',
    can: 'staff',
    gives: named,
    answer: 'rows',
  }),
  mine: endpoint('GET /user/assigned/campaigns', {
    about: 'Campaigns the caller works in.',
    can: 'staff',
    gives: named,
    answer: 'rows',
  }),
  mapped: list('GET /campaigns/mapping', {
    about: 'Agents with the campaigns they work in.',
    can: 'list_campaign_user',
    row: z.object({
      id: id('users'),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      campaigns: z.array(named),
    }),
    filters: { campaignId: id('campaigns') },
    sorts: ['name'],
  }),
  map: endpoint('POST /campaigns/mapping', {
    about: 'Adds agents to a campaign, or takes them out.',
    can: 'list_campaign_user',
    takes: mapping,
    gives: z.object({ changed: z.int() }),
    errors: ['INVALID_INPUT'],
    also: ['POST /User/agentProcessMapping'],
  }),
});
