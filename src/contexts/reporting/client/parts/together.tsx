/** Figures that stand together: that the server cannot be reached is said once, above all of them. */
import { type ReactNode, createContext, useCallback, useContext, useEffect, useState } from 'react';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { Unreachable } from '#kernel/client/calls/api-failure.ts';
import css from './together.module.css';

const Above = createContext<(() => () => void) | undefined>(undefined);

export function Together({ children }: { children: ReactNode }) {
  const [away, setAway] = useState(0);
  const tell = useCallback(() => {
    setAway((n) => n + 1);
    return () => setAway((n) => n - 1);
  }, []);
  return (
    <Above value={tell}>
      {away > 0 && (
        <p className={css.away} role="status">
          {say.away}
        </p>
      )}
      {children}
    </Above>
  );
}

/** Whether this is said above: then what has no figures stays quiet. They come by themselves once the server is back. */
export function useSaidAbove(error: Error | null): boolean {
  const tell = useContext(Above);
  const isAway = error instanceof Unreachable;
  useEffect(() => (isAway ? tell?.() : undefined), [isAway, tell]);
  return isAway && tell !== undefined;
}
