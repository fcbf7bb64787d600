/** Names in documents exist: commands, scripts, files, headings. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS, parseCommandLine } from '@chaintrail/commands';
import { describe, expect, test, vi } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Paths of the project's own files. */
function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return ['node_modules', 'dist', '.git'].includes(entry.name) ? [] : filesIn(path);
  });
}

const FILES = filesIn('').sort();
const documents = FILES.filter((path) => path.endsWith('.md')).map((path) => [path, read(path)] as const);
/** The change log tells of what was there, too. */
const current = documents.filter(([path]) => path !== 'CHANGELOG.md');

/** Headings as links name them: GitHub's rule. */
function anchors(markdown: string): Set<string> {
  const headings = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, text = '']) => slug(text)));
}

function slug(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
}

/** @returns links of a document that lead nowhere */
function broken(path: string, links: readonly string[]): string[] {
  return links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), file));
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchors(read(target)).has(anchor);
  });
}

/** `a/{b,c}/d` is two paths. */
function alternatives(path: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  return choices === undefined
    ? [path]
    : choices.split(',').flatMap((choice) => alternatives(`${before}${choice}${after}`));
}

describe('documents', () => {
  test.each(documents)('%s has links that lead somewhere', (path, text) => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(broken(path, links)).toEqual([]);
  });

  test.each(current)('%s names files and folders that exist', (_, text) => {
    const named = text.matchAll(/`((?:packages|apps|tests|scripts|docs|migrations|deploy|\.ci)\/[\w./@{},-]*)`/g);
    const missing = [...named]
      .flatMap(([, path = '']) => alternatives(path))
      .filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  const basenames = new Set(FILES.map((path) => basename(path)));
  const bare = current.flatMap(([path, text]) =>
    [...text.matchAll(/`([\w-]+\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => [path, name] as const),
  );
  test('name files by their last part that are there', () => {
    expect(bare.length).toBeGreaterThan(20);
    expect(bare.filter(([, name]) => !basenames.has(name))).toEqual([]);
  });

  /** Names in a README that hold from its folder on: `src/load.ts`, or `rules/` in the first column of a table. */
  const relative = current
    .filter(([path]) => /^(packages|apps)\/.*README\.md$/.test(path))
    .flatMap(([path, text]) => [
      ...[...text.matchAll(/`((?:src|test)\/[\w./-]*)`/g)].map(([, name = '']) => [path, name] as const),
      ...[...text.matchAll(/^\| `([\w./-]+(?:\/|\.ts))` \|/gm)].map(([, name = '']) => [path, name] as const),
    ]);
  test.each(relative)('%s: %s is there', (path, name) => {
    const folder = dirname(path);
    expect([folder, `${folder}/src`].some((from) => existsSync(join(ROOT, from, name)))).toBe(true);
  });

  test('name files of their own folder', () => {
    expect(relative.length).toBeGreaterThan(30);
  });

  const constants = current.flatMap(([path, text]) =>
    [...text.matchAll(/`([A-Z_]{4,})`\s+(?:\(|in\s+)`([\w./-]+\.ts)`/g)].map(
      ([, name = '', file = '']) => [path, name, file] as const,
    ),
  );
  test.each(constants)('%s: %s is in %s', (_, name, file) => {
    expect(read(file)).toMatch(new RegExp(`\\bconst ${name}\\b`));
  });

  test('name constants', () => {
    expect(constants.length).toBeGreaterThan(5);
  });

  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  test.each(documents)('%s names scripts of npm that exist', (_, text) => {
    for (const [, name = ''] of text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g))
      expect(scripts).toHaveProperty(name);
  });

  /** Lines of code up to what is said beside them, and code in sentences. */
  const printed = current.flatMap(([path, text]) =>
    [...text.matchAll(/npx chaintrail ([^`\n#"…]+)/g)]
      .map(([, line = '']) => line.trim().split(/ {3,}/)[0]!)
      .filter((line) => line !== '')
      .map((line) => [path, line.replaceAll('<code>', 'btc').replaceAll(/<[^>]*>/g, 'x')] as const),
  );
  test.each(printed)('%s: npx chaintrail %s', (_, line) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const [name, ...args] = line.split(/\s+/);
    const spec = COMMANDS.find((each) => each.name === name);
    expect(spec, line).toBeDefined();
    // A sentence may name a command, or one of its parts, without what it is given.
    const isName = args.length === 0 || (args.length === 1 && /^(issue|verify|revoke)$/.test(args[0]!));
    if (!isName && !args.includes('--help')) expect(() => parseCommandLine(spec!, args)).not.toThrow();
    vi.restoreAllMocks();
  });

  test('print commands', () => {
    expect(printed.length).toBeGreaterThan(8);
  });
});

test('every dependency has its reason in ARCHITECTURE.md', () => {
  const manifests = FILES.filter((path) => /^((packages|apps)\/[^/]+\/)?package\.json$/.test(path));
  const names = manifests.flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path));
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  const foreign = [...new Set(names)].filter((name) => !/^@(chaintrail|types)\//.test(name));
  const told = [...read('ARCHITECTURE.md').matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  const isTold = (name: string) =>
    told.some((each) => each === name || (each.endsWith('*') && name.startsWith(each.slice(0, -1))));
  expect(foreign.filter((name) => !isTold(name))).toEqual([]);
});

test('source names documents and headings that exist', () => {
  const sources = FILES.filter((path) => /^(packages|apps)\/[^/]+\/src\/|^(deploy|scripts|\.ci)\//.test(path));
  const links = sources.flatMap((path) => [...read(path).matchAll(/\bdocs\/[\w./-]+\.(?:md|json)(?:#[\w-]+)?/g)]);
  expect(links.length).toBeGreaterThan(20);
  expect(broken('README.md', [...new Set(links.map(([link]) => link))])).toEqual([]);
});

describe('package-lock.json', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { link?: boolean; integrity?: string; resolved?: string }>;
  };
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

  // npm leaves out hashes of what it did not download itself: packages of other platforms.
  test('has the hash of every package, for every platform', () => {
    expect(installed.length).toBeGreaterThan(400);
    const without = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  test('names no host', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/"https?:\/\/[^"]*\.tgz"/);
  });
});
