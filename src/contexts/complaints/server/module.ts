/** Complaints: registration, hold, answer within the deadline, and statistics for the lender. */
import { agency } from '#contexts/agency/server/module.ts';
import { contact } from '#contexts/contact/server/module.ts';
import { holdSlot } from '#contexts/contact/server/policy/complaint-hold.ts';
import { files } from '#contexts/files/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { eraserSlot } from '#contexts/loans/server/slots.ts';
import { messaging } from '#contexts/messaging/server/module.ts';
import { payments } from '#contexts/payments/server/module.ts';
import { borrowerLinkSlot, linkWithdrawnSlot } from '#contexts/payments/server/slots.ts';
import { fill, module } from '#kernel/server/module.ts';
import { complaintEraser } from './erase.ts';
import { complaintHoldKeeper } from './keep-hold.ts';
import { escalateLate, keepHolds } from './escalate.ts';
import { noteWithdrawnLink } from './link-withdrawn.ts';
import { addComplaintPage } from './page.ts';
import { complaintRoutes } from './routes.ts';

export const complaints = module({
  name: 'complaints',
  owns: ['complaint_rule', 'complaints', 'complaint_steps'],
  needs: [agency, lenders, files, loans, contact, messaging, payments],
  fills: () => [
    fill(eraserSlot, complaintEraser),
    fill(holdSlot, complaintHoldKeeper),
    fill(linkWithdrawnSlot, noteWithdrawnLink),
  ],
  routes: ({ messaging: { send } }) => complaintRoutes({ send }),
  keeps: ({ database, clock }) => [
    () => escalateLate(database, clock.now()),
    () => keepHolds(database, clock.now()),
  ],
  pages: (app, { database, clock, isSecure, filled, messaging: { send } }) =>
    addComplaintPage(app, { database, clock, isSecure, send, links: () => filled(borrowerLinkSlot) }),
});
