/** Public import of notices; `notice-store.ts` stores them, `client/ui/notices.tsx` shows them. */
export { type Notice, type NoticeKind, notice } from './notice-store.ts';
