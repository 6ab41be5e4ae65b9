import type { ReactNode } from 'react';
import css from './figures.module.css';

/** For readers only. */
export const Unseen = ({ children }: { children: ReactNode }) => (
  <span className={css.unseen}>{children}</span>
);
