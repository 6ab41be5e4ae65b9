import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** True below 900 px, where lists become cards and forms full-height sheets. */
export const useIsPhone = (): boolean => useMedia('(max-width: 899.98px)');

/** True from 1200 px, where what was chosen stands beside the list. */
export const useIsWide = (): boolean => useMedia('(min-width: 1200px)');
