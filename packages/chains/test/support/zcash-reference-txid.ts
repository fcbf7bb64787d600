/** Transaction ids by the letter of ZIP 244 and ZIP 229, over a description of the transaction and another BLAKE2b. */
import { blake2b } from '@noble/hashes/blake2.js';
import { i64, sized } from './wire.js';
import { type ActionBundle, GROUPS, type ModernTransaction, type SaplingBundle, u32 } from './zcash-wire.js';

/** BLAKE2b-256 of the parts, one after the other, with a 16-byte personalization. */
export function digest(personalization: string | Buffer, parts: readonly Buffer[]): Buffer {
  const name = Buffer.from(personalization as string, 'latin1');
  return Buffer.from(blake2b(Buffer.concat(parts), { dkLen: 32, personalization: name }));
}

/** @param group other than the version's own, in vectors that were made before it was known */
export function referenceTxid(tx: ModernTransaction, group: number = GROUPS[tx.version]): Buffer {
  const v6 = tx.version === 6;
  const header = [u32((0x8000_0000 + tx.version) >>> 0), u32(group), u32(tx.branch), u32(tx.lockTime), u32(tx.expiry)];
  const personalization = Buffer.concat([Buffer.from('ZcashTxHash_'), u32(tx.branch)]);
  return digest(personalization, [
    digest('ZTxIdHeadersHash', header),
    transparentDigest(tx),
    saplingDigest(tx.sapling, v6),
    orchardDigest(tx.orchard, v6),
    ...(v6 ? [ironwoodDigest(tx.ironwood)] : []),
  ]);
}

function transparentDigest({ inputs, outputs }: ModernTransaction): Buffer {
  if (inputs.length + outputs.length === 0) return digest('ZTxIdTranspaHash', []);
  return digest('ZTxIdTranspaHash', [
    digest(
      'ZTxIdPrevoutHash',
      inputs.flatMap(({ txid, vout }) => [txid, u32(vout)]),
    ),
    digest(
      'ZTxIdSequencHash',
      inputs.map(({ sequence }) => u32(sequence)),
    ),
    digest(
      'ZTxIdOutputsHash',
      outputs.flatMap(({ value, script }) => [i64(value), sized(script)]),
    ),
  ]);
}

function saplingDigest({ spends, outputs, balance, anchor }: SaplingBundle, v6: boolean): Buffer {
  if (spends.length + outputs.length === 0) return digest('ZTxIdSaplingHash', []);
  const spendFields = spends.map((spend) => fields(spend, [32, 32, 32]));
  const outputFields = outputs.map((output) => fields(output, [32, 32, 32, 52, 512, 16, 80]));
  const spendsDigest = digest(
    'ZTxIdSSpendsHash',
    spends.length === 0
      ? []
      : [
          digest(
            'ZTxIdSSpendCHash',
            spendFields.map(([, nullifier]) => nullifier!),
          ),
          digest(
            v6 ? 'ZTxIdSSpendNH_v6' : 'ZTxIdSSpendNHash',
            spendFields.flatMap(([cv, , rk]) => (v6 ? [cv!, rk!] : [cv!, anchor, rk!])),
          ),
        ],
  );
  const outputsDigest = digest(
    'ZTxIdSOutputHash',
    outputs.length === 0
      ? []
      : [
          digest(
            'ZTxIdSOutC__Hash',
            outputFields.flatMap(([, cmu, key, compact]) => [cmu!, key!, compact!]),
          ),
          digest(
            'ZTxIdSOutM__Hash',
            outputFields.map(([, , , , memo]) => memo!),
          ),
          digest(
            'ZTxIdSOutN__Hash',
            outputFields.flatMap(([cv, , , , , tag, out]) => [cv!, tag!, out!]),
          ),
        ],
  );
  return digest('ZTxIdSaplingHash', [spendsDigest, outputsDigest, i64(balance)]);
}

function orchardDigest(bundle: ActionBundle, v6: boolean): Buffer {
  const name = v6 ? 'ZTxIdOrchardH_v6' : 'ZTxIdOrchardHash';
  return actionsDigest(bundle, name, 'ZTxIdOrcAct?Hash', v6 ? [] : [bundle.anchor]);
}

export function ironwoodDigest(bundle: ActionBundle): Buffer {
  return actionsDigest(bundle, 'ZTxIdIronwd_H_v6', 'ZTxIdIrnAct?H_v6', []);
}

function actionsDigest({ actions, flags, balance }: ActionBundle, name: string, child: string, end: Buffer[]): Buffer {
  if (actions.length === 0) return digest(name, []);
  const parts = actions.map((action) => fields(action, [32, 32, 32, 32, 32, 52, 512, 16, 80]));
  return digest(name, [
    digest(
      child.replace('?', 'C'),
      parts.flatMap(([, nullifier, , cmx, key, compact]) => [nullifier!, cmx!, key!, compact!]),
    ),
    digest(
      child.replace('?', 'M'),
      parts.map(([, , , , , , memo]) => memo!),
    ),
    digest(
      child.replace('?', 'N'),
      parts.flatMap(([cv, , rk, , , , , tag, out]) => [cv!, rk!, tag!, out!]),
    ),
    Buffer.of(flags),
    i64(balance),
    ...end,
  ]);
}

/** Cuts `bytes` into fields of these lengths, which must use all of them. */
function fields(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const cut: Buffer[] = [];
  let at = 0;
  for (const length of lengths) {
    cut.push(bytes.subarray(at, at + length));
    at += length;
  }
  if (at !== bytes.length) throw new RangeError(`${bytes.length} bytes do not have fields of ${lengths.join(', ')}`);
  return cut;
}
