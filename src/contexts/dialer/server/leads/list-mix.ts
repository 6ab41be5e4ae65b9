/** Mixes leads of several lists by share: the list of the next call is drawn by percentage. Pure. */
export interface Share {
  listId: number;
  percent: number;
}
interface Listed {
  listId: number | null;
  priority: number;
}

/**
 * Selects up to this many due leads, each list in order. Promised ones are first, whatever their list; an empty list
 * frees its share; lists without a share are called when all others are empty.
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
