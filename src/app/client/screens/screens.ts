/** The one route table: the screens of all contexts, in the order of the menus (document 1, section 2.3). */
import { agencyScreens } from '#contexts/agency/client/module.ts';
import { authorityScreens } from '#contexts/authority/client/module.ts';
import { borrowerPageScreens } from '#contexts/borrower-page/client/module.ts';
import { complaintsScreens } from '#contexts/complaints/client/module.ts';
import { contactScreens } from '#contexts/contact/client/module.ts';
import { dialerScreens } from '#contexts/dialer/client/module.ts';
import { filesScreens } from '#contexts/files/client/module.ts';
import { lendersScreens } from '#contexts/lenders/client/module.ts';
import { loansScreens } from '#contexts/loans/client/module.ts';
import { messagingScreens } from '#contexts/messaging/client/module.ts';
import { paymentsScreens } from '#contexts/payments/client/module.ts';
import { reportingScreens } from '#contexts/reporting/client/module.ts';
import { settlementsScreens } from '#contexts/settlements/client/module.ts';
import { syncScreens } from '#contexts/sync/client/module.ts';
import { workScreens } from '#contexts/work/client/module.ts';
import { type Screen, inMenuOrder } from '#kernel/ui/module.ts';
import { appScreens } from '../module.ts';

export const screens: readonly Screen[] = inMenuOrder([
  ...agencyScreens,
  ...lendersScreens,
  ...authorityScreens,
  ...filesScreens,
  ...loansScreens,
  ...contactScreens,
  ...messagingScreens,
  ...paymentsScreens,
  ...complaintsScreens,
  ...settlementsScreens,
  ...workScreens,
  ...dialerScreens,
  ...reportingScreens,
  ...syncScreens,
  ...borrowerPageScreens,
  ...appScreens,
]);
