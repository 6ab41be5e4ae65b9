/** The signed-in user of a request. The context that owns sessions implements `Authenticator`. */
import { hash } from 'node:crypto';
import type { Actor } from '#kernel/contract/access.ts';
import type { Tx } from '../database/database.ts';
import type { Fragment } from '../database/sql.ts';

export interface ServerActor extends Actor {
  sessionId: number;
  roleId: number;
  roleName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** The lender a portal user belongs to. */
  clientId: number | null;
  /** The session was last touched more than a minute ago. */
  isQuiet: boolean;
  /** Their role asks for a second factor that they have not set up. */
  mustSetUp: boolean;
}

/** Tokens are kept as this only. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

export interface Recognition {
  /**
   * The actor behind a live session: not expired, not idle too long, not deactivated.
   * The same object for as long as nothing about them changed.
   */
  actorOf(tx: Tx, token: string): Promise<ServerActor | null>;
  /** Keeps a session awake; at most once a minute. */
  touch(sessionId: number): Fragment;
}

/** Answers null while the user must set up a second factor; `entering` answers them, for the endpoints that do so. */
export interface Authenticator extends Recognition {
  entering: Recognition;
}
