/** Complete configuration files of an Asterisk for our calls, without further files. Pure. */
import type { SpokenLine } from '../telephony/port.ts';
import { pjsipConf } from './pjsip.ts';
import { type ExchangePlan, aloneMark, checking, contexts, messageStep, music, plain } from './plan.ts';

/** Longer than our timeouts: agents' ring time for an inbound call, and the farewell of an outbound one. */
const unheardSeconds = { inbound: 100, outbound: 40 };
/** Delay of the dialplan's farewell after the server's, which it would otherwise cut off. */
export const farewellAfterPatience = 2;
/** Channel variable: seconds from the answer until the dialplan plays the farewell. */
export const farewellVariable = 'RECOUP_FAREWELL_AFTER';
const untilFarewell = `TIMEOUT(absolute)=\${IF($["\${${farewellVariable}}" = ""]?${unheardSeconds.outbound}:\${${farewellVariable}})}`;
const mostSeconds = 30;
/** Announcements, from `public/sounds/`: for borrowers we called, and for inbound callers. */
export const sounds = {
  nobody: ['recoup/nobody-free-hi', 'recoup/nobody-free-en'],
  nobodyHere: ['recoup/nobody-here-hi', 'recoup/nobody-here-en'],
} as const;
/** Music after each announcement: a sound file instead of a music class, so that it follows automatically. */
export const musicSound = 'recoup/hold/music';
/** Bundled beep: without it an exchange lacking sound files would not record. */
export const beepSound = 'recoup/beep';
/** Sound files per language and announcement; an admin's greeting has one file in an unknown language. */
export const soundFiles = (line: SpokenLine): string[] =>
  line.startsWith('queue-') ? [`recoup/${line}`] : [`recoup/${line}-hi`, `recoup/${line}-en`];
const say = (context: string, files: readonly string[]): string => `[${context}]
exten => s,1,Set(TIMEOUT(absolute)=${mostSeconds})
 same => n,Answer()
 same => n,Playback(${files.join('&')})
 same => n,Hangup()
exten => T,1,Hangup()
`;

/** A self-test of the exchange: it plays its music and checks for sound, as a music class without files is silent. */
export const musicHeard = 'RECOUP_MUSIC';
export const musicSeconds = 3;
const noiseMs = 60;
const plays = (name: string): string => `exten => ${name},1,Answer()
 same => n,MusicOnHold(\${EXTEN},${musicSeconds + 1})
 same => n,Hangup()
`;

/** How long a server of ours has to act when the other party of a call hung up. */
const aloneSeconds = 0.5;
/**
 * A party left alone in a bridge without a server gets an announcement. `BRIDGEPEER` names the other channel, and
 * continues to name the last one.
 */
const aloneConf = `[${contexts.left}]
exten => s,1,Originate(Local/\${ARG1}@${contexts.alone}/n,app,NoOp,,,,a)
 same => n,Return()

[${contexts.alone}]
exten => _[0-9a-f]!,1,Wait(${aloneSeconds})
 same => n,Set(peers=\${IMPORT(\${EXTEN},BRIDGEPEER)})
 same => n,GotoIf($["\${peers}" = "" | \${FIELDQTY(peers,\\,)} > 1]?over)
 same => n,GotoIf($["\${IMPORT(\${EXTEN},${aloneMark})}" = "1"]?over)
 same => n,GotoIf($["\${peers:0:9}" != "Recorder/" & \${CHANNEL_EXISTS(\${peers})} = 1]?over)
 same => n,ChannelRedirect(\${EXTEN},${contexts.nobodyHere},s,1)
 same => n(over),Hangup()
`;

/** Silence after an answering machine's greeting and tone; pauses within greetings are shorter. */
const silenceMs = 1500;
const greetsAtMost = 40;
const leavesAtMost = 110;
/** Waits, plays and hangs up autonomously: no server is needed for a message. */
const messageConf = `[${contexts.message}]
exten => _[0-9a-f]!,1,Set(TIMEOUT(absolute)=${leavesAtMost})
 same => n,StopMusicOnHold()
 same => n,WaitForSilence(${silenceMs},1,${greetsAtMost})
 same => n,GotoIf($["\${WAITSTATUS}" != "SILENCE"]?none)
 same => n,NoOp(${messageStep('begun')})
 same => n,Playback(recoup/message-\${EXTEN})
 same => n,GotoIf($["\${PLAYBACKSTATUS}" != "SUCCESS"]?none)
 same => n,NoOp(${messageStep('whole')})
 same => n,Hangup()
 same => n(none),NoOp(${messageStep('none')})
 same => n,Hangup()
exten => T,1,Hangup()
`;

/**
 * Parameters of answering-machine detection, in milliseconds and word counts: a person gives a short greeting and
 * pauses. Tuned with voices other than those of `machines.test.ts`, which measures the errors.
 */
const hearing = {
  initial_silence: 2000,
  greeting: 1500,
  after_greeting_silence: 600,
  total_analysis_time: 4000, // Music is included: about two and a half seconds.
  min_word_length: 120,
  between_words_silence: 50,
  maximum_number_of_words: 4,
  maximum_word_length: 5000,
  silence_threshold: 256,
};
/** Without this file the exchange has no detection at all. */
const amdConf = `[general]
${Object.entries(hearing)
  .map(([name, value]) => `${name}=${value}\n`)
  .join('')}`;
/** The dialplan plays the announcement, so that callers hear it while all our servers are down. */
const extensionsConf = ({ app }: ExchangePlan): string => `[${contexts.callers}]
exten => _[+0-9]!,1,GotoIf($["\${CHANNEL(channeltype)}" = "Local"]?${contexts.redirected},s,1)
 same => n,Ringing()
 same => n,Set(TIMEOUT(absolute)=${unheardSeconds.inbound})
 same => n,Stasis(${plain(app)},inbound)
 same => n,GotoIf($["\${STASISSTATUS}" = "FAILED"]?${contexts.nobodyHere},s,1)
 same => n,Hangup()
exten => T,1,Goto(${contexts.nobodyHere},s,1)

[${contexts.answered}]
exten => s,1,Set(${untilFarewell})
 same => n,StartMusicOnHold(${music.wait})
 same => n,Stasis(${plain(app)},customer)
 same => n,GotoIf($["\${STASISSTATUS}" = "FAILED"]?${contexts.nobody},s,1)
 same => n,Hangup()
exten => ${checking},1,Set(TIMEOUT(absolute)=${unheardSeconds.outbound})
 same => n,StartMusicOnHold(${music.wait})
 same => n,TryExec(AMD())
 same => n,Set(${untilFarewell})
 same => n,Stasis(${plain(app)},customer,\${AMDSTATUS},\${AMDCAUSE})
 same => n,GotoIf($["\${STASISSTATUS}" = "FAILED" & "\${AMDSTATUS}" != "MACHINE"]?${contexts.nobody},s,1)
 same => n,Hangup()
exten => T,1,GotoIf($["\${AMDSTATUS}" = "MACHINE"]?over)
 same => n,Goto(${contexts.nobody},s,1)
 same => n(over),Hangup()

${say(contexts.nobody, sounds.nobody)}
${say(contexts.nobodyHere, sounds.nobodyHere)}
${aloneConf}
${messageConf}
[${contexts.redirected}]
exten => _.,1,Hangup(23)

[${contexts.music}]
${Object.values(music).map(plays).join('')}exten => s,1,Answer()
 same => n,WaitForNoise(${noiseMs},1,${musicSeconds})
 same => n,Set(GLOBAL(${musicHeard})=\${WAITSTATUS})
 same => n,Hangup()
`;

const httpConf = ({ ari, wss }: ExchangePlan): string => `[general]
enabled=yes
bindaddr=${plain(ari.address)}
bindport=${ari.port}
session_limit=500
${
  wss
    ? `tlsenable=yes
tlsbindaddr=${plain(wss.address)}:${wss.port}
tlscertfile=${plain(wss.certificate)}
tlsprivatekey=${plain(wss.key)}
`
    : ''
}`;

const ariConf = ({ ari }: ExchangePlan): string => `[general]
enabled=yes
websocket_write_timeout=1000

[${plain(ari.user)}]
type=user
read_only=no
password=${plain(ari.password)}
`;

const rtpConf = ({ rtp, stun, turn }: ExchangePlan): string => `[general]
rtpstart=${rtp.from}
rtpend=${rtp.to}
icesupport=yes
${stun ? `stunaddr=${plain(stun)}\n` : ''}${
  turn && turn.username !== ''
    ? `turnaddr=${plain(turn.address)}\nturnusername=${plain(turn.username)}\nturnpassword=${plain(turn.password)}\n`
    : ''
}`;

/** Secrets of browser lines are written through ARI and persist after a restart of the exchange. */
const sorceryConf = `[res_pjsip]
auth/astdb=astdb,ps_auths
auth/config=config,pjsip.conf,criteria=type=auth
`;
const musicConf = `[default]
mode=files
directory=moh

${Object.values(music)
  .map((name) => `[${name}]\nmode=files\ndirectory=${name}\n`)
  .join('\n')}`;
/** What we do not use is not there to be misused. */
const unused = [
  'chan_iax2',
  'chan_mgcp',
  'chan_skinny',
  'chan_unistim',
  'pbx_dundi',
  'res_phoneprov',
  'app_voicemail',
  // Disables SIP MESSAGE, which would start calls in the dialplan, and record and transfer buttons of phones.
  'res_pjsip_messaging',
  'res_pjsip_one_touch_record_info',
  'res_pjsip_send_to_voicemail',
  // Disables channels to any address, which a redirect could name.
  'chan_audiosocket',
  'chan_rtp',
  'chan_websocket',
];
const modulesConf = `[modules]
autoload=yes
${unused.map((name) => `noload => ${name}.so\n`).join('')}`;

const secret = new Set(['pjsip.conf', 'ari.conf', 'rtp.conf']);
/** Files with credentials, which allow calls at the agency's cost. */
export const modeOf = (file: string): number => (secret.has(file) ? 0o600 : 0o644);

export const exchangeFiles = (plan: ExchangePlan): Record<string, string> => ({
  'amd.conf': amdConf,
  'ari.conf': ariConf(plan),
  'extensions.conf': extensionsConf(plan),
  'http.conf': httpConf(plan),
  'modules.conf': modulesConf,
  'musiconhold.conf': musicConf,
  'pjsip.conf': pjsipConf(plan),
  'rtp.conf': rtpConf(plan),
  'sorcery.conf': sorceryConf,
});

/** ARI_URL of the exchange that these files configure. */
const iceOf = ({ stun, turn }: ExchangePlan): string[] => {
  const said = (name: string, value: string | undefined): string[] =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [];
  const login = turn?.secret
    ? said('turnSecret', turn.secret)
    : [...said('turnUser', turn?.username), ...said('turnPassword', turn?.password)];
  return [...said('stun', stun ?? undefined), ...said('turn', turn?.address), ...login];
};

export function addressOf(plan: ExchangePlan, host = '127.0.0.1', outside = host): string {
  const { ari, app, wss, trunkToken } = plan;
  const says = [
    `trunk=PJSIP/{number}@${trunkToken ? `{trunk}-${trunkToken}` : '{trunk}'}`,
    'phones=PJSIP/{extension}',
    `answers=${contexts.answered}`,
    ...(app === 'recoup' ? [] : [`app=${app}`]),
    ...(wss ? ['browsers=web-{extension}', `wss=wss://${outside}:${wss.port}/ws`, ...iceOf(plan)] : []),
  ];
  const login = `${encodeURIComponent(ari.user)}:${encodeURIComponent(ari.password)}`;
  return `http://${login}@${host}:${ari.port}?${says.join('&')}`;
}
