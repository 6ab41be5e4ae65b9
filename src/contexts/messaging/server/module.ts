/** Messaging: what is written to borrowers by SMS, WhatsApp, RCS, IVR and e-mail, and what became of it. */
import { messageEraser } from './erase.ts';
import { eraserSlot, timelineSlot } from '#contexts/loans/server/slots.ts';
import { messageTimeline } from './timeline.ts';
import { actSlot } from '#contexts/authority/server/acts/act.ts';
import { deactivateAct } from './communications/deactivate-act.ts';
import { authority } from '#contexts/authority/server/module.ts';
import { agency } from '#contexts/agency/server/module.ts';
import { contact } from '#contexts/contact/server/module.ts';
import { files } from '#contexts/files/server/module.ts';
import { kindSlot, sendSlot } from '#contexts/files/server/slots.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { fill, module } from '#kernel/server/module.ts';
import { exportSlot, gaugeSlot } from '#kernel/server/slots.ts';
import { carriersOf } from './carriers/carriers.ts';
import { addMailboxPage } from './carriers/mailbox-page.ts';
import { optInsOf } from './carriers/opt-ins.ts';
import { keepSending } from './communications/bulk.ts';
import { communicationDashboardRoutes } from './communications/dashboard-routes.ts';
import { messageExports } from './communications/export.ts';
import { followJob, keepFollowing } from './communications/follow.ts';
import { messageFile } from './communications/message-file.ts';
import { startRecorded } from './communications/recorded.ts';
import { communicationRoutes } from './communications/routes.ts';
import { messageJob, messageSender } from './communications/sending.ts';
import { messageGauges } from './gauges.ts';
import { promisesAheadSlot } from './slots.ts';
import { templateRoutes } from './templates/routes.ts';
import { sendsOf } from './templates/sends.ts';
import { voiceOptInRoutes } from './voice/opt-in-routes.ts';

declare module '#kernel/server/operation/environment.ts' {
  interface Environment {
    /** Addresses of message providers; absent: simulated in a demo, rejected in production. */
    smsUrl?: string;
    whatsappUrl?: string;
  }
}

export const messaging = module({
  name: 'messaging',
  owns: ['messages', 'message_templates', 'message_opt_ins', 'voice_opt_ins'],
  needs: [agency, lenders, authority, files, loans, contact],
  provides: ({ config, database, jobs, mailer, isDemo }) => ({
    send: messageSender(jobs),
    startRecorded,
    carriers: carriersOf({ ...config, mailer, hasOptIn: optInsOf(database), isDemo }),
  }),
  fills: ({ filled }) => [
    fill(actSlot, deactivateAct),
    fill(timelineSlot, messageTimeline),
    fill(eraserSlot, messageEraser),
    fill(exportSlot, ...messageExports),
    fill(gaugeSlot, ...messageGauges),
    fill(
      kindSlot,
      messageFile(() => filled(promisesAheadSlot)),
    ),
    fill(sendSlot, sendsOf),
  ],
  routes: ({ jobs, loans: { deactivate } }) => [
    ...communicationRoutes({ jobs }),
    ...communicationDashboardRoutes({ deactivate }),
    ...templateRoutes,
    ...voiceOptInRoutes,
  ],
  jobs: ({ database, clock, contact: { evaluate }, own: { carriers } }) => [
    messageJob({ database, clock, evaluate, carriers }),
    followJob({ database, carriers }),
  ],
  starts: ({ database, clock, log, contact: { evaluate }, own: { carriers } }) => [
    keepSending({ database, clock, evaluate, carriers }, log),
    keepFollowing({ database, carriers }, log),
  ],
  async pages(app, { database, isDemo, isSecure }) {
    if (isDemo) addMailboxPage(app, { database, isSecure });
  },
});
