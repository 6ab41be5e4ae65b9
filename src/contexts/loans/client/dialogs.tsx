import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { rowId, useSearch, words } from '#kernel/client/app/search.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import type { Over } from './over.ts';

/** Profile, history and payment link dialogs in the URL, for history and links. */
export function Dialogs({ Profile, History, Link }: Over) {
  const { search, set } = useSearch({ profile: words, history: rowId, link: words, tab: words, add: words });
  const { profile, history, link } = search;
  return (
    <>
      {profile && (
        <Sheet
          title={say.profile}
          from="wide"
          onClose={() => set({ profile: undefined, tab: undefined, add: undefined })}
        >
          <Profile id={profile} inside onLoan={(id) => set({ profile: String(id), add: undefined })} />
        </Sheet>
      )}
      {link && <Link id={link} onClose={() => set({ link: undefined })} />}
      {history && (
        <Sheet title={say.history} onClose={() => set({ history: undefined })}>
          <History loanId={history} />
        </Sheet>
      )}
    </>
  );
}
