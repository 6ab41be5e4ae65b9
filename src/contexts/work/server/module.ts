/** Work: dispositions, PTPs, visits, tasks, and Today. */
import { workEraser } from './erase.ts';
import { agency } from '#contexts/agency/server/module.ts';
import { contact } from '#contexts/contact/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { messaging } from '#contexts/messaging/server/module.ts';
import { promisesAheadSlot } from '#contexts/messaging/server/slots.ts';
import { payments } from '#contexts/payments/server/module.ts';
import { settlements } from '#contexts/settlements/server/module.ts';
import { instalmentSlot, promisedSlot } from '#contexts/payments/server/slots.ts';
import { recordSlot } from '#contexts/settlements/server/slots.ts';
import { fill, module } from '#kernel/server/module.ts';
import { exportSlot } from '#kernel/server/slots.ts';
import { dispositionExport } from './borrower-dispositions/export.ts';
import { recorder } from './borrower-dispositions/record.ts';
import { borrowerDispositionRoutes } from './borrower-dispositions/routes.ts';
import { keepJudging } from './promises/jobs.ts';
import { aheadOf } from './promises/ahead.ts';
import { openPromisesOf } from './promises/open.ts';
import { ownPromisesOf } from './promises/own.ts';
import { dispositionSlot, taskDialerSlot } from './slots.ts';
import { eraserSlot, timelineSlot } from '#contexts/loans/server/slots.ts';
import { workTimeline } from './timeline.ts';
import { todayRoutes } from './today/routes.ts';
import { usersTaskRoutes } from './users-task/routes.ts';
import { tasksOf } from './users-task/store.ts';
import { photoJob } from './visits/jobs.ts';
import { keepTellingNotices } from './visits/notices.ts';
import { forgetParts } from './visits/photo-parts.ts';
import { visitRoutes } from './visits/routes.ts';

export const work = module({
  name: 'work',
  owns: [
    'borrower_dispositions',
    'borrower_disposition_saves',
    'promises',
    'promise_queue',
    'visits',
    'visit_photo_parts',
    'daily_tasks',
    'daily_task_loans',
  ],
  needs: [agency, lenders, loans, contact, messaging, payments, settlements],
  provides: ({ filled }) => ({
    tasksOf,
    record: recorder(async (context, draft) => {
      for (const hear of filled(dispositionSlot)) await hear(context, draft);
    }),
  }),
  fills: ({ own }) => [
    fill(exportSlot, dispositionExport),
    fill(recordSlot, own.record),
    fill(instalmentSlot, { source: 'promises', of: openPromisesOf }),
    fill(promisedSlot, ownPromisesOf),
    fill(promisesAheadSlot, aheadOf),
    fill(timelineSlot, ...workTimeline),
    fill(eraserSlot, workEraser),
  ],
  routes: ({ store, jobs, contact: policy, own, only }) => [
    ...borrowerDispositionRoutes(own.record),
    ...todayRoutes(policy),
    ...usersTaskRoutes(only(taskDialerSlot)),
    ...visitRoutes({ ...policy, files: store, jobs }),
  ],
  keeps: ({ database }) => [() => forgetParts(database)],
  jobs: ({ database, store }) => [photoJob({ database, files: store })],
  starts: ({ database, clock, log, config, contact: { evaluate }, messaging: { send } }) => [
    keepJudging(database, clock, log),
    keepTellingNotices({ database, clock, evaluate, send, publicUrl: config.publicUrl }, log),
  ],
});
