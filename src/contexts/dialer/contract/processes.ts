import * as z from 'zod/mini';
import { dialMethods } from '#contexts/lenders/contract/campaigns.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, ids, instant, optional, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { dropdownRow } from '#kernel/contract/master.ts';

export const process = z.object({
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
  list: list('GET /process/all', {
    about: 'Dialer processes, one for each campaign.',
    can: 'list_campaign',
    row: process,
    filters: {},
  }),
  dropdown: endpoint('GET /process/dropdown', {
    about: 'Dialer processes to choose from.',
    can: 'list_campaign_dropdown',
    takes: { q: optional(text({ max: 100 })), ids: optional(ids()) },
    gives: dropdownRow,
    answer: 'rows',
  }),
  setCron: endpoint('PUT /process/updateCronFlag/:id', {
    about: 'Lets the calendar start and stop a dialer process, or not.',
    can: 'campaign_start_stop',
    takes: { isCronActive: flag() },
    gives: process,
    errors: ['CAMPAIGN_INACTIVE', 'NO_EXCHANGE'],
    touches: ['campaigns'],
  }),
  edit: endpoint('PUT /process/:id', {
    about: 'Starts or stops a dialer process, by hand or by the calendar.',
    can: 'campaign_start_stop',
    takes: { isStarted: optional(flag()), isCronActive: optional(flag()) },
    gives: process,
    errors: ['CAMPAIGN_INACTIVE', 'NO_EXCHANGE'],
    touches: ['campaigns'],
  }),
});
