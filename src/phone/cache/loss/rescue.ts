/**
 * Rescue page: works when the console does not, in a separate script and build. It sends the queue, and reloads the
 * console without changing the queue.
 */
import { session } from '#kernel/contract/session.ts';
import { rescueText as say } from '#contexts/sync/text/en/rescue.ts';
import { call } from '#kernel/client/calls/api.ts';
import { lookForServer } from '#kernel/client/calls/ping.ts';
import { Unreachable, wordsOf } from '#kernel/client/calls/api-failure.ts';
import { browserOutbox } from '../../outbox/browser-outbox.ts';
import { idbStore } from '#kernel/offline/outbox/idb-store.ts';

let userId: number | undefined;
let agency: string | undefined;
const store = idbStore();
const { outbox } = browserOutbox({ store, actorOf: () => userId, tell: () => undefined });

const root = document.getElementById('rescue') ?? document.body;

function part<K extends keyof HTMLElementTagNameMap>(name: K, words = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = words;
  return made;
}

/** Errors are shown at their button. */
function button(words: string, act: () => Promise<void>): HTMLElement {
  const made = part('button', words);
  made.type = 'button';
  made.addEventListener('click', () => {
    made.disabled = true;
    void act()
      .catch((error: unknown) => trouble(error))
      .then(() => (made.disabled = false));
  });
  return made;
}

function trouble(error: unknown): void {
  const said = part('p', wordsOf(error) ?? say.failed);
  said.setAttribute('role', 'alert');
  root.append(said);
}

const fills = { email: 'username', password: 'current-password', text: 'one-time-code' } as const;
function asked(label: string, type: keyof typeof fills): [HTMLElement, HTMLInputElement] {
  const frame = part('label', label);
  const input = part('input');
  input.type = type;
  input.required = true;
  input.autocomplete = fills[type];
  frame.append(input);
  return [frame, input];
}

type Entered = Exclude<Awaited<ReturnType<typeof call<typeof session.login>>>, { ticket: string }>;
async function entered({ id, mustSetUp }: Entered): Promise<void> {
  if (mustSetUp) return location.assign('/second-step');
  ({ agency } = await call(session.access, {}));
  userId = id;
  await send();
}

function form(title: string, parts: readonly HTMLElement[], act: () => Promise<void>): HTMLElement {
  const made = part('form');
  made.append(part('h2', title), ...parts, part('button', say.submit));
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    void act().catch(trouble);
  });
  return made;
}

function signIn(): HTMLElement {
  const [emailPart, email] = asked(say.email, 'email');
  const [passwordPart, password] = asked(say.password, 'password');
  const made = form(say.signIn, [emailPart, passwordPart], async () => {
    const answer = await call(session.login, { email: email.value, password: password.value });
    if ('ticket' in answer) made.replaceWith(secondStep(answer.ticket));
    else await entered(answer);
  });
  return made;
}

function secondStep(ticket: string): HTMLElement {
  const [codePart, code] = asked(say.code, 'text');
  return form(say.signIn, [codePart], async () =>
    entered(await call(session.loginCode, { ticket, code: code.value })),
  );
}

async function send(): Promise<void> {
  if (userId !== undefined) {
    await outbox.signedIn(userId, agency);
    await outbox.drain('person');
  }
  await draw();
}

/** Worker and files go; databases stay. */
async function repair(): Promise<void> {
  // Without our server, as behind a captive portal, a reload would find nothing.
  const absence = await lookForServer();
  if (absence) throw new Unreachable(absence);
  for (const one of (await navigator.serviceWorker?.getRegistrations()) ?? []) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  location.assign('/');
}

async function draw(): Promise<void> {
  const items = await store.read((tx) => tx.all());
  const mine = items.filter(({ actorId }) => actorId === userId);
  const refused = mine.filter(({ state }) => state === 'attention').length;
  const others = items.length - mine.length;
  const status = part('p', items.length === 0 ? say.none : say.waiting(items.length));
  status.setAttribute('role', 'status');
  const asks = part('section');
  if (userId === undefined && items.length > 0) asks.append(signIn());
  if (userId !== undefined && others > 0) asks.append(part('p', say.others(others)));
  if (refused > 0) asks.append(part('p', say.refused(refused)));
  if (userId !== undefined && mine.length > refused) asks.append(button(say.send, send));
  const mending = part('section');
  mending.append(part('p', say.repairAbout), button(say.repair, repair));
  root.replaceChildren(part('h1', say.title), part('p', say.about), status, asks, mending);
}

async function start(): Promise<void> {
  await draw();
  try {
    const access = await call(session.access, {});
    ({ agency } = access);
    if (!access.mustSetUp) userId = access.user.id;
  } catch {
    // Signed out or offline: the page shows the queue, and a sign-in prompt.
    return;
  }
  await draw();
}
void start().catch(trouble);
