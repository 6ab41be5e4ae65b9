import { useSyncExternalStore } from 'react';

/** `first` is the server-side value, which renders for phones. */
function useMedia(query: string, first: boolean): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => first,
  );
}

/** True below 900 px, where lists become cards and forms full-height sheets. */
export const useIsPhone = (): boolean => useMedia('(max-width: 899.98px)', true);

/** True from 1200 px, where the preview pane is shown. */
export const useIsWide = (): boolean => useMedia('(min-width: 1200px)', false);

/** A finger, not a mouse: a phone or a tablet. */
export const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;
