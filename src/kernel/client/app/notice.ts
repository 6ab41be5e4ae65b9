/** The agreed name of the notices; `notice-store.ts` keeps them, `client/ui/notices.tsx` shows them. */
export { type Notice, type NoticeKind, notice } from './notice-store.ts';
