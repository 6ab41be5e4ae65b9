/**
 * What the environment decides and contexts ask for. A context adds what only it asks for by declaring this interface
 * again; the app reads the environment (app/server/config.ts).
 */
export interface Environment {
  /** The origin people type; links in e-mails and the check of foreign origins use it. */
  publicUrl: string;
}
