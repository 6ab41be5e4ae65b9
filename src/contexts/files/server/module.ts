/** Files: the engines that read them in and write them, and where they are kept. */
import { agency } from '#contexts/agency/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { type Host, module } from '#kernel/server/module.ts';
import { exportSlot } from '#kernel/server/slots.ts';
import { exportLists } from './export/export-job.ts';
import { importFiles } from './import/import-job.ts';
import { type LoanChanges, importKinds } from './import/import-kinds.ts';
import { openLinkSigner } from './links.ts';
import { fileRoutes } from './routes.ts';
import { changeSlot, kindSlot, readerSlot, sendSlot } from './slots.ts';
import { undoFiles } from './undo/undo-job.ts';

const parts = [
  'allocate',
  'blockNumbers',
  'flagLoans',
  'reassign',
  'receive',
  'recomputeSummary',
  'storeMessages',
] as const;
function kindsOf({ filled }: Pick<Host, 'filled'>) {
  const changes: Partial<LoanChanges> = Object.assign({}, ...filled(changeSlot));
  for (const part of parts) if (!changes[part]) throw new Error(`No context says how a file does: ${part}.`);
  return [...filled(kindSlot), ...importKinds(changes as LoanChanges)];
}

export const files = module({
  name: 'files',
  owns: ['file_jobs', 'file_mappings', 'file_secret', 'uploads', 'import_changes'],
  needs: [agency, lenders],
  provides: async ({ database }) => ({ links: await openLinkSigner(database) }),
  routes: ({ database, jobs, store, own, filled }) =>
    fileRoutes({
      database,
      jobs,
      files: store,
      links: own.links,
      exports: filled(exportSlot),
      readers: filled(readerSlot),
      async sendsOf(tx, asked) {
        for (const sends of filled(sendSlot)) return sends(tx, asked);
        return undefined;
      },
    }),
  jobs: ({ database, store, clock, filled }) => {
    const kinds = kindsOf({ filled });
    return [
      exportLists({ database, files: store, clock, sources: filled(exportSlot) }),
      ...kinds.map((kind) => importFiles({ database, files: store, kind })),
      undoFiles(database, kinds),
    ];
  },
});
