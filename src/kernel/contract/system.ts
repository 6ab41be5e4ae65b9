import { domain, endpoint } from './endpoint.ts';
import { flag } from './field.ts';

/** Probed by phones to verify that the responding server is ours. */
export const system = domain('system', {
  ping: endpoint('GET /ping', {
    about: 'Whether it is this server that answers; asked by phones.',
    can: 'public',
    gives: { isUp: flag() },
  }),
});
