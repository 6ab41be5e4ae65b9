import { type Plugin, type Rolldown, build } from 'vite';

const source = 'src/contexts/sync/client/cache/rescue.ts';

/** The script of `public/rescue.html`, in one file that shares nothing with the console. */
export function rescuePage(): Plugin {
  return {
    name: 'recoup:rescue-page',
    apply: 'build',
    async generateBundle() {
      const built = (await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          modulePreload: false,
          target: 'baseline-widely-available',
          rolldownOptions: { input: source, output: { codeSplitting: false } },
        },
      })) as Rolldown.RolldownOutput;
      const [script, ...others] = built.output;
      if (script.type !== 'chunk' || others.length > 0) throw new Error('The rescue page is not one script');
      this.emitFile({ type: 'asset', fileName: 'rescue.js', source: script.code });
    },
  };
}
