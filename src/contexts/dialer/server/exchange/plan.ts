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
  /** Of the phone at the desk; the browser's is given by each session of the dialer. */
  password: string;
  /** A phone that never registers stands there, such as `sip:1001@10.0.0.7`. */
  contact?: string;
}
export interface ExchangePlan {
  app: string;
  /** Where we ask and hear: loopback or a private network. */
  ari: { address: string; port: number; user: string; password: string };
  /** Where browsers connect to; null: no browser lines. */
  wss: { address: string; port: number; certificate: string; key: string } | null;
  sip: { address: string; port: number; publicAddress: string | null; localNetwork: string | null };
  rtp: { from: number; to: number };
  stun: string | null;
  /** With a secret every browser has credentials of its own, and the exchange, which has none then, uses its own address. */
  turn: { address: string; username: string; password: string; secret?: string } | null;
  trunks: readonly TrunkLine[];
  /** Token in the trunks' names in the exchange: a guessed name would let a far end place calls (`PJSIP/…@trunk-1`). */
  trunkToken?: string;
  phones: readonly PhoneLine[];
  /** What queues say first, where an admin wrote it. */
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
/** A line in the browser has a name of its own: the phone at the desk may stand beside it. */
export const browserName = (extension: string): string => `web-${extension}`;

/** The extension of the dialplan that listens for a machine before it hands us whoever answered. */
export const checking = 'amd';
/** Contexts of the dialplan. */
export const contexts = {
  callers: 'recoup-callers',
  answered: 'recoup-answered',
  nobody: 'recoup-nobody',
  nobodyHere: 'recoup-nobody-here',
  /** Leaves a message on a machine. */
  message: 'recoup-message',
  /** Run when a line of ours hangs up, and for whoever it leaves alone in a bridge. */
  left: 'recoup-left',
  alone: 'recoup-alone',
  /** Context where a redirected call ends immediately. Without extensions our leg would remain until its ring timeout. */
  redirected: 'recoup-redirected',
  /** Where the exchange hears its own music, to know that there is some. */
  music: 'recoup-music',
} as const;

/** Variable of a caller who waits for their agent's new line: the dialplan speaks no farewell to them. */
export const aloneMark = 'RECOUP_WAITS';

/** How far a message for a machine has come, as the dialplan says it in passing. */
export const messageSteps = ['begun', 'whole', 'none'] as const;
export const messageStep = (how: (typeof messageSteps)[number]): string => `recoup-message ${how}`;

/** Music classes, with the folder of their files: between answer and agent, and on hold. */
export const music = { wait: 'recoup-wait', hold: 'recoup-hold' } as const;

/** What goes wrong in a file when it is written there: a line of its own would be a setting of its own. */
const isPlain = (value: string): boolean => !/[\r\n;]/.test(value);
export function plain(value: string): string {
  if (!isPlain(value))
    throw new Error('a value with a line break or a semicolon cannot stand in an Asterisk file');
  return value;
}
