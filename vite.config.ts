import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { authFirst } from './src/tools/build/start/auth-first.ts';
import { buildNote } from './src/tools/build/build-note.ts';
import { fetchedParts } from './src/tools/build/fetched-parts.ts';
import { withIntegrity } from './src/tools/build/integrity.ts';
import { firstPicture } from './src/tools/build/start/first-picture.ts';
import { precompress } from './src/tools/build/precompress.ts';
import { singleScripts } from './src/tools/build/start/single-scripts.ts';
import { startChunks } from './src/tools/build/start/start-chunks.ts';
import { startNote } from './src/tools/build/start/start-note.ts';
import { typeface } from './src/tools/build/typeface.ts';
import { withoutAbouts } from './src/tools/build/without-abouts.ts';
import { withoutContracts } from './src/tools/build/without-contracts.ts';

const server = `http://localhost:${process.env['PORT'] ?? 3000}`;

/** The manifest is a plain file in public/; the plugin only builds the worker and its list of files. */
const worker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'sw.ts',
  injectRegister: false,
  manifest: false,
  injectManifest: {
    globPatterns: [
      'index.html',
      'assets/*.{js,css,woff2}',
      'favicon.svg',
      'manifest.webmanifest',
      'rescue.{html,css,js}',
    ],
    // SIP code is fetched only by browser phones.
    globIgnores: ['assets/pay-*', 'assets/sip-line-*', 'assets/month-drawing-*'],
    maximumFileSizeToCacheInBytes: 1_000_000,
    manifestTransforms: [withIntegrity],
  },
});

/** Nonce for style elements, generated per build. */
const styleNonce = randomBytes(16).toString('base64url');

/** The package's default build has developer warnings; its production build is next to it. */
const finishedRouter = ['index', 'dom-export'].map((file) => ({
  find: file === 'index' ? /^react-router$/ : /^react-router\/dom$/,
  replacement: fileURLToPath(
    new URL(`node_modules/react-router/dist/production/${file}.mjs`, import.meta.url),
  ),
}));

export default defineConfig({
  plugins: [
    withoutAbouts(),
    withoutContracts(),
    typeface(),
    react({ compiler: true }),
    authFirst(),
    worker,
    singleScripts(),
    fetchedParts(),
    buildNote(styleNonce),
    startNote(styleNonce),
    firstPicture(),
    precompress(),
  ],
  resolve: { alias: finishedRouter },
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'index.html',
      output: {
        // The shell names every file it may request: uses the shortest hash.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // React changes least between releases; everything else is split by what loads it.
        codeSplitting: {
          groups: startChunks,
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '^/dev/messages': server,
      '^/pay(/|\\?|$)': server,
      '^/payment/response': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
