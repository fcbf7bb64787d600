/** The real nodes that tests use, where to find them, and what happens when one is missing. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RealNode, type RealNodeOptions } from './real-node.js';

type NodeSearch = { readonly binary: string } | { readonly missing: string };

const INSTALL_FROM_SID = fileURLToPath(new URL('../../../../scripts/install-from-sid.sh', import.meta.url));
/** Exit status of scripts/install-from-sid.sh: Debian no longer delivers the package. */
const KNOTS_GONE = 2;

/** The daemon itself, not Debian's wrapper on the PATH, which writes a configuration of its own. */
export function findLitecoind(): NodeSearch {
  const binary = process.env['LITECOIND'] ?? '/usr/lib/litecoin/litecoind';
  if (existsSync(binary)) return { binary };
  return {
    missing: `litecoind is not at ${binary}: install Debian's package litecoind, or name the binary in LITECOIND.`,
  };
}

export function findKnots(): NodeSearch {
  const binary = `${process.env['KNOTS_ROOT'] ?? '/opt/chaintrail-knots'}/bitcoind`;
  if (existsSync(binary)) return { binary };
  return { missing: `Bitcoin Knots is not at ${binary}: run scripts/install-from-sid.sh knots.` };
}

/** Nodes that no package delivers: a variable names the binary, or it lies in `bin` of NODES_ROOT. */
const UNPACKAGED = {
  bchn: { name: 'Bitcoin Cash Node', variable: 'BCHN', file: 'bitcoind-bchn' },
  dogecoind: { name: 'dogecoind', variable: 'DOGECOIND', file: 'dogecoind' },
  zebrad: { name: 'zebrad', variable: 'ZEBRAD', file: 'zebrad' },
  geth: { name: 'geth', variable: 'GETH', file: 'geth' },
  opGeth: { name: 'op-geth', variable: 'OP_GETH', file: 'op-geth' },
  nitro: { name: 'Nitro', variable: 'NITRO', file: 'nitro' },
  thornode: { name: 'thornode', variable: 'THORNODE', file: 'thornode' },
  mayanode: { name: 'mayanode', variable: 'MAYANODE', file: 'mayanode' },
} as const;

type UnpackagedNode = keyof typeof UNPACKAGED;

/**
 * For suites that need a node of which there is no package. A machine without it skips them, with a sentence.
 * @returns the binary, or undefined when the suite has to be skipped
 * @throws Error when the variable names a file that is not there
 */
export function nodeOrSkip(node: UnpackagedNode): string | undefined {
  const { name, variable, file } = UNPACKAGED[node];
  const named = process.env[variable];
  const binary = named ?? `${process.env['NODES_ROOT'] ?? '/opt/chaintrail-nodes'}/bin/${file}`;
  if (existsSync(binary)) return binary;
  if (named !== undefined) throw new Error(`${variable} names ${named}, which is not there.`);
  return skip(`${name} is not at ${binary}: name its binary in ${variable}.`);
}

/**
 * For suites that need litecoind. Locally a machine without it skips them, with a sentence; in CI that is a mistake.
 * @returns the binary, or undefined when the suite has to be skipped
 * @throws Error in CI, when litecoind is missing
 */
export function litecoindOrSkip(): string | undefined {
  const found = findLitecoind();
  if ('binary' in found) return found.binary;
  if (inCi()) throw new Error(found.missing);
  return skip(found.missing);
}

/**
 * For suites that need Bitcoin Knots. CI installs it first and skips only when Debian, whose unstable branch has it,
 * no longer delivers the package.
 * @returns the binary, or undefined when the suite has to be skipped
 * @throws Error in CI, when Bitcoin Knots cannot be installed for another reason
 */
export async function knotsOrSkip(): Promise<string | undefined> {
  const found = findKnots();
  if ('binary' in found) return found.binary;
  if (!inCi()) return skip(found.missing);
  const { status, output } = await runInstaller();
  if (status === KNOTS_GONE) return skip(output);
  const installed = findKnots();
  if (status !== 0 || 'missing' in installed) throw new Error(`${INSTALL_FROM_SID} ended with ${status}: ${output}`);
  return installed.binary;
}

export function startLitecoind(binary: string, options: RealNodeOptions = {}): Promise<RealNode> {
  return RealNode.start({ name: 'litecoind', binary, args: [] }, options);
}

export function startKnots(binary: string, options: RealNodeOptions = {}): Promise<RealNode> {
  // Knots' wallet defaults to legacy addresses, Core's to bech32; its policy refuses bare multisig and small data.
  const args = ['-addresstype=bech32', '-permitbaremultisig=1', '-datacarrier=1', '-rejectparasites=0'];
  return RealNode.start({ name: 'knots', binary, args }, options);
}

export function startBchn(binary: string, options: RealNodeOptions = {}): Promise<RealNode> {
  // Each release of Bitcoin Cash Node stops following the chain at the upgrade after the last one that it knows.
  return RealNode.start({ name: 'bchn', binary, args: ['-expire=0'] }, options);
}

export function startDogecoind(binary: string, options: RealNodeOptions = {}): Promise<RealNode> {
  return RealNode.start({ name: 'dogecoind', binary, args: [] }, options);
}

function inCi(): boolean {
  return process.env['CI'] === 'true';
}

function skip(sentence: string): undefined {
  console.warn(`Skipped: ${sentence}`);
  return undefined;
}

function runInstaller(): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile('sh', [INSTALL_FROM_SID, 'knots'], (error, stdout, stderr) => {
      const code = error?.code;
      resolve({ status: error ? (typeof code === 'number' ? code : 1) : 0, output: `${stdout}${stderr}`.trim() });
    });
  });
}
