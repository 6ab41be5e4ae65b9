/** The screens of cash, loaded together when the first is opened. */
import { CashByAgentScreen, CashByCenterScreen } from './agents.screen.tsx';
import { CashDaysScreen } from './days.screen.tsx';
import { CashDepositsScreen } from './deposits.screen.tsx';
import { CashInHandScreen, CashReceiptsScreen } from './receipts.screen.tsx';

export const cashScreens = {
  mine: CashInHandScreen,
  agents: CashByAgentScreen,
  centers: CashByCenterScreen,
  receipts: CashReceiptsScreen,
  deposits: CashDepositsScreen,
  days: CashDaysScreen,
};
