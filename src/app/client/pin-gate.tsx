import { Suspense, lazy } from 'react';
import { useAsk } from '#contexts/sync/client/vault/lock-state.ts';

const PinOffer = lazy(async () => ({
  default: (await import('#contexts/sync/client/pin/pin-offer.tsx')).PinOffer,
}));
const SetPin = lazy(async () => ({
  default: (await import('#contexts/sync/client/pin/set-pin.tsx')).SetPin,
}));
const Unlock = lazy(async () => ({ default: (await import('#contexts/sync/client/pin/unlock.tsx')).Unlock }));

/** The PIN of what this phone keeps: chosen once, asked for when there is no network. */
export function PinGate() {
  const ask = useAsk();
  if (ask === null || ask === 'offer') return null;
  return <Suspense>{ask === 'set' ? <SetPin /> : <Unlock why={ask} />}</Suspense>;
}

/** In the flow of the page: an offer covers nothing. */
export function PinGateOffer() {
  return (
    useAsk() === 'offer' && (
      <Suspense>
        <PinOffer />
      </Suspense>
    )
  );
}
