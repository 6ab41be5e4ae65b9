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
  /** The role requires a second factor that is not set up. */
  mustSetUp: boolean;
}

/** Tokens are stored only as this hash. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

export interface Recognition {
  /** Actor of a valid session: not expired, idle or deactivated. The same object while unchanged. */
  actorOf(tx: Tx, token: string): Promise<ServerActor | null>;
  /** Extends a session; at most once per minute. */
  touch(sessionId: number): Fragment;
}

/** Answers null while the user must set up a second factor; `entering` answers them, for the endpoints that do so. */
export interface Authenticator extends Recognition {
  entering: Recognition;
}
