/** Solidity sources to artifacts. A development dependency does it: what is committed is what runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ContractArtifact } from './contracts.js';

const require = createRequire(import.meta.url);
const FOLDER = fileURLToPath(new URL('../contracts/', import.meta.url));

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<string, Readonly<Record<string, { abi: ContractArtifact['abi']; evm: { bytecode: { object: string } } }>>>
  >;
}

/**
 * Compiles every source of `contracts/`, for hardforks from Cancun on.
 * @returns by contract, in alphabetical order
 * @throws Error with the compiler's words
 */
export function compileContracts(): Record<string, ContractArtifact> {
  return byName(compile('', { evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 } }));
}

/**
 * Compiles every source of `contracts/tokens/`, to little code. Before Cancun a contract may end after the transaction
 * that made it.
 * @returns the creation code of each contract, with 0x, in alphabetical order
 * @throws Error with the compiler's words
 */
export function compileTokens(): Record<string, string> {
  const found = byName(compile('tokens/', { evmVersion: 'shanghai', optimizer: { enabled: true, runs: 1 } }));
  const whole = Object.entries(found).filter(([, { bytecode }]) => bytecode !== '0x');
  return Object.fromEntries(whole.map(([name, { bytecode }]) => [name, bytecode]));
}

function compile(folder: string, settings: Readonly<Record<string, unknown>>): CompilerOutput['contracts'] {
  const files = readdirSync(`${FOLDER}${folder}`).filter((name) => name.endsWith('.sol'));
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
