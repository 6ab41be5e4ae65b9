import type { FrameProps } from './frame.ts';
import { TopBar } from './top-bar.tsx';

/** One list and nothing to choose from. */
export function PortalFrame({ children }: FrameProps) {
  return (
    <>
      <TopBar />
      {children}
    </>
  );
}
