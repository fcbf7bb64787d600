import { describe, expect, it } from 'vitest';
import { decodeEvmBlock, NO_NUMBER } from '../src/index.js';
import {
  ARB,
  address,
  BASE,
  blockAnswers,
  ETH,
  effectsOf,
  evmPlace,
  hash,
  hex,
  keyText,
  OP,
  RECIPIENT,
  REF,
  SENDER,
  transfersOf,
} from './support/evm-answers.js';

const FEE = 210_000;
const PRIORITY = 126_000;
const MINER = address(0xfee);
const at = (height: number) => ({ height, hash: REF.hash });

describe('transactions', () => {
  it('charge value and fee to who sends them, and pay the value', () => {
    const value = 10n ** 18n;
    const block = decodeEvmBlock(ETH, REF, blockAnswers([{ transaction: { value: hex(value) } }]));
    expect(transfersOf(block, 0)).toEqual([['native', SENDER, RECIPIENT, value]]);
    expect(effectsOf(block, 0)).toEqual({ [SENDER]: [-value - BigInt(FEE), 0], [RECIPIENT]: [value, value] });
    expect([...block.status, ...block.type, ...block.nonce, ...block.gasLimit, ...block.gasUsed]).toEqual([
      1,
      NO_NUMBER,
      2,
      NO_NUMBER,
      0,
      Number.NaN,
      50_000,
      Number.NaN,
      21_000,
      Number.NaN,
    ]);
    expect([block.fee, block.gasPrice, block.value]).toEqual([
      [FEE, null],
      [10, null],
      [value, 0],
    ]);
    expect([block.blobFee, block.l1Fee, block.operatorFee]).toEqual([null, null, null]);
    expect([block.parentHash, block.time, block.size, block.txCount]).toEqual([
      hash(0xaa).slice(2),
      1_700_000_000,
      1_234,
      1,
    ]);
    expect(Buffer.from(block.txids).toString('hex')).toBe(hash(0x1000).slice(2) + REF.hash);
  });

  it('cost their fee where they fail, and move nothing', () => {
    const logs = [
      {
        topics: [`0x${'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'}`, hash(1), hash(2)],
        data: hash(3),
      },
    ];
    const failed = { transaction: { value: '0x5' }, receipt: { status: '0x0' }, logs };
    const block = decodeEvmBlock(ETH, REF, blockAnswers([failed]));
    expect(transfersOf(block, 0)).toEqual([]);
    expect(effectsOf(block, 0)).toEqual({ [SENDER]: [-FEE, 0], [RECIPIENT]: [0, 0] });
  });

  it('to oneself are paid and received', () => {
    const block = decodeEvmBlock(ETH, REF, blockAnswers([{ transaction: { value: '0x5', to: SENDER } }]));
    expect(effectsOf(block, 0)).toEqual({ [SENDER]: [-FEE, 5] });
  });

  it('that create a contract pay it', () => {
    const created = {
      transaction: { to: null, value: '0x7', input: '0x60016002' },
      receipt: { contractAddress: address(0xcc) },
    };
    const block = decodeEvmBlock(ETH, REF, blockAnswers([created]));
    expect(keyText(block, block.createdContract[0]!)).toBe(address(0xcc));
    expect(block.to[0]).toBe(NO_NUMBER);
    expect(block.method[0]).toBe(NO_NUMBER);
    expect(effectsOf(block, 0)[address(0xcc)]).toEqual([7, 7]);
  });

  it('that fail to create one have created none', () => {
    const failed = { transaction: { to: null }, receipt: { contractAddress: address(0xcc), status: '0x0' } };
    const block = decodeEvmBlock(ETH, REF, blockAnswers([failed]));
    expect(block.createdContract[0]).toBe(NO_NUMBER);
    expect(effectsOf(block, 0)).toEqual({ [SENDER]: [-FEE, 0] });
  });

  it('name the method by the first four bytes of their input', () => {
    const inputs = ['0x', '0xa9', '0xa9059c', '0xa9059cbb', `0xa9059cbb${'0'.repeat(128)}`, '0xFFFFFFFF'];
    const block = decodeEvmBlock(ETH, REF, blockAnswers(inputs.map((input) => ({ transaction: { input } }))));
    expect([...block.method]).toEqual([-1, -1, -1, 0xa9059cbb, 0xa9059cbb, 0xffffffff, -1]);
  });

  it('may be of types that are not known', () => {
    const types = ['0x0', '0x1', '0x2', '0x4', '0x5', '0x7f', '0xff'];
    const block = decodeEvmBlock(ETH, REF, blockAnswers(types.map((type) => ({ transaction: { type } }))));
    expect([...block.type].slice(0, -1)).toEqual(types.map(Number));
  });

  // EIP-8130 as on Base: a list of calls, a nonce with a key, and perhaps another payer.
  it('of types that are not known may lack value, nonce and gas, and be paid by another', () => {
    const missing = { value: undefined, nonce: undefined, gas: undefined, gasPrice: undefined, input: undefined };
    const calls = { type: '0x79', ...missing, to: undefined, gasLimit: 9, nonceSequence: 1, calls: [[]] };
    const block = decodeEvmBlock(
      BASE,
      REF,
      blockAnswers([{ transaction: calls, receipt: { payer: address(0x99), contractAddress: null } }]),
    );
    expect([block.type[0], block.value[0], block.nonce[0], block.gasLimit[0], block.method[0]]).toEqual([
      ...[0x79, 0, Number.NaN, Number.NaN, -1],
    ]);
    expect([block.fee[0], transfersOf(block, 0)]).toEqual([FEE, []]);
    expect(effectsOf(block, 0)).toEqual({ [SENDER]: [0, 0], [address(0x99)]: [-FEE, 0] });
    expect(() => decodeEvmBlock(BASE, REF, blockAnswers([{ transaction: missing }]))).toThrow(/without its hash/);
  });

  // nitro arbos/parse_l2.go takes any gas limit of 64 bits, which at a price of 0 costs nothing.
  it('may offer more gas than there is', () => {
    const gas = hex(2n ** 64n - 1n);
    const retryable = { type: '0x69', gas, maxFeePerGas: '0x0', depositValue: '0x64' };
    const block = decodeEvmBlock(
      ARB,
      REF,
      blockAnswers([
        { transaction: retryable, receipt: { gasUsed: '0x0' } },
        { transaction: { gas: hex(2n ** 53n - 1n) } },
      ]),
    );
    expect([...block.gasLimit]).toEqual([Number.NaN, Number.MAX_SAFE_INTEGER]);
    expect(effectsOf(block, 0)[SENDER]).toEqual([100, 100]);
  });

  it('of old nodes have no type, and their price themselves', () => {
    const old = { transaction: { type: undefined }, receipt: { effectiveGasPrice: undefined } };
    const block = decodeEvmBlock(ETH, REF, blockAnswers([old]));
    expect([block.type[0], block.fee[0]]).toEqual([0, FEE]);
  });
});

// EIP-658: receipts had a state root in the place of the status, of which some nodes tell what they ran themselves.
describe('transactions from before Byzantium', () => {
  const [FRONTIER, HOMESTEAD] = [1_149_999, 1_150_000];
  const PAID = ['native', SENDER, RECIPIENT, 5];
  const creation = (input: string, gas: number) => ({ to: null, input, gas: hex(gas) });
  const CREATED = address(0xcc);

  it.each<[string, object, object, number, boolean, number?]>([
    ['with gas left succeeded', { gas: hex(50_000) }, {}, 1, true],
    [
      'with a log succeeded',
      { gas: hex(90_000) },
      { gasUsed: hex(90_000), logs: [{ address: CREATED, topics: [], data: '0x', logIndex: '0x0' }] },
      1,
      true,
    ],
    ['to oneself succeeded', { gas: hex(21_000), to: SENDER }, {}, 1, true],
    ['with exactly the gas of a payment count as moved', { gas: hex(21_000) }, {}, NO_NUMBER, true],
    [
      'with that of one with four bytes count as moved',
      { gas: hex(21_144), input: '0xff00ff00' },
      { gasUsed: hex(21_144) },
      NO_NUMBER,
      true,
    ],
    ['that used all their gas count as failed', { gas: hex(90_000) }, { gasUsed: hex(90_000) }, NO_NUMBER, false],
    [
      'that create with all their gas count as failed',
      creation('0x60', 90_000),
      { gasUsed: hex(90_000) },
      NO_NUMBER,
      false,
    ],
    ['that create without gas for a step failed', creation('0x60', 53_068), { gasUsed: hex(53_068) }, 0, false],
    ['that create with STOP succeeded', creation('0x00', 53_004), { gasUsed: hex(53_004) }, 1, true],
    ['that create nothing in Frontier succeeded', creation('0x', 21_000), {}, 1, true, FRONTIER],
    [
      'that create with all gas in Frontier count as failed',
      creation('0x', 53_000),
      { gasUsed: hex(53_000) },
      NO_NUMBER,
      false,
      FRONTIER,
    ],
  ])('%s, whichever node tells it', (_, transaction, receipt, status, moved, height = HOMESTEAD) => {
    const contractAddress = 'to' in transaction && transaction.to === null ? CREATED : null;
    const decode = (said: object, place = ETH) => {
      const made = { transaction: { value: '0x5', ...transaction }, receipt: { contractAddress, ...receipt, ...said } };
      return decodeEvmBlock(place, at(height), blockAnswers([made], { ref: at(height) }));
    };
    const block = decode({ status: undefined, root: hash(1) });
    expect(block.status[0]).toBe(status);
    expect(transfersOf(block, 0).length > 0).toBe(moved);
    expect(decode({ status: '0x1' })).toEqual(block);
    expect(decode({ status: '0x0', contractAddress: moved ? contractAddress : null })).toEqual(block);
  });

  it('are told by the node on private networks, where receipts have a status', () => {
    const made = { transaction: { value: '0x5', gas: hex(90_000) }, receipt: { gasUsed: hex(90_000) } };
    const of = (more: object) => {
      const receipt = { ...made.receipt, ...more };
      return decodeEvmBlock(evmPlace(ETH.chain, 'local'), REF, blockAnswers([{ ...made, receipt }]));
    };
    expect(of({}).status[0]).toBe(1);
    expect(transfersOf(of({}), 0)).toEqual([PAID]);
    expect(of({ status: null, root: hash(1) }).status[0]).toBe(NO_NUMBER);
  });

  it('end there: a receipt since then without its status is refused', () => {
    expect(() => decodeEvmBlock(ETH, REF, blockAnswers([{ receipt: { status: undefined } }]))).toThrow(
      /lacks its status/,
    );
  });
});

describe('fees', () => {
  // EIP-4844: blob gas is paid at its own price, and burned.
  it('of blobs are a part of the whole', () => {
    const blob = { transaction: { type: '0x3' }, receipt: { blobGasUsed: hex(131_072), blobGasPrice: '0x3' } };
    const block = decodeEvmBlock(ETH, REF, blockAnswers([{}, blob]));
    expect(block.blobFee).toEqual([null, 393_216, null]);
    expect(block.fee).toEqual([FEE, FEE + 393_216, null]);
    expect(effectsOf(block, 2)).toEqual({ [MINER]: [2 * PRIORITY, 2 * PRIORITY] });
  });

  // Before London (EIP-1559) there is no base fee, and nothing is burned.
  it("are all the miner's without a base fee", () => {
    const block = decodeEvmBlock(ETH, REF, blockAnswers([{}], { block: { baseFeePerGas: undefined } }));
    expect(transfersOf(block, 1)).toEqual([['fee', null, MINER, FEE]]);
  });

  it('leave no entry where nobody is paid', () => {
    const block = decodeEvmBlock(ETH, REF, blockAnswers([{ receipt: { effectiveGasPrice: '0x4' } }]));
    expect([block.txCount, block.type.length, block.txids.length]).toEqual([1, 1, 32]);
  });

  // optimism specs/protocol/isthmus/exec-engine.md and jovian/exec-engine.md "Operator Fee"; predeploys.md for the
  // vaults.
  it('of the OP stack go to four vaults', () => {
    const l1 = { l1Fee: hex(5_000) };
    const isthmus = { ...l1, operatorFeeScalar: hex(1_500_000), operatorFeeConstant: '0x7' };
    const jovian = { ...isthmus, daFootprintGasScalar: '0x190', blobGasUsed: '0xffff', blobGasPrice: '0x1' };
    const answers = blockAnswers([{ receipt: l1 }, { receipt: isthmus }, { receipt: jovian }], {
      block: { miner: '0x4200000000000000000000000000000000000011' },
    });
    const block = decodeEvmBlock(OP, REF, answers);
    const operator = [31_507, 21_000 * 1_500_000 * 100 + 7];
    expect(block.l1Fee).toEqual([5_000, 5_000, 5_000, null]);
    expect(block.operatorFee).toEqual([null, ...operator, null]);
    expect(block.blobFee).toBeNull();
    expect(block.fee).toEqual([FEE + 5_000, ...operator.map((fee) => FEE + 5_000 + fee), null]);
    expect(transfersOf(block, 3)).toEqual([
      ['fee', null, '0x4200000000000000000000000000000000000019', 3 * 84_000],
      ['fee', null, '0x4200000000000000000000000000000000000011', 3 * PRIORITY],
      ['fee', null, '0x420000000000000000000000000000000000001a', 15_000],
      ['fee', null, '0x420000000000000000000000000000000000001b', operator[0]! + operator[1]!],
    ]);
  });

  it('of the operator are numbers where they are small', () => {
    const scalar = { operatorFeeScalar: '0x5', operatorFeeConstant: '0x0' };
    const block = decodeEvmBlock(OP, REF, blockAnswers([{ receipt: scalar }]));
    expect(block.operatorFee).toEqual([0, null]);
  });

  // optimism specs/protocol/lagoon/post-exec.md: a transaction of the protocol's, without nonce, that pays nothing.
  it('are not paid by what ends a block of the OP stack', () => {
    const last = { type: '0x7d', from: address(0), to: undefined, nonce: undefined, gasPrice: undefined };
    const parts = { l1Fee: '0x5', operatorFeeScalar: '0x1', operatorFeeConstant: '0x7', daFootprintGasScalar: '0x190' };
    const receipt = { gasUsed: '0x0', effectiveGasPrice: undefined, ...parts };
    const block = decodeEvmBlock(OP, REF, blockAnswers([{ transaction: { ...last, gas: '0x0' }, receipt }]));
    expect([block.fee, block.operatorFee, block.type.length]).toEqual([[0], null, 1]);
    expect(effectsOf(block, 0)).toEqual({ [address(0)]: [0, 0] });
  });

  // nitro arbos/tx_processor.go: gasUsed includes the cost of layer 1; only traces show who is paid.
  it('of Arbitrum have one part and no recipient here', () => {
    const block = decodeEvmBlock(ARB, REF, blockAnswers([{ receipt: { gasUsedForL1: '0x100' } }]));
    expect(block.fee).toEqual([FEE]);
    expect(effectsOf(block, 0)[SENDER]).toEqual([-FEE, 0]);
  });
});

describe('deposits from layer 1', () => {
  // optimism specs/protocol/deposits.md: mint is kept where the call fails, no gas is paid, the nonce is in the
  // receipt.
  it.each([
    [
      'succeed',
      '0x1',
      [
        ['mint', null, SENDER, 9],
        ['native', SENDER, RECIPIENT, 4],
      ],
      { [SENDER]: [5, 9], [RECIPIENT]: [4, 4] },
    ],
    ['fail', '0x0', [['mint', null, SENDER, 9]], { [SENDER]: [9, 9], [RECIPIENT]: [0, 0] }],
  ])('of the OP stack that %s', (_, status, transfers, effects) => {
    const deposit = {
      transaction: { type: '0x7e', mint: '0x9', value: '0x4', gasPrice: '0x0' },
      receipt: { status, effectiveGasPrice: undefined, depositNonce: '0x63' },
    };
    const block = decodeEvmBlock(BASE, REF, blockAnswers([deposit]));
    expect(transfersOf(block, 0)).toEqual(transfers);
    expect(effectsOf(block, 0)).toEqual(effects);
    expect([block.fee, block.nonce[0], block.txids.length]).toEqual([[0], 99, 32]);
  });

  it.each([undefined, null])('of the OP stack may come without a nonce (%s)', (nonce) => {
    const numbered = { transaction: { type: '0x7e', nonce }, receipt: { depositNonce: '0x63' } };
    const without = { transaction: { type: '0x7e', nonce } };
    const block = decodeEvmBlock(BASE, REF, blockAnswers([numbered, without]));
    expect([...block.nonce]).toEqual([99, 0]);
    expect(() => decodeEvmBlock(BASE, REF, blockAnswers([{ transaction: { nonce } }]))).toThrow(/without its hash/);
  });

  // nitro arbos/tx_processor.go StartTxHook: minted to the sender, an alias, and sent on.
  it('of Arbitrum mint what they move', () => {
    const deposit = {
      transaction: { type: '0x64', value: '0x4', gasPrice: '0x0' },
      receipt: { gasUsed: '0x0', effectiveGasPrice: '0x0' },
    };
    const block = decodeEvmBlock(ARB, REF, blockAnswers([deposit]));
    expect(transfersOf(block, 0)).toEqual([
      ['mint', null, SENDER, 4],
      ['native', SENDER, RECIPIENT, 4],
    ]);
    expect(effectsOf(block, 0)).toEqual({ [SENDER]: [0, 4], [RECIPIENT]: [4, 4] });
  });

  it('of Arbitrum as retryables mint their deposit, and pay for gas as others do', () => {
    const retryable = { transaction: { type: '0x69', depositValue: '0x64', value: '0x0', to: address(0x6e) } };
    const block = decodeEvmBlock(ARB, REF, blockAnswers([retryable]));
    expect(block.fee[0]).toBe(FEE);
    expect(effectsOf(block, 0)).toEqual({ [SENDER]: [100 - FEE, 100], [address(0x6e)]: [0, 0] });
  });
});

describe('the block itself', () => {
  // EIP-4895: amounts in gwei.
  it('pays withdrawals', () => {
    const withdrawals = [
      { index: '0x1', validatorIndex: '0x1', address: RECIPIENT, amount: '0x5' },
      { index: '0x2', validatorIndex: '0x2', address: MINER, amount: hex(32_000_000_000) },
      { index: '0x3', validatorIndex: '0x3', address: RECIPIENT, amount: '0x6' },
    ];
    const block = decodeEvmBlock(ETH, REF, blockAnswers([{}], { block: { withdrawals } }));
    expect(block.txCount).toBe(1);
    expect(Buffer.from(block.txids.subarray(32)).toString('hex')).toBe(REF.hash);
    expect(transfersOf(block, 1)).toEqual([
      ['fee', null, MINER, PRIORITY],
      ['withdrawal', null, RECIPIENT, 5_000_000_000],
      ['withdrawal', null, MINER, 32n * 10n ** 18n],
      ['withdrawal', null, RECIPIENT, 6_000_000_000],
    ]);
    expect(effectsOf(block, 1)[RECIPIENT]).toEqual([11_000_000_000, 11_000_000_000]);
  });

  // go-ethereum consensus/ethash/consensus.go accumulateRewards
  it('paid proof of work, and uncles by their age', () => {
    const ref = at(5_000_000);
    const uncles = [address(0x51), address(0x52)].map((miner, i) => ({
      jsonrpc: '2.0',
      id: i,
      result: { hash: hash(0x500 + i), number: hex(ref.height - 1 - i), miner, difficulty: '0x1' },
    }));
    const answers = blockAnswers([], {
      ref,
      block: { uncles: [hash(0x500), hash(0x501)] },
      uncles: uncles.toReversed(),
    });
    const block = decodeEvmBlock(ETH, ref, answers);
    const eth = 10n ** 18n;
    expect(transfersOf(block, 0)).toEqual([
      ['reward', null, MINER, 3n * eth + (2n * 3n * eth) / 32n],
      ['reward', null, address(0x51), (7n * 3n * eth) / 8n],
      ['reward', null, address(0x52), (6n * 3n * eth) / 8n],
    ]);
  });

  it.each([
    ['does not hold them', null],
    ['holds another one', [{ jsonrpc: '2.0', id: 0, result: { hash: hash(9), number: hex(4_999_999), miner: MINER } }]],
    ['holds an error', [{ jsonrpc: '2.0', id: 0, error: { code: -32000, message: 'busy' } }]],
  ])('is refused with uncles where the answer %s', (_, uncles) => {
    const ref = at(5_000_000);
    const answers = blockAnswers([], { ref, block: { uncles: [hash(0x500)] }, uncles });
    expect(() => decodeEvmBlock(ETH, ref, answers)).toThrow(/^uncles: /);
  });

  it.each([
    [1, 5n],
    [4_369_999, 5n],
    [4_370_000, 3n],
    [7_280_000, 2n],
    [15_537_393, 2n],
    [15_537_394, 0n],
    [0, 0n],
  ])('pays at height %i a reward of %i ETH', (height, reward) => {
    const block = decodeEvmBlock(ETH, at(height), blockAnswers([], { ref: at(height) }));
    expect(block.transfers.amount).toEqual(reward === 0n ? [] : [reward * 10n ** 18n]);
  });

  // EIP-1234, EIP-3675, EIP-225
  it.each([
    ['of proof of work since London', 9, { difficulty: '0x20000', baseFeePerGas: '0x7' }, [2n * 10n ** 18n]],
    ['of proof of stake', 9, { difficulty: '0x0', baseFeePerGas: '0x7' }, []],
    ['of authorities', 9, { difficulty: '0x2', baseFeePerGas: null }, []],
    ['at the beginning', 0, { difficulty: '0x20000', baseFeePerGas: null }, []],
  ])('pays on a private network, in a block %s, what its header says', (_, height, block, amounts) => {
    const ref = at(height);
    const decoded = decodeEvmBlock(evmPlace(ETH.chain, 'local'), ref, blockAnswers([], { ref, block }));
    expect(decoded.transfers.amount).toEqual(amounts);
  });

  it('is refused on a private network where nobody knows what it paid', () => {
    const ref = at(9);
    const answers = blockAnswers([], { ref, block: { difficulty: '0x20000', baseFeePerGas: null } });
    expect(() => decodeEvmBlock(evmPlace(ETH.chain, 'local'), ref, answers)).toThrow(
      /^block 9 was mined by proof of work before London.*START_HEIGHT/,
    );
  });
});
