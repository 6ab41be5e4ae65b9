/** Files: import and export engines, and the file store. */
import { agency } from '#contexts/agency/server/module.ts';
import { actSlot } from '#contexts/authority/server/acts/act.ts';
import { authority } from '#contexts/authority/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { fill, module } from '#kernel/server/module.ts';
import { exportSlot, gaugeSlot } from '#kernel/server/slots.ts';
import { directFileAct, exportAct } from './export/act.ts';
import { exportLists } from './export/export-job.ts';
import { fileGauges } from './gauges.ts';
import { importFiles } from './import/import-job.ts';
import { openLinkSigner } from './links.ts';
import { fileRoutes } from './routes.ts';
import { enqueueFileRetention, forgetFiles } from './retention.ts';
import { kindSlot, readerSlot, sendSlot } from './slots.ts';
import { otherTotalAct } from './other-total-act.ts';
import { wholeListAct } from './whole-list-act.ts';
import { undoFiles } from './undo/undo-job.ts';

export const files = module({
  name: 'files',
  owns: [
    'file_jobs',
    'file_mappings',
    'file_secret',
    'uploads',
    'import_changes',
    'import_kept',
    'import_refusals',
    'import_corrections',
    'import_column_fixes',
    'import_left_cells',
    'import_unread_cells',
    'import_questions',
    'loan_number_answers',
  ],
  needs: [agency, lenders, authority],
  provides: async ({ database }) => ({
    links: await openLinkSigner(database),
  }),
  fills: ({ filled }) => [
    fill(gaugeSlot, ...fileGauges),
    fill(
      actSlot,
      exportAct(() => filled(exportSlot)),
      directFileAct,
      wholeListAct,
      otherTotalAct,
    ),
  ],
  routes: ({ database, jobs, store, safe, own, filled, only }) =>
    fileRoutes({
      database,
      jobs,
      files: store,
      links: own.links,
      safe,
      kinds: filled(kindSlot),
      exports: filled(exportSlot),
      readers: filled(readerSlot),
      sendsOf: only(sendSlot),
    }),
  keeps: ({ database, clock, jobs }) => [() => enqueueFileRetention({ database, clock }, jobs)],
  jobs: ({ database, store, safe, clock, filled }) => {
    const kinds = filled(kindSlot);
    return [
      exportLists({ database, files: store, clock, sources: filled(exportSlot) }),
      ...kinds.map((kind) => importFiles({ database, clock, files: store, safe, kind })),
      undoFiles(database, kinds),
      forgetFiles({ database, clock, store }),
    ];
  },
});
