/** The lists of outcomes with the form that makes a task of what is selected in them. */
import { outcomeLists } from '#contexts/work/client/promises/outcome-lists.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

export const { own, all } = outcomeLists(
  lazy(async () => ({ default: (await import('#contexts/loans/client/task-form.tsx')).TaskForm })),
);
