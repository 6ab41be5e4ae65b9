import { useUrlState } from '#kernel/client/app/url.ts';
import { BorrowerProfile } from './profile.tsx';

/** Page of a borrower's loans. Works offline from this device's cache. */
export function BorrowerScreen() {
  const { get, set } = useUrlState();
  return <BorrowerProfile id={get('id') ?? ''} onLoan={(id) => set({ id: String(id), add: undefined })} />;
}
