import type { Server } from 'socket.io';
import type { ServerActor } from '../http/actor.ts';
import type { Signal } from './event.ts';

/** Socket topic of a context: the rooms of a user, and the handling of a signal. */
export interface Topic {
  roomsOf(actor: ServerActor): string[];
  open(io: Server): (message: Signal) => void;
}
