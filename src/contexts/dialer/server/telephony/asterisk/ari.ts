/** Asterisk's REST interface and event socket, as used here. */
export interface AriOptions {
  /** Such as `http://127.0.0.1:8088/ari`. */
  base: string;
  user: string;
  password: string;
  /** The Stasis application; several servers of one agency share its name. */
  app: string;
  /** Where a number and an extension are dialled, such as `PJSIP/{number}@trunk`. */
  trunk: string;
  phones: string;
  /** New recordings have names that no other product on the exchange uses: `exchange:config` adds it to the address. */
  prefixesRecordings: boolean;
  /** Dialplan context for answered calls: hands them to our app, or plays an announcement without a connected server. */
  answers: string;
  /** The name of an extension's line in the browser. */
  browsers: string;
  /** WebSocket URL for browsers, such as `wss://pbx.example.in:8089/ws`; without it there are no browser lines. */
  wss: string;
  /** ICE servers for browsers behind a NAT: STUN, and TURN with a shared secret or one login for all. Empty: none. */
  ice: { stun: string; turn: string; secret: string; username: string; password: string };
  /** The object with the secret of an extension's browser line. */
  auths: string;
  /** The prompt to press 1 on an agent's phone; sounds of Asterisk in sequence. */
  prompt: string;
  /** Played to a borrower who answered while no agent is free. */
  farewell: string;
  /** Played to an inbound caller whom no agent took. */
  missed: string;
  /** How long an answer may take. */
  patienceMs: number;
  /** How long is rested at first after the socket was lost. */
  restMs: number;
}

/** From `public/sounds/`, copied to the exchange's sounds. */
const farewell = 'sound:recoup/nobody-free-hi,sound:recoup/nobody-free-en';
const missed = 'sound:recoup/nobody-here-hi,sound:recoup/nobody-here-en';

/** `https://user:password@pbx.example.in:8089?trunk=PJSIP/{number}@trunk&app=recoup&phones=PJSIP/{extension}` */
export function ariOptionsIn(address: string): AriOptions {
  const url = new URL(address);
  const given = (name: string, usual: string): string => url.searchParams.get(name) || usual;
  return {
    base: `${url.origin}${url.pathname.replace(/\/$/, '')}/ari`,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    app: given('app', 'recoup'),
    trunk: given('trunk', ''),
    phones: given('phones', 'PJSIP/{extension}'),
    prefixesRecordings: given('recordings', '') === 'prefixed',
    answers: given('answers', ''),
    browsers: given('browsers', '{extension}'),
    wss: given('wss', ''),
    ice: {
      stun: given('stun', ''),
      turn: given('turn', ''),
      secret: given('turnSecret', ''),
      username: given('turnUser', ''),
      password: given('turnPassword', ''),
    },
    auths: given('auths', given('browsers', '{extension}')),
    prompt: given('prompt', 'sound:press-1,sound:press-1,sound:press-1'),
    farewell: given('farewell', farewell),
    missed: given('missed', missed),
    patienceMs: 4000,
    restMs: 250,
  };
}

export interface AriChannel {
  id: string;
  name: string;
  state: string;
  caller: { number: string };
  dialplan: { exten: string; app_name?: string; app_data?: string };
}
export interface AriBridge {
  id: string;
  bridge_type: string;
  channels: string[];
}
export interface AriEvent {
  type: string;
  application?: string;
  timestamp?: string;
  args?: string[];
  channel?: AriChannel;
  peer?: AriChannel;
  /** Arguments of the current dialplan application. */
  dialplan_app_data?: string;
  dialstatus?: string;
  bridge?: AriBridge;
  cause?: number;
  /** Cause of the channel technology, such as SIP 480. */
  tech_cause?: number;
  digit?: string;
  /** `next_media_uri`: the playback has further files. */
  playback?: { id: string; state: string; media_uri?: string; next_media_uri?: string };
  /** `duration` in seconds, at the end. */
  recording?: { name: string; target_uri: string; duration?: number; cause?: string };
  /** Name of an event that we sent through the exchange. */
  eventname?: string;
}
interface Answer {
  status: number;
  /** Untyped response; use it as the requested type only with a success status. */
  body: unknown;
}
export const isGood = (status: number): boolean => status >= 200 && status < 300;

export interface Ari {
  ask(method: string, path: string, query?: Record<string, string>, body?: object): Promise<Answer>;
  /** Null: there is none. */
  bytes(path: string): Promise<{ contentType: string; bytes: Buffer } | null>;
  /** Bytes of a file; null: there is none. */
  sizeOf(path: string): Promise<number | null>;
  /** Opens the event socket; returns its close function. `over` is called once at its end. */
  listen(hear: (event: AriEvent) => void, open: () => void, over: () => void): () => void;
}

/** An answer that is no success. */
export class AriRefusal extends Error {
  readonly status: number;
  /** The exchange's error message. */
  readonly said: string;
  constructor(what: string, { status, body }: Answer) {
    super(`asterisk: ${what} answered ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.said = (body as { message?: string } | null)?.message ?? '';
  }
}

/** Sends a request, and throws unless the status is success or one of the accepted ones. */
export const mustOf =
  (ari: Ari) =>
  async (
    method: string,
    path: string,
    query?: Record<string, string>,
    alsoFine: number[] = [],
  ): Promise<number> => {
    const answer = await ari.ask(method, path, query);
    if (!isGood(answer.status) && !alsoFine.includes(answer.status))
      throw new AriRefusal(`${method} ${path}`, answer);
    return answer.status;
  };

const isEvent = (said: unknown): said is AriEvent =>
  typeof said === 'object' && said !== null && typeof (said as AriEvent).type === 'string';

function eventIn(text: unknown): AriEvent | undefined {
  try {
    const said: unknown = JSON.parse(String(text));
    return isEvent(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Asterisk's accept backlog is ten; one more connection is dropped, and retried after a full second. */
const atOnce = 10;
/** Requests without an audible effect are sent last. */
const isUrgent = (path: string): boolean => !/\/(variable|rtp_statistics)$/.test(path);
/** So many at once, the others in order. */
function turnsOf(most: number) {
  let busy = 0;
  const urgent: (() => void)[] = [];
  const others: (() => void)[] = [];
  return async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    if (busy < most) busy += 1;
    else await new Promise<void>((go) => void (isUrgent(path) ? urgent : others).push(go));
    try {
      return await work();
    } finally {
      const next = urgent.shift() ?? others.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

/** Reads a file of any length. The timeout applies per chunk: an hour of audio needs longer than a response. */
async function fileAt(
  url: string,
  Authorization: string,
  patienceMs: number,
): Promise<{ contentType: string; bytes: Buffer } | null> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('asterisk: a file stopped')), patienceMs);
  try {
    const response = await fetch(url, { headers: { Authorization }, signal: silence.signal });
    if (!response.ok) {
      await response.body?.cancel();
      if (response.status !== 404) throw new Error(`asterisk: ${url} answered ${response.status}`);
      return null;
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body ?? []) {
      timer.refresh();
      pieces.push(piece as Uint8Array);
    }
    return { contentType: response.headers.get('content-type') ?? 'audio/wav', bytes: Buffer.concat(pieces) };
  } finally {
    clearTimeout(timer);
  }
}

export function openAri(o: AriOptions): Ari {
  const inTurn = turnsOf(atOnce);
  const Authorization = `Basic ${Buffer.from(`${o.user}:${o.password}`).toString('base64')}`;
  const fetched = (method: string, path: string, query: Record<string, string> = {}, body?: object) =>
    fetch(`${o.base}${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: { Authorization, ...(body && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.timeout(o.patienceMs),
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    ask: (method, path, query, body) =>
      inTurn(path, async () => {
        const response = await fetched(method, path, query, body);
        const text = await response.text();
        const isJson = response.headers.get('content-type')?.includes('json') ?? false;
        return {
          status: response.status,
          body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
        };
      }),
    bytes: (path) => fileAt(`${o.base}${path}`, Authorization, o.patienceMs),
    async sizeOf(path) {
      const response = await fetched('GET', path);
      await response.body?.cancel();
      return response.ok ? Number(response.headers.get('content-length') ?? 0) : null;
    },
    listen(hear, open, over) {
      const query = new URLSearchParams({ app: o.app, api_key: `${o.user}:${o.password}` });
      const socket = new WebSocket(`${o.base.replace(/^http/, 'ws')}/events?${query.toString()}`);
      let isOver = false;
      const end = (): void => {
        if (!isOver) over();
        isOver = true;
      };
      socket.addEventListener('open', open);
      socket.addEventListener('message', ({ data }) => {
        const event = eventIn(data);
        if (event) hear(event);
      });
      socket.addEventListener('close', end);
      socket.addEventListener('error', end);
      return () => {
        socket.close();
        // The other side may never confirm the close.
        end();
      };
    },
  };
}
