/** For a screen with parts that load together. */
import { useState } from 'react';

/**
 * True from the first response or failure on. A part reading the same data retries after a failure on mount: if that
 * unmounted the screen, skeletons would return forever.
 */
export function useSettled(isPending: boolean): boolean {
  const [isSettled, setSettled] = useState(!isPending);
  if (!isSettled && !isPending) setSettled(true);
  return isSettled;
}
