/** Names exported by three or more files of contexts and kernel: ambiguous terms. */
const exported = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;

export function homonyms(
  files: readonly { path: string; text: string }[],
  most = 2,
): [name: string, paths: string[]][] {
  const names = new Map<string, Set<string>>();
  for (const { path, text } of files.filter((one) => /^src\/(contexts|kernel)\//.test(one.path)))
    for (const [, name = ''] of text.matchAll(exported))
      names.set(name, (names.get(name) ?? new Set()).add(path));
  return [...names]
    .flatMap(([name, paths]): [string, string[]][] => (paths.size > most ? [[name, [...paths]]] : []))
    .toSorted(([, a], [, b]) => b.length - a.length);
}
