/** Authority: who decides what, edited beside a bench that says what would happen. */
import { type Screen, screensOf } from '#kernel/ui/module.ts';
import { authorityMasters } from '../masters.ts';

export const authorityScreens: readonly Screen[] = screensOf(authorityMasters);
