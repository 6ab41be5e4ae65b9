/** Lists of dispositions with the form that creates a task from a selection. */
import { outcomeLists } from '#contexts/work/client/promises/outcome-lists.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

export const { own, all } = outcomeLists(
  lazy(async () => ({ default: (await import('#contexts/loans/client/tasks/task-form.tsx')).TaskForm })),
);
