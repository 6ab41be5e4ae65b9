import type { Server } from 'socket.io';
import type { ServerActor } from '../http/actor.ts';
import type { Signal } from './event.ts';

/** What a context tells sockets: in which of its rooms a person is, and what becomes of a signal. */
export interface Topic {
  roomsOf(actor: ServerActor): string[];
  open(io: Server): (message: Signal) => void;
}
