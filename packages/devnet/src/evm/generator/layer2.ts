/** What answers of layer 2 nodes have beside those of geth, as op-geth and nitro write them. */
import type { EvmChain } from '@chaintrail/chains';
import { literal } from './answer-writer.js';

export interface Layer2Fields {
  /** Members of the header, each with a comma before it. */
  readonly header: Uint8Array;
  /** Members of a receipt, likewise. */
  readonly receipt: Uint8Array;
  /** The first transaction of every block: the layer's own. What stands behind the members that all transactions have. */
  readonly system: { readonly from: string; readonly to: string; readonly type: string; readonly receipt: Uint8Array };
}

const OP_STACK: Layer2Fields = {
  header: literal(''),
  receipt: literal(
    ',"l1BaseFeeScalar":"0x8dd","l1BlobBaseFee":"0x1","l1BlobBaseFeeScalar":"0x101c12","l1Fee":"0x2a1b3c4d5e","l1GasPrice":"0x1dcd6500","l1GasUsed":"0x640"' +
      ',"operatorFeeConstant":"0x0","operatorFeeScalar":"0x0"',
  ),
  system: {
    from: 'deaddeaddeaddeaddeaddeaddeaddeaddead0001',
    to: '4200000000000000000000000000000000000015',
    type: '0x7e',
    receipt: literal(',"depositNonce":"0x2a","depositReceiptVersion":"0x1","l1Fee":"0x0"'),
  },
};

const ARBITRUM: Layer2Fields = {
  header: literal(`,"l1BlockNumber":"0x16e3600","sendCount":"0x2710","sendRoot":"0x${'5c'.repeat(32)}"`),
  receipt: literal(',"gasUsedForL1":"0x3e8","l1BlockNumber":"0x16e3600","timeboosted":false'),
  system: {
    from: '00000000000000000000000000000000000a4b05',
    to: '00000000000000000000000000000000000a4b05',
    type: '0x6a',
    receipt: literal(',"gasUsedForL1":"0x0","l1BlockNumber":"0x16e3600","timeboosted":false'),
  },
};

/** @returns null for layer 1 */
export function layer2Fields({ feeRules }: EvmChain): Layer2Fields | null {
  if (feeRules === 'ethereum') return null;
  return feeRules === 'arbitrum' ? ARBITRUM : OP_STACK;
}
