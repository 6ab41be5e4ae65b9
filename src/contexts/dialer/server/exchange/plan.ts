/** What an exchange has to carry for us, as its files are written from it. */
export interface TrunkLine {
  /** Named in the exchange as `trunk-<id>`. */
  id: number;
  name: string;
  host: string;
  port: number;
  transport: 'udp' | 'tcp' | 'tls';
  /** Username of the account that authenticates our calls; null: the carrier identifies us by address. */
  username: string | null;
  password: string | null;
  /** False: the account authenticates calls and is not registered. */
  registers?: boolean;
  /** Other addresses or networks the carrier calls from. */
  addresses?: readonly string[];
  /** In order of preference. */
  codecs?: readonly string[];
  /** Sends the caller ID as P-Asserted-Identity. */
  assertsIdentity?: boolean;
}
export interface PhoneLine {
  extension: string;
  /** Of the desk phone; browser secrets are derived per dialer session. */
  password: string;
  /** Static contact of a phone that never registers, such as `sip:1001@10.0.0.7`. */
  contact?: string;
}
export interface ExchangePlan {
  app: string;
  /** ARI endpoint: loopback or a private network. */
  ari: { address: string; port: number; user: string; password: string };
  /** WebSocket endpoint of browsers; null: no browser lines. */
  wss: { address: string; port: number; certificate: string; key: string } | null;
  sip: { address: string; port: number; publicAddress: string | null; localNetwork: string | null };
  rtp: { from: number; to: number };
  stun: string | null;
  /** With a secret every browser gets derived credentials; the exchange has none then and uses its local address. */
  turn: { address: string; username: string; password: string; secret?: string } | null;
  trunks: readonly TrunkLine[];
  /**
   * Token in the trunks' names in the exchange: with a guessable name a remote party could place calls
   * (`PJSIP/…@trunk-1`).
   */
  trunkToken?: string;
  phones: readonly PhoneLine[];
  /** Greetings of queues, where an admin wrote one. */
  greetings?: readonly { queueId: number; text: string }[];
  /** What campaigns leave on machines. */
  messages?: readonly { sound: string; text: string }[];
}

export const trunkName = ({ id }: Pick<TrunkLine, 'id'>): string => `trunk-${id}`;
/** Name of a trunk in the exchange: `trunk-3-` and the token. */
export const trunkEndpoint = (
  { trunkToken }: Pick<ExchangePlan, 'trunkToken'>,
  trunk: Pick<TrunkLine, 'id'>,
): string => (trunkToken ? `${trunkName(trunk)}-${trunkToken}` : trunkName(trunk));
/** Name of the browser line, separate from the desk phone, because both may be registered. */
export const browserName = (extension: string): string => `web-${extension}`;

/** Dialplan extension that runs answering-machine detection before it hands us the call. */
export const checking = 'amd';
/** Contexts of the dialplan. */
export const contexts = {
  callers: 'recoup-callers',
  answered: 'recoup-answered',
  nobody: 'recoup-nobody',
  nobodyHere: 'recoup-nobody-here',
  /** Plays a message on an answering machine. */
  message: 'recoup-message',
  /** Runs when one of our lines hangs up, for the party left alone in a bridge. */
  left: 'recoup-left',
  alone: 'recoup-alone',
  /**
   * Context where a redirected call ends immediately. Without extensions our leg would remain until its ring timeout.
   */
  redirected: 'recoup-redirected',
  /** Used by the exchange to check that hold music is audible. */
  music: 'recoup-music',
} as const;

/** Variable of a caller who waits for their agent's new line: the dialplan plays no farewell to them. */
export const aloneMark = 'RECOUP_WAITS';

/** Progress of a message on an answering machine, as reported by the dialplan. */
export const messageSteps = ['begun', 'whole', 'none'] as const;
export const messageStep = (how: (typeof messageSteps)[number]): string => `recoup-message ${how}`;

/** Music classes with their folders: between answer and agent, and on hold. */
export const music = { wait: 'recoup-wait', hold: 'recoup-hold' } as const;

/** Rejects line breaks and semicolons: they would inject a setting into the file. */
const isPlain = (value: string): boolean => !/[\r\n;]/.test(value);
export function plain(value: string): string {
  if (!isPlain(value))
    throw new Error('a value with a line break or a semicolon cannot stand in an Asterisk file');
  return value;
}
