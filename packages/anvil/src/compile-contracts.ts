/** Solidity sources to artifacts. A development dependency does it: what is committed is what runs. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ContractArtifact } from './contracts.js';

const require = createRequire(import.meta.url);
const FOLDER = fileURLToPath(new URL('../contracts/', import.meta.url));
/** For hardforks from Cancun on. */
const CONTRACTS = { evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 } };
/** To little code. Before Cancun a contract may end after the transaction that made it. */
const TOKENS = { evmVersion: 'shanghai', optimizer: { enabled: true, runs: 1 } };

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<string, Readonly<Record<string, { abi: ContractArtifact['abi']; evm: { bytecode: { object: string } } }>>>
  >;
}

/**
 * Compiles sources of `contracts/`.
 * @param isWanted tells names of files apart; by default every source is compiled
 * @returns by contract, in alphabetical order
 * @throws Error with the compiler's words
 */
export function compileContracts(isWanted?: (file: string) => boolean): Record<string, ContractArtifact> {
  return byName(compile('', CONTRACTS, isWanted));
}

/**
 * Compiles every source of `contracts/tokens/`.
 * @returns the creation code of each contract, with 0x, in alphabetical order
 * @throws Error with the compiler's words
 */
export function compileTokens(): Record<string, string> {
  const found = byName(compile('tokens/', TOKENS));
  const whole = Object.entries(found).filter(([, { bytecode }]) => bytecode !== '0x');
  return Object.fromEntries(whole.map(([name, { bytecode }]) => [name, bytecode]));
}

/**
 * Digest of the compiler's version, its settings, the sources and what they were compiled to: while it is the committed
 * one, nobody has to compile again to know that they belong together, which takes half a minute.
 * @returns hex of SHA-256; the formatting of artifacts does not count
 */
export function digestOfContracts(): string {
  const { version } = require('solc/package.json') as { version: string };
  const hash = createHash('sha256').update(JSON.stringify({ version, CONTRACTS, TOKENS }));
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(sol|json)$/.test(name));
  for (const name of files.sort()) {
    const text = readFileSync(`${FOLDER}${name}`, 'utf8');
    hash.update(`\n${name}\n`).update(name.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text);
  }
  return hash.digest('hex');
}

function compile(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
  isWanted: (file: string) => boolean = () => true,
): CompilerOutput['contracts'] {
  const files = readdirSync(`${FOLDER}${folder}`).filter((name) => name.endsWith('.sol') && isWanted(name));
  const content = (name: string): string => readFileSync(`${FOLDER}${folder}${name}`, 'utf8');
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((name) => [name, { content: content(name) }])),
    settings: {
      ...settings,
      // Without a hash of the sources in it, the code changes only when its meaning does.
      metadata: { appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const solc = require('solc') as { compile(input: string): string };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  const failures = errors.filter(({ severity }) => severity === 'error');
  if (failures.length > 0) throw new Error(failures.map((each) => each.formattedMessage).join('\n'));
  return contracts;
}

function byName(contracts: CompilerOutput['contracts']): Record<string, ContractArtifact> {
  const found = Object.values(contracts).flatMap((ofFile) => Object.entries(ofFile));
  return Object.fromEntries(
    found
      .map(([name, { abi, evm }]): [string, ContractArtifact] => [name, { abi, bytecode: `0x${evm.bytecode.object}` }])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
