/** Callers of an Asterisk whose agent's line is lost: they wait with hold music. */
import { aloneMark } from '../../../exchange/plan.ts';
import { mustOf, type Ari, type AriChannel, type AriOptions } from '../ari.ts';
import type { TelephonyProvider } from '../../port.ts';

type Alone = Required<Pick<TelephonyProvider, 'waitAlone' | 'rejoin'>>;

export function aloneOf(
  ari: Ari,
  { answers }: Pick<AriOptions, 'answers'>,
  provider: Pick<TelephonyProvider, 'bridge' | 'join'> & {
    channelOf: (legId: string) => Promise<AriChannel | undefined>;
  },
): Alone {
  const must = mustOf(ari);
  async function set(legId: string, variables: Record<string, string>): Promise<void> {
    // Without our dialplan their wait has no limit.
    const channel = answers === '' ? undefined : await provider.channelOf(legId);
    if (!channel) return;
    const path = `/channels/${encodeURIComponent(channel.id)}/variable`;
    const ask = ([variable, value]: [string, string]) => must('POST', path, { variable, value }, [404, 409]);
    await Promise.all(Object.entries(variables).map(ask));
  }
  return {
    waitAlone: (legId, seconds) => set(legId, { [aloneMark]: '1', 'TIMEOUT(absolute)': String(seconds) }),
    async rejoin({ recId, ...place }) {
      const { bridgeId, legId, aside } = place;
      await provider.join(place);
      // Without our dialplan their bridge was closed: both are put into a new one. Else nothing is missing.
      await provider.bridge({
        bridgeId,
        legs: [bridgeId, legId],
        aside,
        ...(recId !== undefined && { recId }),
      });
      await set(bridgeId, { [aloneMark]: '', 'TIMEOUT(absolute)': '0' });
    },
  };
}
