/** Responses inlined into the page for its first screen, each usable once. */
const placeId = 'answers';
let answers: Map<string, unknown> | undefined;

function all(): Map<string, unknown> {
  if (answers) return answers;
  // A worker has no page.
  const place = globalThis.document?.getElementById(placeId);
  answers = new Map(Object.entries(JSON.parse(place?.textContent || '{}') as Record<string, unknown>));
  place?.remove();
  return answers;
}

/** The server has no document: it renders from the data it is about to send. */
export const putPageAnswers = (brought: Readonly<Record<string, unknown>>): void =>
  void (answers = new Map(Object.entries(brought)));

export const hasPageAnswers = (): boolean => all().size > 0;
export const pageAnswer = (url: string): unknown => all().get(url);
export const dropPageAnswers = (): void => all().clear();

export function takePageAnswer(url: string): unknown {
  const answer = all().get(url);
  all().delete(url);
  return answer;
}
