import { dirname, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, type Rolldown, build } from 'vite';
import { firstScreens } from '../../../app/first-screens.ts';
import { withoutAbouts } from '../without-abouts.ts';

const source = 'src/app/client/first-picture.tsx';
const nothing = '\0nothing';
const screens = Object.values(firstScreens).flatMap(({ files }) => files.map((file) => resolve(file)));

/** Whatever else is loaded when it is needed is not needed for a picture. */
const withoutTheRest: Plugin = {
  name: 'recoup:without-the-rest',
  resolveDynamicImport: (target, importer) =>
    typeof target === 'string' && importer && !screens.includes(resolve(dirname(importer), target))
      ? nothing
      : undefined,
  load: (id) => (id === nothing ? 'export {}' : undefined),
};

/** What the server draws the first picture of a screen with: one file for Node. */
export function firstPicture(): Plugin {
  return {
    name: 'recoup:first-picture',
    apply: 'build',
    async generateBundle() {
      const built = (await build({
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        plugins: [withoutTheRest, withoutAbouts(), react({ compiler: true })],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          write: false,
          ssr: source,
          minify: true,
          rolldownOptions: { output: { codeSplitting: false } },
        },
      })) as Rolldown.RolldownOutput;
      const script = built.output.find((one) => one.type === 'chunk');
      if (!script) throw new Error('There is nothing to draw the first picture with');
      this.emitFile({ type: 'asset', fileName: 'server/first-picture.js', source: script.code });
    },
  };
}
