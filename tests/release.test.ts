/** `npm run release` in a clone, where no engine answers. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@chaintrail/testkit';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('a release has the package, its changes and checksums of one version, and says what is left out', async () => {
  const folder = await temporaryFolder('release');
  const clone = join(folder, 'clone');
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, {
      ...{ cwd: clone, encoding: 'utf8', env: { ...process.env, DOCKER_HOST: `unix://${folder}/none` } },
    });
  const commit = () => run('git', '-c', 'user.name=x', '-c', 'user.email=x@localhost', 'commit', '-qam', 'Release');
  const release = () => run(process.execPath, 'scripts/release.mjs', folder);
  expect(spawnSync('git', ['clone', '-q', '--depth', '1', `file://${ROOT}`, clone]).status).toBe(0);
  writeFileSync(join(clone, 'scripts/release.mjs'), readFileSync(join(ROOT, 'scripts/release.mjs')));
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  mkdirSync(join(clone, 'packages/client/node_modules'), { recursive: true });

  const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  const changelog = join(clone, 'CHANGELOG.md');
  writeFileSync(changelog, '# Changelog\n\n## Next\n\nNew.\n');
  expect(release()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^CHANGELOG\.md has "## Next"/) });
  writeFileSync(changelog, `# Changelog\n\n## ${version}\n\nNew.\n\n## 0.0.1\n\nOld.\n`);
  expect(release()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^The working tree has changes/) });
  commit();
  expect(release()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Left out: the image/) });
  const made = join(folder, version);
  const client = `chaintrail-client-${version}.tgz`;
  expect(readdirSync(made).toSorted()).toEqual(['CHANGELOG.md', 'SHA256SUMS', client]);
  expect(readFileSync(join(made, 'CHANGELOG.md'), 'utf8')).toBe(`# ${version}\n\nNew.\n\n`);
  expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: made }).status).toBe(0);

  const dockerfile = join(clone, 'Dockerfile');
  writeFileSync(dockerfile, readFileSync(dockerfile, 'utf8').replace(/^ARG VERSION=.*$/m, 'ARG VERSION=0.0.9'));
  expect(release()).toMatchObject({
    status: 1,
    stderr: `package.json has version ${version}, but Dockerfile 0.0.9.\n`,
  });
});
