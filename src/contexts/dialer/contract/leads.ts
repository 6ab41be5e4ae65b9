import * as z from 'zod/mini';
import { dialMethods } from '#contexts/lenders/contract/campaigns.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, instant, key, nullable, number, optional } from '#kernel/contract/field.ts';

const count = z.int();
const blocked = z.object({ reason: z.string(), leads: count });
const share = nullable(z.number());
const skippedBy = z.array(z.object({ rule: z.string(), leads: count }));
/** Why predictive dialing is limited to one call per free agent. */
export const restraints = ['progressive', 'day-figure', 'threshold'] as const;
const heard = z.object({ errors: count, asked: count });
const cleared = z.object({ leads: count });
const portfolioShare = { portfolioId: id('portfolios'), percent: number({ min: 0, max: 100 }) };
const shared = z.object({ ...portfolioShare, name: z.string() });
const ofCampaign = { campaignId: id('campaigns') };

/** Whom the dialer of a campaign will call. */
export const leads = domain('leads', {
  /** The lead lists of a process, one for each portfolio (G051). */
  lists: endpoint('POST /dialer/lists', {
    about: 'Lead lists of a dialer process, one for each portfolio.',
    can: 'list_campaign',
    writes: false,
    takes: { process: id('processes') },
    gives: z.object({ id: id('portfolios'), name: z.string(), queued: count, done: count, blocked: count }),
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  /** Callable loans of the caller's campaigns (G050). */
  queued: endpoint('POST /dialer/agent/leads', {
    about: 'How many leads are queued in a campaign of an agent.',
    can: 'staff',
    writes: false,
    takes: { agentId: optional(id('users')), campaignId: id('campaigns') },
    gives: z.object({ queuedLeads: count }),
    errors: ['NOT_FOUND'],
  }),
  /** A campaign as its dialer sees it: who is there, what rings, and why nothing is called. */
  campaign: endpoint('GET /dialer/campaign/:id', {
    about: 'A campaign as its dialer sees it: agents, calls, and why nothing is called.',
    can: 'list_campaign',
    takes: { id: key('campaigns') },
    gives: z.object({
      id: id(),
      name: z.string(),
      campaignType: choice(dialMethods),
      isStarted: flag(),
      hasExchange: flag(),
      agents: count,
      freeAgents: count,
      ringing: count,
      talking: count,
      /** Agents in wrap-up. */
      writing: count,
      waiting: count,
      answeredToday: count,
      abandonedToday: count,
      queuedLeads: count,
      laterLeads: count,
      nextAt: nullable(instant()),
      blocked: z.array(blocked),
      /** Last hour: percentage of staffed time in talk or wrap-up. */
      utilisation: share,
      targetAbandon: z.number(),
      /** Abandon rate above which predictive dialing stops. */
      stopAbandon: z.number(),
      /** Calls ringing per free agent; null while no agent is free. */
      level: share,
      /** Predictive pacing now: the allowed risk per call, the risk of the next call, and limits. */
      pacing: nullable(
        z.object({
          threshold: z.number(),
          risk: share,
          restraint: nullable(choice(restraints)),
          /** Calls for each agent free in time, at most: chosen by the share that answers, within the campaign's limit. */
          ratio: z.number(),
          answerRate: z.number(),
        }),
      ),
      /** Answering-machine detection of 30 days with agents' corrections; null without checked calls. */
      machines: nullable(
        z.object({
          persons: count,
          machines: count,
          unsure: count,
          /** Answering machines that reached an agent, of calls where the agent recorded who answered. */
          missed: heard,
          /** Persons detected as answering machines, of those an agent spoke to anyway. */
          mistaken: heard,
          /** Voice messages on answering machines: all, complete, cut off. */
          messages: z.object({ left: count, whole: count, cut: count }),
        }),
      ),
      /** Reasons per loan when the campaign has no callable loan. */
      why: skippedBy,
    }),
    errors: ['NOT_FOUND'],
  }),
  /** What would become of its loans if its dialer were started now: how many are skipped, and by which rule. */
  preflight: endpoint('GET /dialer/preflight/:id', {
    about: 'What a start of the dialer would call and skip, and by which rule.',
    can: 'list_campaign',
    takes: { id: key('campaigns') },
    gives: z.object({
      leads: count,
      willCall: count,
      skipped: skippedBy,
      /** Without one none of them is called. */
      hasExchange: flag(),
      /** Clients without a caller ID in service: borrowers of their loans cannot be called. */
      clientsWithoutCallerId: z.array(z.string()),
      /** False: its calls have to be recorded, and the exchange does not. */
      isRecorded: flag(),
    }),
    errors: ['NOT_FOUND'],
  }),
  /** Portfolios of its lender, each with its share of the calls; 0: none. */
  mix: endpoint('GET /dialer/campaign/:id/list-mix', {
    about: 'Portfolios a campaign may call, with the share of its calls each one gets.',
    can: 'list_campaign',
    takes: { id: key('campaigns') },
    gives: shared,
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  /** All shares at once: 100 together, or none, and the order is as usual. */
  setMix: endpoint('PUT /dialer/campaign/:id/list-mix', {
    about: 'Says what share of a campaign’s calls each portfolio gets.',
    can: 'edit_campaign',
    takes: { id: key('campaigns'), shares: z.array(z.object(portfolioShare)).check(z.maxLength(100)) },
    gives: shared,
    answer: 'rows',
    errors: ['NOT_FOUND', 'INVALID_INPUT'],
  }),
  clear: endpoint('POST /dialer/leads/clear', {
    about: 'Empties the hopper of a campaign.',
    can: 'campaign_start_stop',
    takes: ofCampaign,
    gives: cleared,
    errors: ['NOT_FOUND'],
  }),
  reset: endpoint('POST /dialer/leads/reset', {
    about: 'Queues leads of a campaign again that nobody attended.',
    can: 'campaign_start_stop',
    takes: ofCampaign,
    gives: cleared,
    errors: ['NOT_FOUND'],
  }),
});
