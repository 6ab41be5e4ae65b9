/** `node src/tools/build/sbom.mjs`: writes the run-time packages of a server as a CycloneDX SBOM, from `npm sbom`. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { refuse, root } from '../lib.mjs';

const sbomFile = 'sbom.cdx.json';

const made = spawnSync('npm', ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
if (made.status !== 0) refuse(`npm sbom failed: ${made.stderr}`);
fs.writeFileSync(path.join(root, sbomFile), made.stdout);
