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
 * Compiles every source of `contracts/`.
 * @returns by contract, in alphabetical order
 * @throws Error with the compiler's words
 */
export function compileContracts(): Record<string, ContractArtifact> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sol'));
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((name) => [name, { content: readFileSync(`${FOLDER}${name}`, 'utf8') }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      // Hardforks from Cancun on run it.
      evmVersion: 'cancun',
      // Without a hash of the sources in it, the code changes only when its meaning does.
      metadata: { appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const { compile } = require('solc') as { compile(input: string): string };
  const { errors = [], contracts } = JSON.parse(compile(JSON.stringify(input))) as CompilerOutput;
  const failures = errors.filter(({ severity }) => severity === 'error');
  if (failures.length > 0) throw new Error(failures.map((each) => each.formattedMessage).join('\n'));
  const found = Object.values(contracts).flatMap((ofFile) => Object.entries(ofFile));
  return Object.fromEntries(
    found
      .map(([name, { abi, evm }]): [string, ContractArtifact] => [name, { abi, bytecode: `0x${evm.bytecode.object}` }])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
