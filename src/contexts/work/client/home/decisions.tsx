/** What waits for the decision of somebody who leads. */
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { appText } from '#text/en/app.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import { Count } from './count.tsx';

export function Decisions() {
  const waiting = useRead(settlements.list, { status: 'Inprogress', size: 1 });
  return <Count to="/settlement?status=Inprogress" label={appText.toDecide} reading={waiting} />;
}
