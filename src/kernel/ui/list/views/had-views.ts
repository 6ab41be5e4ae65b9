/** Whether a list had saved views when it was last seen on this device, before they are read again. */
const key = (list: string): string => `recoup-views:${list}`;

export const hadViews = (list: string): boolean => localStorage.getItem(key(list)) !== null;
export function keepHadViews(list: string, has: boolean): void {
  if (has) localStorage.setItem(key(list), '1');
  else localStorage.removeItem(key(list));
}
