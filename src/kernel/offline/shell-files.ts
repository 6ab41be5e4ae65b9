/** Messages between page and service worker about the app shell. */
export const countFiles = 'COUNT_FILES';
export interface ShellFiles {
  stored: number;
  of: number;
}
