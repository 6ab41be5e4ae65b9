/** The agent's SIP line in this browser. The library is large, so this file is loaded only for browser lines. */
import { UA, WebSocketInterface } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession.js';
import { openMicrophone } from './microphone.ts';

interface Given {
  address: string;
  uri: string;
  password: string;
  iceServers: RTCIceServer[];
}
interface Tells {
  /** The line is registered; `hasCall`: this page has the line's call. */
  ready: (hasCall: boolean) => void;
  /** The exchange is out of reach, or does not let us in. */
  lost: () => void;
  /** Whether the microphone was lost while the line is open. */
  microphone: (isLost: boolean) => void;
}
const againMs = 3000;

/** Sends silence without a microphone, because the exchange drops a line that sends no audio. */
function silence(): MediaStreamTrack | undefined {
  const audio = new AudioContext();
  return audio.createMediaStreamDestination().stream.getAudioTracks()[0];
}
async function send(session: RTCSession | undefined, track: MediaStreamTrack | undefined): Promise<void> {
  const [sender] = session?.connection?.getSenders() ?? [];
  if (sender && track) await sender.replaceTrack(track);
}

/** Rung off, the line is free to be rung again. */
function whenEnded(session: RTCSession, then: () => void): void {
  for (const end of ['ended', 'failed'] as const) session.on(end, then);
}

/** Answers every call: the server decides which calls reach this line. */
function take(
  session: RTCSession,
  o: { microphone: MediaStream; speaker: HTMLAudioElement; iceServers: RTCIceServer[] },
): void {
  session.on('peerconnection', ({ peerconnection }) => {
    peerconnection.addEventListener('track', ({ streams: [stream] }) => {
      o.speaker.srcObject = stream ?? null;
    });
  });
  session.answer({ mediaStream: o.microphone, pcConfig: { iceServers: o.iceServers } });
}

/**
 * Opens the line and reconnects it; throws the error of getUserMedia when there is no microphone. Returns the function
 * that closes it.
 */
export async function openLine(
  { address, uri, password, iceServers }: Given,
  tells: Tells,
): Promise<() => void> {
  let live: RTCSession | undefined;
  let isSilent = false;
  const speaker = new Audio();
  speaker.autoplay = true;
  const hearBy = (id: string): Promise<void> => speaker.setSinkId?.(id) ?? Promise.resolve();
  const microphone = await openMicrophone({
    switched: (track) => void send(live, track).catch(tells.lost),
    lost() {
      isSilent = true;
      void send(live, silence()).catch(tells.lost);
      tells.microphone(true);
    },
    back() {
      isSilent = false;
      tells.microphone(false);
    },
    speaker: hearBy,
  });
  const sockets = [new WebSocketInterface(address)];
  const agent = new UA({ sockets, uri, password, register: true, session_timers: false });
  let isClosed = false;
  agent.on('registered', () => tells.ready(live !== undefined));
  agent.on('registrationFailed', () => {
    tells.lost();
    // The exchange may not have processed the registration yet.
    setTimeout(() => !isClosed && agent.register(), againMs);
  });
  agent.on('disconnected', () => !isClosed && tells.lost());
  agent.on('newRTCSession', ({ originator, session }: { originator: string; session: RTCSession }) => {
    if (originator !== 'remote') return;
    // A new ring replaces the former, dead session.
    const before = live;
    live = session;
    before?.terminate();
    whenEnded(session, () => {
      if (live !== session) return;
      live = undefined;
      if (agent.isRegistered()) tells.ready(false);
    });
    const quiet = isSilent ? silence() : undefined;
    const heard = quiet ? new MediaStream([quiet]) : microphone.stream();
    take(session, { microphone: heard, speaker, iceServers });
  });
  agent.start();
  return () => {
    isClosed = true;
    agent.stop();
    microphone.close();
    speaker.srcObject = null;
  };
}
