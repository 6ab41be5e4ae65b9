/** `node src/tools/build/image-sources.mjs <folder>`: copies what a server and its operator run; no tests, screens, demo or developers' tools. */
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../lib.mjs';

const LEFT_OUT = [
  /\.test\.tsx?$/,
  /\.md$/,
  /(^|\/)client(\/|$)/,
  /^kernel\/(ui|offline)(\/|$)/,
  /^pay(\/|$)/,
  /^decisions(\/|$)/,
  /^app\/demo(\/|$)/,
  /^tools\/(build|house|scaffold)(\/|$)/,
  /^tools\/(bench|check|chromium|dev|e2e|engines|exchange|gallery|look|prove|start|steps|test)\.mjs$/,
  /^tools\/(icons|map|migrated|new|prove|release-fixture|schema|schema-page)\.ts$/,
];

/** Whether a path below `src` is part of the image. */
const isInImage = (name) => !LEFT_OUT.some((one) => one.test(name.split(path.sep).join('/')));

const [, script, folder] = process.argv;
if (script === import.meta.filename && folder) {
  const sources = path.join(root, 'src');
  fs.cpSync(sources, path.join(folder, 'src'), {
    recursive: true,
    filter: (from) => isInImage(path.relative(sources, from)),
  });
  // What an exchange plays.
  fs.cpSync(path.join(root, 'public', 'sounds'), path.join(folder, 'public', 'sounds'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    fs.copyFileSync(path.join(root, name), path.join(folder, name));
}
