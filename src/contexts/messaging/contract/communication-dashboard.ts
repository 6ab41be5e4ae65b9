import * as z from 'zod/mini';
import { messageStatuses } from '#kernel/contract/channels/descriptor.ts';
import { channelOf, channels, channelsBy, channelsWith } from '#kernel/contract/channels/channels.ts';
import type { RouteLine } from '#kernel/contract/endpoint.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, ids, instant, nullable, optional, rupees } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { paymentHistories, paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';

/** What a borrower can answer with one press (document 1, section 9). */
const responseTypes = ['Request Call Back', 'Ready to Pay'] as const;
export const messageDates = ['createdAt', 'updatedAt'] as const;
/** G009 */
const can = 'admin_dashboard';
/** G140 */
const sends = { all: ['admin_dashboard', 'upload_communications_file'] } as const;

const several = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.array(z.enum(options)).check(z.maxLength(options.length));
/** What narrows the list and its summaries alike. */
const filters = {
  allocationTypeId: id('allocation-types'),
  clientIds: ids('clients'),
  dateFilterOn: choice(messageDates),
  startDate: day(),
  endDate: day(),
  paymentHistories: several(paymentHistories),
  paymentStatuses: several(paymentStatuses),
  /** The same for one value. */
  paymentHistoryStatus: choice(paymentHistories),
  paymentStatus: choice(paymentStatuses),
  portfolioIds: ids('portfolios'),
  responseType: choice(responseTypes),
  userIds: ids('users'),
};
const asked = Object.fromEntries(
  Object.entries(filters).map(([name, filter]) => [name, optional(filter)]),
) as { [K in keyof typeof filters]: z.ZodMiniOptional<(typeof filters)[K]> };

const word = nullable(z.string());
const loan = z.object({
  id: id('loans'),
  loanNumber: z.string(),
  isActive: flag(),
  isDNC: flag(),
  loanBorrower: z.object({ name: z.string() }),
  client: z.object({ name: z.string() }),
  loanPortfolio: z.object({ name: z.string() }),
  totalOutstanding: rupees(),
  loanAllocationType: nullable(z.object({ name: z.string(), colorCode: z.string() })),
  loanUsers: z.array(z.object({ mappingUser: z.object({ firstName: z.string(), lastName: z.string() }) })),
});

const counts = z.array(z.object({ status: choice([...messageStatuses, 'TOTAL']), count: z.int() }));
const summary = <Gives extends Record<string, typeof counts>>(line: RouteLine, about: string, gives: Gives) =>
  endpoint(line, { about, can, takes: asked, gives: z.object(gives) });

const send = (line: RouteLine, about: string) =>
  endpoint(line, {
    about,
    can: sends,
    takes: { loanIds: ids('loans', { min: 1, max: 500 }), templateId: id('templates') },
    /** Number of queued messages, and of skipped loans: no number, inactive, DNC, or queued already. */
    gives: z.object({ sent: z.int(), left: z.int() }),
    errors: ['NOT_FOUND', 'INVALID_INPUT'],
    touches: ['communications'],
  });

/** Messages to borrowers and responses, and bulk actions on their loans. */
export const communicationDashboard = domain('communication-dashboard', {
  list: list('GET /communication-dashboard', {
    about: 'Messages of one channel with their loans and what was pressed.',
    can,
    row: z.object({
      id: id(),
      ...channelsBy('loan', () => optional(loan)),
      /** Masked except the last four (G074). */
      mobile: word,
      message: word,
      status: choice(messageStatuses),
      ivrResponse: word,
      /** Tapped button of a message. */
      clickToAction: word,
      paymentStatus: choice(paymentStatuses),
      paymentHistoryStatus: word,
      createdAt: instant(),
      updatedAt: instant(),
    }),
    filters: {
      ...filters,
      /** Default: WhatsApp. */
      communicationType: choice(channels),
      status: choice(messageStatuses),
      ids: ids('messages'),
    },
  }),
  summary: summary(
    'GET /communication-dashboard/summary',
    'Messages by status, for every channel.',
    channelsWith('Summary', () => counts),
  ),
  ...channelsWith('Summary', (channel) =>
    summary(channelOf[channel].summary, `Counts of ${channelOf[channel].noun} by status.`, {
      [`${channel}Summary`]: counts,
    }),
  ),
  /** No longer worked (G077). */
  deactivate: endpoint('PUT /communication-dashboard/loans/inactive', {
    about: 'Makes loans inactive: they are worked no longer.',
    can,
    takes: { loanIds: ids('loans', { min: 1, max: 500 }) },
    gives: z.object({ changed: z.int() }),
    errors: ['NOT_FOUND'],
    touches: ['communication-dashboard', 'today'],
  }),
  ...channelsBy('sends', (channel) =>
    send(
      channelOf[channel].send,
      `Sends ${channelOf[channel].noun} by a template to the borrowers of these loans.`,
    ),
  ),
});
