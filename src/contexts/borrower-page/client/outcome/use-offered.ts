/** What may come of a contact, from this device first: it must be there without a network. */
import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { optionValues } from '#contexts/lenders/contract/option-values.ts';
import { dashboard } from '#contexts/reporting/contract/dashboard.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import type { Offered } from './offered.ts';

const eightHours = 8 * 3_600_000;
const kept = { staleTime: eightHours, fromDevice: true };
/** The specification's list, until the agency's was loaded once. */
const usualModes = ['PhonePe', 'PayTM', 'PayU link', 'Airtel Payment', 'Bank'];

/** Undefined until loaded; `isMissing` when unavailable. */
export function useOffered(clientId: number): {
  offered: readonly Offered[] | undefined;
  isMissing: boolean;
} {
  const own = useRead(dispositions.options, { clientId }, kept);
  // Those of every lender are better than none where this lender's were never loaded.
  const common = useRead(dispositions.options, {}, { ...kept, enabled: own.error !== null });
  const offered = own.data ?? common.data;
  return { offered, isMissing: offered === undefined && common.error !== null };
}

export function usePaymentModes(): readonly string[] {
  const { data } = useRead(optionValues.dropdown, { set: 'paymentMode' }, kept);
  return data?.length ? data.map(({ name }) => name) : usualModes;
}

const freshFor = 300_000;
/** What this person writes down most, by its number. */
export function useMine(): readonly number[] {
  const enabled = useMay()(dashboard.topDispositions.can);
  const { data } = useRead(dashboard.topDispositions, {}, { staleTime: freshFor, enabled });
  return (data ?? []).map(({ id }) => id);
}
