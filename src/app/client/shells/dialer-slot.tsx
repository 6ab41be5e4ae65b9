import { Suspense, lazy, useEffect, useState } from 'react';

const Dialer = lazy(async () => ({ default: (await import('#contexts/dialer/client/dialer.tsx')).Dialer }));
/** The dialer loads after the opened screen has been drawn. */
const later = 2000;

/** The place of the dialer in the agent's shell. */
export function DialerSlot() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), later);
    return () => clearTimeout(timer);
  }, []);
  return isTime && <Suspense>{<Dialer />}</Suspense>;
}
