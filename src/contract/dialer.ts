import * as z from 'zod/mini';
import { dialMethods } from './campaigns.ts';
import { domain, endpoint } from './kernel/endpoint.ts';
import { choice, flag, id, ids, instant, optional, text } from './kernel/field.ts';
import { list } from './kernel/list.ts';
import { dropdownRow } from './kernel/master.ts';

const process = z.object({
  id: id(),
  uId: z.string(),
  campaignId: id('campaigns'),
  name: z.string(),
  campaignType: choice(dialMethods),
  isStarted: flag(),
  isCronActive: flag(),
  changedAt: instant(),
});

/** A process is the dialer's of one campaign, with its calendar flag (G154). */
export const processes = domain('processes', {
  list: list('GET /process/all', { can: 'list_campaign', row: process, filters: {} }),
  dropdown: endpoint('GET /process/dropdown', {
    can: 'list_campaign_dropdown',
    takes: { q: optional(text({ max: 100 })), ids: optional(ids()) },
    gives: dropdownRow,
    answer: 'rows',
  }),
  setCron: endpoint('PUT /process/updateCronFlag/:id', {
    can: 'campaign_start_stop',
    takes: { isCronActive: flag() },
    gives: process,
    touches: ['campaigns'],
  }),
  edit: endpoint('PUT /process/:id', {
    can: 'campaign_start_stop',
    takes: { isStarted: optional(flag()), isCronActive: optional(flag()) },
    gives: process,
    errors: ['CAMPAIGN_INACTIVE'],
    touches: ['campaigns'],
  }),
});

export const dialer = domain('dialer', {
  /** Starts or stops a campaign's dialer; `id` is its dialerCampaignId, `status` the state it shall have. */
  startStop: endpoint('POST /dialer/start-stop', {
    can: 'campaign_start_stop',
    takes: { id: id('processes'), status: flag() },
    gives: process,
    errors: ['NOT_FOUND', 'CAMPAIGN_INACTIVE'],
    touches: ['campaigns', 'processes'],
  }),
});
