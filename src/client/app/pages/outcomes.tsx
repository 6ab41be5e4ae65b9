/** The lists of outcomes with the form that makes a task of what is selected in them. */
import { lazy } from 'react';
import { outcomeLists } from '#client/features/promises/outcome-lists.tsx';

export const { own, all } = outcomeLists(
  lazy(async () => ({ default: (await import('#client/features/loans/task-form.tsx')).TaskForm })),
);
