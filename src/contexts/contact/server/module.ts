/** Contact: may this person be contacted now, by this channel, at this number? */
import { eraserSlot, evidenceSlot, timelineSlot } from '#contexts/loans/server/slots.ts';
import { contactEraser } from './erase.ts';
import { agency } from '#contexts/agency/server/module.ts';
import { actSlot } from '#contexts/authority/server/acts/act.ts';
import { authority } from '#contexts/authority/server/module.ts';
import { files } from '#contexts/files/server/module.ts';
import { kindSlot } from '#contexts/files/server/slots.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { fill, module } from '#kernel/server/module.ts';
import { exportSlot } from '#kernel/server/slots.ts';
import { contactMasters } from '../masters.ts';
import { countDecisions, evaluate, openingFor } from './compliance-rules/policy.ts';
import { complianceRuleRoutes } from './compliance-rules/routes.ts';
import { dncExport } from './dnc/export.ts';
import { numberFile } from './dnc/number-file.ts';
import { dncRoutes } from './dnc/routes.ts';
import { contactEvidence } from './policy/evidence.ts';
import { endHoldAct } from './loan-holds/acts.ts';
import { presentHolds } from './loan-holds/store.ts';
import { loanHoldRoutes } from './loan-holds/routes.ts';
import { wishEvidence, wishTimeline } from './wishes/history.ts';
import { holdSlot } from './policy/complaint-hold.ts';

declare module '#kernel/server/operation/environment.ts' {
  interface Environment {
    /** Decisions of contact leave the database after so many months; absent: never. */
    decisionMonths?: number;
  }
}

export const contact = module({
  name: 'contact',
  owns: [
    'loan_holds',
    'dnc_numbers',
    'dnc_history',
    'contact_decisions',
    'contacts',
    'visit_notices',
    'contact_wishes',
    'contact_wish_changes',
  ],
  masters: contactMasters,
  needs: [agency, lenders, authority, files, loans],
  provides: ({ database }) => ({ evaluate, count: countDecisions, database, presentHolds, openingFor }),
  fills: () => [
    fill(actSlot, endHoldAct),
    fill(exportSlot, dncExport),
    fill(kindSlot, numberFile),
    fill(eraserSlot, contactEraser),
    fill(evidenceSlot, ...contactEvidence, wishEvidence),
    fill(timelineSlot, wishTimeline),
  ],
  routes: ({ filled }) => [
    ...complianceRuleRoutes,
    ...dncRoutes,
    ...loanHoldRoutes({ keepers: () => filled(holdSlot) }),
  ],
});
