import { Suspense, useEffect, useState } from 'react';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const Dialer = lazy(async () => ({ default: (await import('#contexts/dialer/client/dialer.tsx')).Dialer }));
/** The dialer loads after the opened screen has been drawn. */
const later = 2000;

/** Slot of the dialer in the agent's shell. */
export function DialerSlot() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), later);
    return () => clearTimeout(timer);
  }, []);
  return isTime && <Suspense>{<Dialer />}</Suspense>;
}
