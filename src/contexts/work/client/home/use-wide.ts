import { useSyncExternalStore } from 'react';

const wide = '(min-width: 1200px)';

/** True where the list, the borrower and one's own day stand beside each other. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(wide);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(wide).matches,
    // The server draws for phones.
    () => false,
  );
