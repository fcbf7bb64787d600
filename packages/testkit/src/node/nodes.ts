/** The real nodes that tests use, where to find them, and what happens when one is missing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noteSuite, skip } from '../machine.js';

const INSTALL_FROM_SID = fileURLToPath(new URL('../../../../scripts/install-from-sid.sh', import.meta.url));
/** Exit status of scripts/install-from-sid.sh: Debian no longer delivers the package. */
const KNOTS_GONE = 2;

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

type Unpackaged = keyof typeof UNPACKAGED;

function binaryOf(node: Unpackaged): string {
  const { variable, file } = UNPACKAGED[node];
  return process.env[variable] ?? `${process.env['NODES_ROOT'] ?? '/opt/chaintrail-nodes'}/bin/${file}`;
}

/** Whether a suite that needs this node runs on this machine. */
export function isNodeAtHand(node: Unpackaged | 'knots'): boolean {
  return existsSync(node === 'knots' ? knotsBinary() : binaryOf(node));
}

/**
 * For suites that need a node of which there is no package. A machine without it skips them, with a sentence.
 * @returns the binary, or undefined when the suite has to be skipped
 * @throws Error when the variable names a file that is not there
 */
export function nodeOrSkip(node: Unpackaged): string | undefined {
  const { name, variable } = UNPACKAGED[node];
  const binary = binaryOf(node);
  if (existsSync(binary)) return found(binary);
  if (process.env[variable] !== undefined) throw new Error(`${variable} names ${binary}, which is not there.`);
  return skip(`${name} is not at ${binary}: name its binary in ${variable}.`);
}

/** The same of litecoind: the daemon itself, not Debian's wrapper on the PATH, which writes a configuration of its own. */
export function litecoindOrSkip(): string | undefined {
  const binary = process.env['LITECOIND'] ?? '/usr/lib/litecoin/litecoind';
  if (existsSync(binary)) return found(binary);
  const remedy = "install Debian's package litecoind, or name the binary in LITECOIND";
  return skip(`litecoind is not at ${binary}: ${remedy}.`, { isMistakeInCi: true });
}

/**
 * The same of Bitcoin Knots. CI installs it first and skips only when Debian, whose unstable branch has it, no longer
 * delivers the package.
 * @throws Error in CI, when it cannot be installed for another reason
 */
export function knotsOrSkip(): string | undefined {
  const binary = knotsBinary();
  if (existsSync(binary)) return found(binary);
  if (process.env['CI'] !== 'true')
    return skip(`Bitcoin Knots is not at ${binary}: run scripts/install-from-sid.sh knots.`);
  const { status, stdout, stderr } = spawnSync('sh', [INSTALL_FROM_SID, 'knots'], { encoding: 'utf8' });
  const output = `${stdout}${stderr}`.trim();
  if (status === KNOTS_GONE) return skip(output);
  if (status !== 0 || !existsSync(binary)) throw new Error(`${INSTALL_FROM_SID} ended with ${status}: ${output}`);
  return found(binary);
}

function knotsBinary(): string {
  return `${process.env['KNOTS_ROOT'] ?? '/opt/chaintrail-knots'}/bitcoind`;
}

function found(binary: string): string {
  noteSuite('software', binary);
  return binary;
}
