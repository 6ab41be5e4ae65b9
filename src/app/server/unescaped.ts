/** Addresses with an unescaped character in user or password, which then mean another host. */

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** None of our addresses has a fragment, an @ in its path, or a parameter with an @ in its name. */
export function isUnescaped(text: string): boolean {
  const [, rest] = /^[a-z][a-z0-9+.-]*:\/\/(.*)$/is.exec(text) ?? [];
  if (rest === undefined) return false;
  const [authority = ''] = rest.split(/[/?#]/, 1);
  const after = rest.slice(authority.length);
  const [path = ''] = after.split(/[?#]/, 1);
  const user = authority.includes('@') ? authority.slice(0, authority.lastIndexOf('@')) : '';
  return after.includes('#') || path.includes('@') || /\?[^=&]*@/.test(after) || !isDecodable(user);
}
