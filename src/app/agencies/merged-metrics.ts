/** Figures of several agencies as one page: each family is described once, with the series of all below. */
export function merged(texts: readonly string[]): string {
  const families = new Map<string, { about: string[]; series: string[] }>();
  for (const text of texts) {
    let name = '';
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const described = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1];
      name = described ?? name;
      const family = families.get(name) ?? { about: [], series: [] };
      families.set(name, family);
      if (!described) family.series.push(line);
      else if (!family.about.some((one) => one.slice(0, 6) === line.slice(0, 6))) family.about.push(line);
    }
  }
  return `${[...families.values()].flatMap(({ about, series }) => [...about, ...series]).join('\n')}\n`;
}
