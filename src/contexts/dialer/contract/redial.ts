/** When a campaign calls a loan again, by what became of the last call. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, key, number } from '#kernel/contract/field.ts';

/** Outcomes with configurable rules; an abandoned call blocks redials for 72 hours, a wrong number for good. */
export const redialOutcomes = ['busy', 'no_answer', 'switched_off', 'rejected', 'machine', 'lost'] as const;

const rule = {
  outcome: choice(redialOutcomes),
  afterMinutes: number({ min: 1, max: 10_080 }),
  /** Maximum calls of a loan with this outcome per day; then it moves to the next day. */
  mostADay: number({ min: 1, max: 20 }),
  /** After that the loan's next number is tried the same day. */
  nextNumber: flag(),
};

export const redial = domain('redial', {
  rules: endpoint('GET /dialer/campaign/:id/redial', {
    about: 'When a campaign calls again, by outcome: its own rules, and the usual ones.',
    can: 'list_campaign',
    takes: { id: key('campaigns') },
    gives: z.object({ ...rule, isUsual: flag() }),
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  set: endpoint('PUT /dialer/campaign/:id/redial/:outcome', {
    about: 'Gives a campaign a rule of its own for an outcome.',
    can: 'edit_campaign',
    takes: { id: key('campaigns'), ...rule },
    gives: z.object({ ...rule, isUsual: flag() }),
    errors: ['NOT_FOUND'],
  }),
  clear: endpoint('DELETE /dialer/campaign/:id/redial/:outcome', {
    about: 'Lets a campaign do as usual again after an outcome.',
    can: 'edit_campaign',
    takes: { id: key('campaigns'), outcome: choice(redialOutcomes) },
    gives: z.object({ ...rule, isUsual: flag() }),
    errors: ['NOT_FOUND'],
  }),
});
