/** Blocks of real thornode and mayanode runs, as they are served again. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CosmosChain } from '../src/cosmos/chain.js';
import { dataHash, headerHash } from '../src/cosmos/cosmos-block.js';
import { readGolden } from '../src/cosmos/golden-script.js';
import { listed, mocknet } from './cosmos-helpers.js';

const VECTORS = join(import.meta.dirname, '../../../../shared/vectors');

describe.each(['rune', 'cacao'] as const)('golden scenarios of %s', (code) => {
  const folder = join(VECTORS, code, 'golden');
  const skip = !existsSync(folder);

  test.skipIf(skip)('end with the exported balances', () => {
    let transactions = 0;
    for (const file of readdirSync(folder)) {
      const golden = readGolden(mocknet(code), join(folder, file));
      const chain = new CosmosChain(golden);
      while (chain.height < golden.lastHeight) transactions += chain.append(0n).content.transactions.length;
      expect(listed(chain.bank.balances(chain.height)), file).toEqual(listed(golden.final));
      expect(listed(chain.bank.balances(golden.firstHeight - 1)), file).toEqual(listed(golden.opening));
    }
    expect(transactions).toBe({ rune: 819, cacao: 168 }[code]);
  });
});

/** Block 2 of a thornode 3.9.0 that ran the scenario suites/send/send.yaml. */
test('the hash of a real block is the Merkle root of its header, and its data hash that of its transactions', () => {
  const hex = (text: string): Buffer => Buffer.from(text, 'hex');
  const parent = hex('53A7706CB58CFB6CE9EA516ECE0ED4D016F9522354E72292D034859FA030C6E9');
  const tx =
    'ClcKVQoOL3R5cGVzLk1zZ1NlbmQSQwoUi4e7zuoGSnHKGYvD/3NSNAUpO/USFE6Ef7LWlXj01Q/AtdsK5Gz00pGaGhUKBHJ1bmUSDTI1MDAwMDAwMDAwMDASUgpOCkYKHy9jb3Ntb3MuY3J5cHRvLnNlY3AyNTZrMS5QdWJLZXkSIwohAw/2MBvAhnLEifCInxlpTjCXxV0I/nE8pI5jNI+Zblx6EgQKAggBEgAaQB6Y1HfDt9eKN1bKHBaww6XAw2O9EV3VC2WA9aCGJhcOYr+55PogoVgnVGFhCMXEx8KxJ3czCpglZROFRRDwO3M=';
  const validatorsHash = hex('9A0FC1918CDCB81267B61959D511436CC2B19E3A48538EC664B2E46E3D6E61C6');
  const header = {
    chainId: 'thorchain',
    height: 2,
    nanoseconds: BigInt(Date.parse('2026-11-23T01:42:26Z')) * 1_000_000n + 753_476_014n,
    lastHash: parent,
    lastParts: { total: 1, hash: hex('19074980D419532A75FD910E326E2CE919385B337A65FCEB4DB450C06756FAC4') },
    hashes: {
      last_commit_hash: hex('35D5CBBE4B1BCA41322C1E8861C93C10A48AA07F237FCA49792FCE6BAD118258'),
      data_hash: dataHash([{ bytes: Buffer.from(tx, 'base64') }]),
      validators_hash: validatorsHash,
      next_validators_hash: validatorsHash,
      consensus_hash: hex('048091BC7DDC283F77BFBF91D73C44DA58C3DF8A9CBC867405D8B7F3DAADA22F'),
      app_hash: hex('67F97607DA6265240AFA52DE5CADE21374C1388EDC2C0C08CAD34BDC5BF37D0E'),
      last_results_hash: hex('E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855'),
      evidence_hash: hex('E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855'),
      proposer_address: hex('E557CD61B142A7E76E89BB3020D395A15D97C452'),
    },
  };
  expect(header.hashes.data_hash.toString('hex')).toBe(
    '75617f5ae218485ac2b7a5fefa993d1c5edfad58269d84d1b3839541314537b4',
  );
  expect(headerHash(header).toString('hex')).toBe('f0a57702ccb95dbf900961cb602858ad68f0e9166fc1ecba48fa4b9a4f215882');
});
