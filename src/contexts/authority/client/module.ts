/** Authority: approval policies, edited next to a policy test. */
import { type Screen, screensOf } from '#kernel/ui/module.ts';
import { authorityMasters } from '../masters.ts';

export const authorityScreens: readonly Screen[] = screensOf(authorityMasters);
