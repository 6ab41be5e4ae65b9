/**
 * Settings from the environment for contexts. A context extends this interface; the app reads the environment
 * (app/server/config.ts).
 */
export interface Environment {
  /** Public origin; used for links in emails and the origin check. */
  publicUrl: string;
}
