/** Short messages over the screen. The kernel keeps them, `client/ui/notices.tsx` shows them. */
import { useSyncExternalStore } from 'react';
import { noticeStore } from './notice-store.ts';

export { notice } from './notice-store.ts';
export type { Notice, NoticeKind } from './notice-store.ts';

/** The notices to show now, oldest first. */
export const useNotices = () => useSyncExternalStore(noticeStore.subscribe, noticeStore.all);
export const dismissNotice = noticeStore.dismiss;
/** While the pointer or the focus is on the notices they stay. */
export const holdNotices = noticeStore.hold;
