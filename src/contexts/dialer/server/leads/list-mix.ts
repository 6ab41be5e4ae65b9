/** Leads of several lists in their shares: which list the next call goes to is drawn, by its percent. Pure. */
export interface Share {
  listId: number;
  percent: number;
}
interface Listed {
  listId: number | null;
  priority: number;
}

/**
 * Up to so many of those due, each list in its own order. Promised ones go first, whatever list they are of; a list with
 * nobody left leaves its share to the others; lists without a share are called when no other has anybody.
 */
export function mixed<L extends Listed>(
  due: readonly L[],
  shares: readonly Share[],
  most: number,
  random: () => number,
): L[] {
  const chosen = due.filter(({ priority }) => priority > 0).slice(0, most);
  const usual = due.filter(({ priority }) => priority <= 0);
  const lists = shares.map(({ listId, percent }) => ({
    percent,
    leads: usual.filter((one) => one.listId === listId),
  }));
  while (chosen.length < most) {
    const open = lists.filter(({ leads, percent }) => leads.length > 0 && percent > 0);
    let at = random() * open.reduce((sum, { percent }) => sum + percent, 0);
    const list = open.find(({ percent }) => (at -= percent) < 0) ?? open.at(-1);
    const lead = list?.leads.shift();
    if (!lead) break;
    chosen.push(lead);
  }
  const taken = new Set(chosen);
  return [...chosen, ...usual.filter((one) => !taken.has(one)).slice(0, most - chosen.length)];
}
