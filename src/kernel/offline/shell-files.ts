/** What page and service worker tell each other about the shell: the files Recoup itself is made of. */
export const countFiles = 'COUNT_FILES';
export interface ShellFiles {
  stored: number;
  of: number;
}
