import { useSyncExternalStore } from 'react';

const phone = '(max-width: 899.98px)';

/** True below 900 px, where lists become cards and forms full-height sheets. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(phone);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(phone).matches,
  );
}
