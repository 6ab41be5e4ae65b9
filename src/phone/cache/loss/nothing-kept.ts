/** Why nothing about borrowers is on this device. */
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { pinText } from '#contexts/sync/text/en/pin.ts';

let hasSaid = false;
/** Without a PIN nothing personal is cached; the notice appears once per visit. */
export function sayNothingKept(): void {
  if (hasSaid) return;
  hasSaid = true;
  notice.info(pinText.nothingKept);
}
