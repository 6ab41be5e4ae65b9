import type { ComponentProps, ComponentType } from 'react';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { ExportChosen } from '#kernel/ui/list/export-chosen.tsx';

/** Exports selected rows of a report. */
export function exportBar(type: string): ComponentType<Omit<ComponentProps<typeof ExportChosen>, 'spec'>> {
  const spec = exportOf(type);
  return function ExportBar({ ids, clear }) {
    return <ExportChosen spec={spec} ids={ids} clear={clear} />;
  };
}
