import type { ReactNode } from 'react';
import type { Actor } from '#kernel/contract/access.ts';

/** What each shell puts its menus around. */
export interface FrameProps {
  actor: Actor;
  /** The screen, inside its landmark. */
  children: ReactNode;
}
