import { useUrlState } from '#kernel/client/app/url.ts';
import { BorrowerProfile } from './profile.tsx';

/** One borrower's loans on a page of their own. Works without a network from this device's copy. */
export function BorrowerScreen() {
  const { get, set } = useUrlState();
  return <BorrowerProfile id={get('id') ?? ''} onLoan={(id) => set({ id: String(id), add: undefined })} />;
}
