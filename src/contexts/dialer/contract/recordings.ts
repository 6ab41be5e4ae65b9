import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { key } from '#kernel/contract/field.ts';

/** Needs the permission for call outcomes, and a call the caller may see. The browser gets no key of the storage (G054). */
const heard = { can: 'list_summary_disposition', answer: 'stream', errors: ['NOT_FOUND'] } as const;

export const recordings = domain('recordings', {
  play: endpoint('GET /integrations/ezsip/callRecording/:referenceId', {
    about: 'Recording of a call, to listen to.',
    ...heard,
    takes: { referenceId: key('calls') },
  }),
  download: endpoint('GET /integrations/ezsip/downloadCallRecording/:id', {
    about: 'Recording of a call, as a file.',
    ...heard,
    takes: { id: key('calls') },
  }),
});
