import { jobTypes } from '#contexts/files/contract/files.ts';
import { useUrlState } from '#kernel/client/app/url.ts';

export type FileTab = (typeof jobTypes)[number];
/** Storage key of the selected tab, for the session (G143). */
const kept = 'fileTab';
const tabFrom = (word: string | null | undefined): FileTab | undefined =>
  jobTypes.find((type) => type === word);

/** The tab the address names, else the one that was open last. */
export function useFileTab(): { tab: FileTab; choose: (tab: FileTab) => void } {
  const { get, set } = useUrlState();
  return {
    tab: tabFrom(get('tab')) ?? tabFrom(sessionStorage.getItem(kept)) ?? 'CUSTOMER_FILE',
    choose(tab) {
      sessionStorage.setItem(kept, tab);
      // Another tab is another list: resets its search and page.
      set({ tab, page: undefined, q: undefined });
    },
  };
}
