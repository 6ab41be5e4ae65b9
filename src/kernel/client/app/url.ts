import { useLocation, useNavigate } from 'react-router-dom';

export interface UrlState {
  get: (name: string) => string | undefined;
  all: Record<string, string>;
  /** Undefined takes a name out. `push` makes a step for the back button; `replace` (the default) does not. */
  set: (patch: Record<string, string | undefined>, how?: 'push' | 'replace') => void;
}

/** Filters, search, sort, page and tab live in the address: back, reload and a shared link restore them. */
export function useUrlState(): UrlState {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const all = Object.fromEntries(new URLSearchParams(search));
  return {
    all,
    get: (name) => all[name],
    set(patch, how = 'replace') {
      // Read afresh: two changes may follow each other within one render.
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(patch)) {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      }
      const query = next.toString();
      void navigate({ search: query && `?${query}`, hash }, { replace: how === 'replace', state });
    },
  };
}
