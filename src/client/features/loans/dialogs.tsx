import { loansText as say } from '#text/en/loans.ts';
import { useUrlState } from '#client/kernel/url.ts';
import { Sheet } from '#client/ui/sheet.tsx';
import type { Over } from './loans.screen.tsx';

/** The profile and the history that the address asks for: back closes them, a link opens them. */
export function Dialogs({ Profile, History }: Over) {
  const { get, set } = useUrlState();
  const profile = get('profile');
  const history = Number(get('history'));
  return (
    <>
      {profile && (
        <Sheet
          title={say.profile}
          from="wide"
          onClose={() => set({ profile: undefined, tab: undefined, add: undefined })}
        >
          <Profile id={profile} inside onLoan={(id) => set({ profile: String(id) })} />
        </Sheet>
      )}
      {history > 0 && (
        <Sheet title={say.history} onClose={() => set({ history: undefined })}>
          <History loanId={history} />
        </Sheet>
      )}
    </>
  );
}
