/** Drafts of unsaved forms, which survive a crash or reload of the page. */
export type FormDraft = Readonly<Record<string, unknown>>;
export interface DraftStore {
  load: (name: string) => Promise<FormDraft | undefined>;
  save: (name: string, draft: FormDraft) => Promise<void>;
  drop: (name: string) => Promise<void>;
}

const nowhere: DraftStore = { load: async () => undefined, save: async () => {}, drop: async () => {} };
let store = nowhere;
/** Without it, forms forget with their page. */
export const keepDraftsIn = (next: DraftStore): void => void (store = next);
export const drafts = (): DraftStore => store;
