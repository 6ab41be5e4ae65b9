/** Loans: borrowers, loans, contacts, groups and documents, and assignment. */
import { agency } from '#contexts/agency/server/module.ts';
import { switchOffSlot } from '#contexts/agency/server/slots.ts';
import { actSlot } from '#contexts/authority/server/acts/act.ts';
import { authority } from '#contexts/authority/server/module.ts';
import { files } from '#contexts/files/server/module.ts';
import { kindSlot, readerSlot } from '#contexts/files/server/slots.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { fill, module } from '#kernel/server/module.ts';
import { exportSlot } from '#kernel/server/slots.ts';
import { removeFiles, removePaper } from './borrower-documents/jobs.ts';
import { borrowerDocumentRoutes, documentReader } from './borrower-documents/routes.ts';
import { deactivate } from './change-store.ts';
import { customerFile } from './customer-file/kind.ts';
import { loanExport } from './export.ts';
import { askForCanonicalLoans, canonicalLoans } from './identity/canonical-old.ts';
import { allocationFile, reassignmentFile } from './import.ts';
import { revealAct } from './reveal-act.ts';
import { loanRoutes } from './routes.ts';
import { bestTimeSlot, eraserSlot, timelineSlot } from './slots.ts';
import { newestOfLoans } from './timeline.ts';
import { checkNothingHangs, switchOffRoutes } from './switch-off/routes.ts';

export const loans = module({
  name: 'loans',
  owns: [
    'borrowers',
    'loans',
    'loan_participants',
    'loan_groups',
    'loan_tags',
    'loan_allocations',
    'loan_assignments',
    'borrower_documents',
    'document_categories',
    'loan_standing',
    'sync_gone',
    'identity_twins',
    'identity_progress',
  ],
  needs: [agency, lenders, authority, files],
  provides: ({ jobs, filled }) => ({
    deactivate,
    timelinesOf: (tx: Tx, actor: ServerActor, o: { loanIds: readonly number[]; size: number }) =>
      newestOfLoans(tx, actor, filled(timelineSlot), o),
    removeFile: (tx: Tx, key: string) => removePaper(tx, jobs, key),
  }),
  fills: () => [
    fill(actSlot, revealAct),
    fill(exportSlot, loanExport),
    fill(kindSlot, customerFile, reassignmentFile, allocationFile),
    fill(readerSlot, documentReader),
    fill(switchOffSlot, checkNothingHangs),
  ],
  routes: ({ jobs, filled }) => [
    ...loanRoutes({
      jobs,
      timeline: () => filled(timelineSlot),
      bestTime: () => filled(bestTimeSlot),
      erasers: () => filled(eraserSlot),
    }),
    ...borrowerDocumentRoutes({ jobs }),
    ...switchOffRoutes,
  ],
  jobs: ({ database, store }) => [removeFiles(store), canonicalLoans(database)],
  keeps: ({ database, jobs }) => [() => askForCanonicalLoans(database, jobs)],
});
