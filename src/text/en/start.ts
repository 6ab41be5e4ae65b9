import { localised } from '../locale.ts';

/** Texts of the page itself, before or without scripts. */
export const startText = localised('start', {
  noScript: 'Recoup needs JavaScript. Switch it on for this site and load the page again.',
  noStorage:
    'This browser does not allow storage for this site, and Recoup needs it. Allow cookies and site data for this address in the settings of the browser, or leave the private window, then load the page again. On a company device, ask the person who manages it.',
  tooOld:
    'Recoup has not started. It needs Chrome or Edge 114, Safari 17 or Firefox 125, or a newer one: if this stays, update this browser or open Recoup in another.',
});
