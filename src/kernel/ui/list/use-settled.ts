/** For a screen whose parts wait for a first answer together. */
import { useState } from 'react';

/**
 * True from the first answer, or the first failure, on. A part that reads the same asks once more after a failure, as it
 * appears: if that took the screen away again, grey bars without a word would return for ever.
 */
export function useSettled(isPending: boolean): boolean {
  const [isSettled, setSettled] = useState(!isPending);
  if (!isSettled && !isPending) setSettled(true);
  return isSettled;
}
