import { useLocation, useNavigate } from 'react-router-dom';

export interface UrlState {
  get: (name: string) => string | undefined;
  all: Record<string, string>;
  /** Undefined removes a parameter. `push` adds a history step; `replace` (the default) does not. */
  set: (patch: Record<string, string | undefined>, how?: 'push' | 'replace') => void;
}

/** A search contains a borrower's name or number: it is stored in this tab's history state, never in the URL. */
const unwritten: readonly string[] = ['q'];
const isUnwritten = (name: string): boolean => unwritten.includes(name);
type Words = Record<string, string>;
interface Kept {
  words?: Words;
}
const wordsIn = (state: unknown): Words => (state as Kept | null)?.words ?? {};
/** The state of the present step, as the router stores it. */
const stateNow = (): Kept => (window.history.state as { usr?: Kept } | null)?.usr ?? {};

/**
 * Filters, sort, page and tab are URL parameters: history, reload and a shared link restore them; searches are stored
 * separately.
 */
export function useUrlState(): UrlState {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const all = { ...Object.fromEntries(new URLSearchParams(search)), ...wordsIn(state) };
  return {
    all,
    get: (name) => all[name],
    set(patch, how = 'replace') {
      // Reads the current URL, because two changes may occur within one render.
      const next = new URLSearchParams(window.location.search);
      const words = { ...wordsIn(stateNow()) };
      // A link may name a search; from the first change on it is no longer in the address.
      for (const name of unwritten) {
        const linked = next.get(name);
        if (linked !== null) words[name] ??= linked;
        next.delete(name);
      }
      for (const [name, value] of Object.entries(patch)) {
        if (isUnwritten(name)) {
          if (value === undefined) delete words[name];
          else words[name] = value;
        } else if (value === undefined) next.delete(name);
        else next.set(name, value);
      }
      const query = next.toString();
      void navigate(
        { search: query && `?${query}`, hash },
        { replace: how === 'replace', state: { ...stateNow(), words } },
      );
    },
  };
}
