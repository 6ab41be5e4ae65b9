/** The data inlined into the page of a screen for its user. */
import type { CurrentUser } from '#kernel/contract/session.ts';
import type { FirstVisit } from './first-page.ts';
import { accessRead, firstPath, firstScreens } from '../../first-screens.ts';

const signInPaths = ['/login', '/forgot-password', '/set-password', '/second-step'];

export const firstVisit: FirstVisit = {
  access: accessRead,
  start: firstPath,
  isFor: (path) => !signInPaths.includes(path),
  readsOf(path, who) {
    const { row } = who as { row: { user: CurrentUser } };
    return row.user.roleType === 'agent' ? (firstScreens[path]?.reads ?? []) : [];
  },
};
