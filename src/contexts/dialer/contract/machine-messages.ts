/** What a campaign leaves on machines that answer its calls. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, key, nullable } from '#kernel/contract/field.ts';

/** Why the selected message is not played: switched off, not registered, or disclosing too much. */
const messageLacks = ['off', 'register', 'words'] as const;

const chosen = z.object({
  /** A template of recorded calls; null: machines are hung up on. */
  templateId: nullable(id('templates')),
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  lack: nullable(choice(messageLacks)),
  /** Only where the campaign detects machines one is found. */
  detects: flag(),
  /** Recorded-call templates with text and registration. */
  choices: z.array(z.object({ id: id('templates'), name: z.string() })),
});

export const machineMessages = domain('machine-messages', {
  of: endpoint('GET /dialer/campaign/:id/machine-message', {
    about: 'The message a campaign leaves on machines, and which it could.',
    can: 'list_campaign',
    takes: { id: key('campaigns') },
    gives: chosen,
    errors: ['NOT_FOUND'],
  }),
  set: endpoint('PUT /dialer/campaign/:id/machine-message', {
    about: 'Chooses the message a campaign leaves on machines, or none.',
    can: 'edit_campaign',
    takes: { id: key('campaigns'), templateId: nullable(id('templates')) },
    gives: chosen,
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'MESSAGE_TELLS'],
  }),
});
