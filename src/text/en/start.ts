import { localised } from '../locale.ts';

/** What the page itself says, before or without anything that runs in it. */
export const startText = localised('start', {
  noScript: 'Recoup needs JavaScript. Switch it on for this site and load the page again.',
  tooOld:
    'Recoup has not started. It needs Chrome or Edge 114, Safari 17 or Firefox 125, or a newer one: if this stays, update this browser or open Recoup in another.',
});
