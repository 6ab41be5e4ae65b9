import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Mounts its children when they come near the viewport. */
export function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return isSeen ? children : <div ref={place} style={{ minHeight: 1 }} />;
}
