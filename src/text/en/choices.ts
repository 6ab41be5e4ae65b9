import { localised } from '../locale.ts';

/** Texts of a field with options from an empty master. */
export const choicesText = localised('choices', {
  noneYet: 'Nothing to choose yet. Add one in',
  askToAdd: 'Nothing to choose yet. Ask an administrator to add one.',
});
