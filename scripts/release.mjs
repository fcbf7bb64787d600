/**
 * `npm run release [-- FOLDER]`: the package of the client and the image, of one version, with what the changelog says
 * of it and their checksums. Nothing is published, and nothing is asked of a network that a build has in its cache.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, ROOT, requireNode } from './lib/project.js';

requireNode();
process.chdir(ROOT);

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) fail(`${command} ${args[0]} failed: ${error?.message ?? stderr?.trim() ?? `status ${status}`}`);
  return stdout?.trim() ?? '';
}
const versionOf = (file) => JSON.parse(readFileSync(file, 'utf8')).version;

const version = versionOf('package.json');
const manifests = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(folder).map((name) => `${folder}/${name}/package.json`),
);
const versions = [
  ...[...manifests, 'package-lock.json'].map((file) => [file, versionOf(file)]),
  ...[...readFileSync('Dockerfile', 'utf8').matchAll(/^ARG VERSION=(.*)$/gm)].map(([, found]) => ['Dockerfile', found]),
].filter(([, found]) => found !== version);
if (versions.length > 0)
  fail(`package.json has version ${version}, but ${versions.map(([file, found]) => `${file} ${found}`).join(', ')}.`);
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const [, section] = changelog.split(`\n## ${version}\n`);
if (section === undefined || /^## Next$/m.test(changelog))
  fail(`CHANGELOG.md has "## Next", or no "## ${version}": name what is next after the version that is released.`);
const changes = run('git', ['status', '--porcelain']);
if (changes) fail(`The working tree has changes that no commit has: commit or remove them.\n${changes}`);

const folder = resolve(process.argv[2] ?? 'release', version);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'CHANGELOG.md'), `# ${version}\n${section.split(/^## /m)[0]}`);
run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: 'packages/client' });
const hasEngine = spawnSync('docker', ['version']).status === 0;
if (hasEngine) {
  const image = `chaintrail:${version}`;
  const revision = run('git', ['rev-parse', 'HEAD']);
  // BUILD_ARGS="--build-arg NPM_REGISTRY=…" and the like.
  const more = (process.env.BUILD_ARGS ?? '').split(' ').filter(Boolean);
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  run('docker', ['build', '--quiet', '--build-arg', `REVISION=${revision}`, ...more, '--tag', image, '.'], { env });
  run('sh', ['-euc', 'docker save "$0" >"$1.tar" && gzip -n "$1.tar"', image, join(folder, `chaintrail-${version}`)]);
}
const sums = readdirSync(folder).map(
  (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')}  ${name}\n`,
);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(`Version ${version} is in ${folder}: ${readdirSync(folder).join(', ')}.`);
if (!hasEngine) fail('Left out: the image, since no engine answers "docker version". Start one, and run this again.');
