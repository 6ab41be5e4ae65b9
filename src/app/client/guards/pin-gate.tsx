import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useAsk } from '#phone/vault/lock-state.ts';
import { useDialer } from '#kernel/client/calls/live/dialer-store.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const PinOffer = lazy(async () => ({
  default: (await import('#contexts/sync/client/pin/pin-offer.tsx')).PinOffer,
}));
const SetPin = lazy(async () => ({
  default: (await import('#contexts/sync/client/pin/set-pin.tsx')).SetPin,
}));
const Unlock = lazy(async () => ({ default: (await import('#contexts/sync/client/pin/unlock.tsx')).Unlock }));

/** PIN of cached data: set once, required offline. */
export function PinGate() {
  const ask = useAsk();
  if (ask === null || ask === 'offer') return null;
  return <Suspense>{ask === 'set' ? <SetPin /> : <Unlock why={ask} />}</Suspense>;
}

/** Hidden during calls and on a borrower's page, where it would cover the buttons at the bottom. */
export function PinGateOffer() {
  const isOffered = useAsk() === 'offer';
  const isAtBorrower = useLocation().pathname === '/view-borrower';
  const isCalling = Boolean(useDialer()?.call);
  return (
    isOffered &&
    !isAtBorrower &&
    !isCalling && (
      <Suspense>
        <PinOffer />
      </Suspense>
    )
  );
}
