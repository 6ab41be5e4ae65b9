/** Where letters of a lender's borrowers may go (decision 042). Pure. */

/** A lender's allowed addresses and domains, as typed: separated by commas, spaces or line breaks. */
const allowedIn = (written: string): string[] =>
  written
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

const domain = /^@?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const address = /^[^\s@]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
/** The first part that is neither an address nor a domain. */
export const unreadableIn = (written: string): string | undefined =>
  allowedIn(written).find((part) => !domain.test(part) && !address.test(part));

/** A domain is the complete part after the @: neither suffixes nor subdomains match. */
export function isAllowedAddress(to: string, written: string): boolean {
  const wanted = to.toLowerCase();
  const place = wanted.slice(wanted.lastIndexOf('@') + 1);
  return allowedIn(written).some((part) =>
    part.includes('@') && !part.startsWith('@') ? part === wanted : part.replace('@', '') === place,
  );
}
