import { useEffect, useState } from 'react';

const aMinute = 60_000;

/** Current time, updated while the page is visible: calling hours and callbacks depend on it. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), aMinute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
