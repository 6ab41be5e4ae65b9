/** Voicemail consent of a number's owner, revocable. */
import { Checkbox } from '@mantine/core';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { voiceOptIns } from '#contexts/messaging/contract/voice-opt-ins.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import '#kernel/ui/parts/theme/styles.ts';

interface Props {
  loanId: number;
  contact: string;
  label: string;
  agreed: readonly WireRow<typeof voiceOptIns.list>[] | undefined;
}

export function VoiceOptIn({ loanId, contact, label, agreed }: Props) {
  const { run, busy } = useAct(voiceOptIns.set);
  if (!agreed) return null;
  const set = (isAgreed: boolean): void =>
    void run({ loanId, contact, isAgreed }).catch((error: unknown) =>
      notice.error(wordsOf(error) ?? say.voiceNotSaved),
    );
  return (
    <Checkbox
      label={say.voice}
      aria-label={say.voiceOf(label)}
      disabled={busy}
      checked={agreed.some((one) => one.contact === contact)}
      onChange={({ target }) => set(target.checked)}
    />
  );
}
