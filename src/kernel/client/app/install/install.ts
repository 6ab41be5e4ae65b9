import { useSyncExternalStore } from 'react';
import { installOffer } from './install-offer.ts';

/** How to install the app, or undefined when the browser does not offer it. */
export const useInstall = (): (() => Promise<void>) | undefined =>
  useSyncExternalStore(installOffer.subscribe, installOffer.isOpen, installOffer.isOpen)
    ? installOffer.take
    : undefined;
