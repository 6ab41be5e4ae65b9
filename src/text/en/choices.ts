import { localised } from '../locale.ts';

/** A field whose choices are rows of a master that has none yet. */
export const choicesText = localised('choices', {
  noneYet: 'Nothing to choose yet. Add one in',
  askToAdd: 'Nothing to choose yet. Ask an administrator to add one.',
});
