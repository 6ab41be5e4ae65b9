/** Drafts of unsaved forms, which survive a crash or reload of the page. */
export type FormDraft = Readonly<Record<string, unknown>>;
export interface DraftStore {
  load: (name: string) => Promise<FormDraft | undefined>;
  /** Writes the draft, unless `isWanted` is false at the moment of writing. */
  save: (name: string, draft: FormDraft, isWanted: () => boolean) => Promise<void>;
  drop: (name: string) => Promise<void>;
}

const nowhere: DraftStore = { load: async () => undefined, save: async () => {}, drop: async () => {} };
let store = nowhere;
/** Without it, forms forget with their page. */
export const keepDraftsIn = (next: DraftStore): void => void (store = next);

const pauseMs = 300;

/**
 * Draft state shared by all forms of one name: orders loads, saves and drops, which effects of an old and a new form
 * do not. A drop or a Save cancels every earlier load and save.
 */
class DraftOwner {
  private readonly name: string;
  private turn: Promise<unknown> = Promise.resolve();
  private version = 0;
  private isSubmitting = false;
  private pending: FormDraft | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string) {
    this.name = name;
  }

  private after(work: () => Promise<void>): void {
    this.turn = this.turn.then(work).catch((error: unknown) => reportError(error));
  }
  private cancel(): void {
    clearTimeout(this.timer);
    this.pending = undefined;
    this.version++;
  }

  /** The draft, for a form that opens; undefined when it was saved or dropped meanwhile. */
  async open(): Promise<FormDraft | undefined> {
    this.isSubmitting = false;
    this.flush();
    const { version } = this;
    await this.turn;
    const found = await store.load(this.name);
    return version === this.version ? found : undefined;
  }

  /** Saves the draft after a pause in typing. */
  save(draft: FormDraft): void {
    if (this.isSubmitting) return;
    this.pending = draft;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), pauseMs);
  }

  /** Writes a pending draft now, because the page may close before its pause has passed. */
  flush(): void {
    clearTimeout(this.timer);
    const { pending, version } = this;
    this.pending = undefined;
    const isWanted = (): boolean => version === this.version;
    if (pending)
      this.after(async () => void (isWanted() && (await store.save(this.name, pending, isWanted))));
  }

  /** Called by Save: storing the entry deletes the draft in one transaction, and no later write may restore it. */
  submit(): void {
    this.cancel();
    this.isSubmitting = true;
  }
  /** It was not saved: what was typed is a draft again. */
  resume(draft: FormDraft): void {
    this.isSubmitting = false;
    this.save(draft);
    this.flush();
  }

  drop(): void {
    this.cancel();
    this.after(() => store.drop(this.name));
  }
}

const owners = new Map<string, DraftOwner>();
export function draftOwner(name: string): DraftOwner {
  const owner = owners.get(name) ?? new DraftOwner(name);
  owners.set(name, owner);
  return owner;
}
