/** Independent of React, so that the sign-in pages can leave a notice for the console after them. */
export type NoticeKind = 'success' | 'error' | 'warning' | 'info';
export interface Notice {
  id: number;
  kind: NoticeKind;
  text: string;
  /** Subject of the notice, such as an outbox item: a later notice about it replaces this one. */
  about?: string | undefined;
  /** Runs once the notice is visible. */
  drawn?: (() => void) | undefined;
}

/** Toasts stay 2.5 seconds (document 1, section 8), from when they are drawn: a busy phone may draw a new page first. */
const stays = 2500;
let notices: readonly Notice[] = [];
let lastId = 0;
let held = false;
const viewers = new Set<() => void>();
interface Running {
  timer?: ReturnType<typeof setTimeout>;
}
const running = new Map<number, Running>();

function tell(next: readonly Notice[]): void {
  notices = next;
  for (const viewer of viewers) viewer();
}

/** The frame after the one that draws what was just put; a hidden page draws none. */
const whenDrawn = (then: () => void): void =>
  void requestAnimationFrame(() => void requestAnimationFrame(then));

/** Timers of notices run only while the page is visible. */
function runTimers(): void {
  if (viewers.size === 0 || held) return;
  for (const { id, drawn } of notices) {
    if (running.has(id)) continue;
    const own: Running = {};
    running.set(id, own);
    whenDrawn(() => {
      if (running.get(id) !== own) return;
      own.timer = setTimeout(() => noticeStore.dismiss(id), stays);
      drawn?.();
    });
  }
}

function stopTimers(): void {
  for (const { timer } of running.values()) clearTimeout(timer);
  running.clear();
}

function show(kind: NoticeKind, text: string, { about, drawn }: Pick<Notice, 'about' | 'drawn'> = {}): void {
  const isReplaced = (shown: Notice): boolean =>
    (shown.text === text && shown.kind === kind) || (about !== undefined && shown.about === about);
  tell([...notices.filter((shown) => !isReplaced(shown)), { id: ++lastId, kind, text, about, drawn }]);
  runTimers();
}

export const notice = {
  success: (text: string, about?: string): void => show('success', text, { about }),
  error: (text: string, drawn?: () => void): void => show('error', text, { drawn }),
  warning: (text: string): void => show('warning', text),
  info: (text: string, about?: string): void => show('info', text, { about }),
};

export const noticeStore = {
  all: (): readonly Notice[] => notices,
  subscribe(viewer: () => void): () => void {
    viewers.add(viewer);
    runTimers();
    return () => void viewers.delete(viewer);
  },
  dismiss(id: number): void {
    clearTimeout(running.get(id)?.timer);
    running.delete(id);
    tell(notices.filter((shown) => shown.id !== id));
  },
  hold(on: boolean): void {
    held = on;
    if (on) stopTimers();
    else runTimers();
  },
};
