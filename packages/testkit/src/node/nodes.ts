/** The real nodes that tests use, where to find them, and what happens when one is missing. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RealNode, type RealNodeOptions } from './real-node.js';

type NodeSearch = { readonly binary: string } | { readonly missing: string };

const INSTALL_KNOTS = fileURLToPath(new URL('../../../../scripts/install-knots.sh', import.meta.url));
/** Exit status of scripts/install-knots.sh: Debian no longer delivers the package. */
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
  return { missing: `Bitcoin Knots is not at ${binary}: run scripts/install-knots.sh.` };
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
  if (status !== 0 || 'missing' in installed) throw new Error(`${INSTALL_KNOTS} ended with ${status}: ${output}`);
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

function inCi(): boolean {
  return process.env['CI'] === 'true';
}

function skip(sentence: string): undefined {
  console.warn(`Skipped: ${sentence}`);
  return undefined;
}

function runInstaller(): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile('sh', [INSTALL_KNOTS], (error, stdout, stderr) => {
      const code = error?.code;
      resolve({ status: error ? (typeof code === 'number' ? code : 1) : 0, output: `${stdout}${stderr}`.trim() });
    });
  });
}
