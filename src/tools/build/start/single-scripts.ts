import { createHash } from 'node:crypto';
import { type Plugin, type Rolldown, build } from 'vite';

interface Script {
  source: string;
  /** Output path; `[hash]` changes with its content. */
  fileName: string;
}
const scripts: readonly Script[] = [
  // Of `public/rescue.html`.
  { source: 'src/phone/cache/loss/rescue.ts', fileName: 'rescue.js' },
  // Of the payment pages, which are the server's.
  { source: 'src/pay/pay.ts', fileName: 'assets/pay-[hash].js' },
];

async function codeOf({ source }: Script): Promise<string> {
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
  if (script.type !== 'chunk' || others.length > 0) throw new Error(`${source} is not one script`);
  return script.code;
}

/** Scripts of pages without the console: each is one file that shares nothing with it. */
export function singleScripts(): Plugin {
  return {
    name: 'recoup:single-scripts',
    apply: 'build',
    async generateBundle() {
      for (const script of scripts) {
        const source = await codeOf(script);
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 7);
        this.emitFile({ type: 'asset', fileName: script.fileName.replace('[hash]', hash), source });
      }
    },
  };
}
