/** Scripts in the words of rust-bitcoin, as Blockstream's and mempool.space's servers show them. */
import { describe, expect, it } from 'vitest';
import { disassemble, lastPush } from '../src/utxo/disassemble.js';

const key = '02'.repeat(33);

describe('a script as text', () => {
  it.each([
    ['', ''],
    [`0014${'ab'.repeat(20)}`, `OP_0 OP_PUSHBYTES_20 ${'ab'.repeat(20)}`],
    [`5120${'cd'.repeat(32)}`, `OP_PUSHNUM_1 OP_PUSHBYTES_32 ${'cd'.repeat(32)}`],
    [`76a914${'ab'.repeat(20)}88ac`, `OP_DUP OP_HASH160 OP_PUSHBYTES_20 ${'ab'.repeat(20)} OP_EQUALVERIFY OP_CHECKSIG`],
    [`a914${'ab'.repeat(20)}87`, `OP_HASH160 OP_PUSHBYTES_20 ${'ab'.repeat(20)} OP_EQUAL`],
    [`5121${key}51ae`, `OP_PUSHNUM_1 OP_PUSHBYTES_33 ${key} OP_PUSHNUM_1 OP_CHECKMULTISIG`],
    ['6a4c0301020304b1b2', 'OP_RETURN OP_PUSHDATA1 010203 OP_PUSHBYTES_4 <push past end>'],
    ['4d0200beef4f', 'OP_PUSHDATA2 beef OP_PUSHNUM_NEG1'],
    ['b1b2b3b9ba', 'OP_CLTV OP_CSV OP_NOP4 OP_NOP10 OP_CHECKSIGADD'],
    ['50616263bbfeff', 'OP_RESERVED OP_NOP OP_VER OP_IF OP_RETURN_187 OP_RETURN_254 OP_INVALIDOPCODE'],
    [
      '87a9aaabacadaeaf',
      'OP_EQUAL OP_HASH160 OP_HASH256 OP_CODESEPARATOR OP_CHECKSIG OP_CHECKSIGVERIFY OP_CHECKMULTISIG OP_CHECKMULTISIGVERIFY',
    ],
    ['ac4c', 'OP_CHECKSIG <unexpected end>'],
  ])('%s', (hex, text) => {
    expect(disassemble(Buffer.from(hex, 'hex'))).toBe(text);
  });

  it('what an input reveals is its last push, where it ends with one', () => {
    for (const [hex, push] of [
      ['02beef03010203', '010203'],
      ['02beef00', ''],
      ['02beef51', null],
      ['02beef05ff', null],
      ['', null],
    ] as const)
      expect(lastPush(Buffer.from(hex, 'hex'))?.toString('hex') ?? null, hex).toBe(push);
  });
});
