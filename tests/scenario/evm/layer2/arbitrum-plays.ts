/** Plays of Arbitrum alone: messages from layer 1, retryables in every state, withdrawals, fee accounts. */
import { contractArtifact } from '@chaintrail/anvil';
import { NITRO_OWNER_KEY, type NitroNode, type RetryableSubmission } from '@chaintrail/testkit';
import { concat, Interface, parseEther, toBeHex, Wallet, ZeroAddress, zeroPadValue } from 'ethers';
import type { Actor, Cast } from '../evm-cast.js';
import type { Contracts } from '../evm-plays.js';

const GWEI = 1_000_000_000n;
const precompile = (number: number): string => toBeHex(number, 20);
const ARB_SYS = precompile(0x64);
const ARB_RETRYABLE_TX = precompile(0x6e);
const ARB_OWNER = precompile(0x70);
/** Source: nitro-precompile-interfaces */
const PRECOMPILES = new Interface([
  'function withdrawEth(address destination) payable',
  'function sendTxToL1(address destination, bytes data) payable',
  'function redeem(bytes32 ticket)',
  'function cancel(bytes32 ticket)',
  'function keepalive(bytes32 ticket)',
  'function setL1PricePerUnit(uint256 price)',
  'function setNetworkFeeAccount(address account)',
  'function setInfraFeeAccount(address account)',
]);
/** With what layer 1 costs, before that is set to nothing. */
const GAS_WITH_LAYER_1 = 10_000_000n;

const owner: Actor = ((wallet) => ({ address: wallet.address, wallet }))(new Wallet(NITRO_OWNER_KEY));

/** Gives everybody ether; the first transactions pay for layer 1, too. */
export async function fundActors(cast: Cast): Promise<void> {
  for (const actor of cast.actors.slice(0, 3)) {
    await cast.send(owner, { to: actor.address, value: parseEther('50'), gasLimit: GAS_WITH_LAYER_1 });
  }
  await asOwner(cast, 'setL1PricePerUnit', 0n);
  for (const actor of cast.actors.slice(3)) {
    await cast.send(owner, { to: actor.address, value: parseEther('50') });
  }
}

/** Until then both are the zero address. */
export async function setFeeAccounts(cast: Cast): Promise<void> {
  await asOwner(cast, 'setNetworkFeeAccount', cast.freshAddress());
  await asOwner(cast, 'setInfraFeeAccount', cast.freshAddress());
}

function asOwner(cast: Cast, method: string, argument: unknown): Promise<string> {
  const data = PRECOMPILES.encodeFunctionData(method, [argument]);
  return cast.send(owner, { to: ARB_OWNER, data, gasLimit: GAS_WITH_LAYER_1 });
}

/** Several payments in one block, if their times allow it. */
export async function playAtOnce(cast: Cast): Promise<void> {
  const signed = await Promise.all(
    cast.actors.map((actor, n) => cast.sign(actor, { to: cast.actor(n + 1).address, value: BigInt(n + 1) })),
  );
  await Promise.all(signed.map((raw) => cast.broadcast(raw)));
}

/** Ether of layer 1: to others, to oneself, to a contract that refuses payments, and nothing at all. */
export async function playArbitrumDeposits(cast: Cast, node: NitroNode, { reverter }: Contracts): Promise<void> {
  const [alias, other] = [cast.freshAddress(), cast.freshAddress()];
  await node.deposit(alias, other, 1_000n);
  await node.deposit(alias, alias, 77n);
  await node.deposit(other, reverter.address, 5n);
  await node.deposit(alias, other, 0n);
  await node.deposit(ZeroAddress, other, 3n);
}

/** Transactions forced from layer 1: unsigned (0x65), of contracts (0x66), with a deposit, failing, underfunded. */
export async function playLayer1Messages(
  cast: Cast,
  node: NitroNode,
  { splitter, reverter }: Contracts,
): Promise<void> {
  const [sender, contract] = [cast.freshAddress(), cast.freshAddress()];
  for (const each of [sender, contract]) await node.deposit(each, each, parseEther('1'));
  const split = splitter.interface.encodeFunctionData('split', [[cast.freshAddress(), cast.actor(1).address]]);
  const { bytecode } = contractArtifact('Mortal');
  const send = (from: string, message: string) => node.sendL1Message(L2_MESSAGE, from, message);
  await send(sender, unsigned(0, cast.freshAddress(), 7n));
  await send(sender, unsigned(1, splitter.address, 8n, split));
  await send(sender, unsigned(2, reverter.address, 9n));
  await send(sender, unsigned(3, ZeroAddress, 10n, bytecode));
  // More than there is: no transaction comes of it.
  await send(sender, unsigned(4, cast.freshAddress(), parseEther('100')));
  await send(contract, ofContract(cast.freshAddress(), 11n));
  await send(contract, ofContract(splitter.address, 12n, split));
  await send(contract, ofContract(reverter.address, 13n));
  await send(contract, ofContract(ZeroAddress, 14n, bytecode));
  await node.sendL1Message(L2_FUNDED_BY_L1, contract, ofContract(cast.freshAddress(), 15n));
  await node.sendL1Message(L2_FUNDED_BY_L1, sender, unsigned(4, cast.freshAddress(), 16n));
}

/** Kinds of messages. Source: nitro arbos/arbostypes/incomingmessage.go */
const L2_MESSAGE = 3;
const L2_FUNDED_BY_L1 = 7;
const MESSAGE_GAS = 500_000n;
const word = (value: bigint | number): string => toBeHex(value, 32);

/** Source: nitro arbos/parse_l2.go parseUnsignedTx; likewise below, without a nonce */
function unsigned(nonce: number, to: string, value: bigint, data = '0x'): string {
  return concat(['0x00', word(MESSAGE_GAS), word(GWEI), word(nonce), zeroPadValue(to, 32), word(value), data]);
}

function ofContract(to: string, value: bigint, data = '0x'): string {
  return concat(['0x01', word(MESSAGE_GAS), word(GWEI), zeroPadValue(to, 32), word(value), data]);
}

/** Retryables that are redeemed at once, fail, wait, are redeemed by hand, cancelled and kept. */
export async function playRetryables(cast: Cast, node: NitroNode, { splitter, reverter }: Contracts): Promise<void> {
  const alice = cast.actor(1);
  const common = submissionOf(cast);
  const submit = async (more: Partial<RetryableSubmission> & { readonly to: string }): Promise<string> =>
    ticketOf(node, await node.submitRetryable({ ...common, ...more }));
  const split = splitter.interface.encodeFunctionData('split', [[cast.freshAddress(), alice.address]]);
  await submit({ to: cast.freshAddress(), callValue: 77n });
  await submit({ to: splitter.address, callValue: 100n, data: split, refundTo: common.from });
  await submit({ to: ZeroAddress, callValue: 5n, data: contractArtifact('Mortal').bytecode });
  await submit({ to: cast.freshAddress(), callValue: 78n, baseFeeL1: 0n });
  const fail = reverter.interface.encodeFunctionData('fail');
  const failing = await submit({ to: reverter.address, callValue: 50n, data: fail });
  await askRetryables(cast, alice, 'redeem', failing);
  const waiting = await submit({ to: splitter.address, callValue: 33n, data: split, gas: 0n, maxFeePerGas: 0n });
  await askRetryables(cast, alice, 'keepalive', waiting);
  await askRetryables(cast, cast.actor(2), 'redeem', waiting);
  const unwanted = await submit({
    ...{ to: cast.freshAddress(), callValue: 44n, maxFeePerGas: 1n, beneficiary: alice.address },
  });
  await askRetryables(cast, cast.actor(2), 'cancel', unwanted);
  await askRetryables(cast, alice, 'cancel', unwanted);
  await submit({ to: cast.freshAddress(), callValue: 55n, gas: 0n });
}

/** Submissions that lack something: what is to be carried, the fee for submitting, gas. */
export async function playUnderfundedRetryables(cast: Cast, node: NitroNode): Promise<void> {
  const wanting: readonly Partial<RetryableSubmission>[] = [
    { depositValue: 0n },
    { callValue: parseEther('1') },
    { callValue: parseEther('1'), maxSubmissionFee: 10n ** 12n, depositValue: parseEther('0.9') },
    { depositValue: 10n, maxSubmissionFee: parseEther('1') },
    { maxSubmissionFee: 1n },
    { gas: 20_000n },
    { depositValue: 10n ** 13n, maxSubmissionFee: 10n ** 13n, callValue: 1n },
  ];
  for (const lack of wanting) {
    await node.submitRetryable({ ...submissionOf(cast), to: cast.freshAddress(), callValue: 60n, ...lack });
  }
}

function submissionOf(cast: Cast): RetryableSubmission {
  return {
    from: cast.freshAddress(),
    to: cast.freshAddress(),
    depositValue: parseEther('0.1'),
    maxSubmissionFee: parseEther('0.01'),
    gas: 1_000_000n,
    maxFeePerGas: GWEI,
    baseFeeL1: GWEI,
    refundTo: cast.freshAddress(),
    beneficiary: cast.freshAddress(),
  };
}

/** A retryable is called by the id of the transaction that submitted it, the first after the block's own. */
async function ticketOf(node: NitroNode, { blockHash }: { readonly blockHash: string }): Promise<string> {
  const block = await node.rpc<{ transactions: readonly string[] }>('eth_getBlockByHash', blockHash, false);
  return block.transactions[1]!;
}

function askRetryables(cast: Cast, from: Actor, method: 'redeem' | 'cancel' | 'keepalive', ticket: string) {
  const data = PRECOMPILES.encodeFunctionData(method, [ticket]);
  return cast.send(from, { to: ARB_RETRYABLE_TX, data });
}

/** Value that leaves for layer 1 is burned here. */
export async function playArbitrumWithdrawals(cast: Cast): Promise<void> {
  const to = ARB_SYS;
  const bob = cast.actor(2);
  const destination = cast.freshAddress();
  await cast.send(bob, { to, value: 9n, data: PRECOMPILES.encodeFunctionData('withdrawEth', [destination]) });
  await cast.send(bob, { to, value: 0n, data: PRECOMPILES.encodeFunctionData('sendTxToL1', [destination, '0x12']) });
  await cast.send(bob, { to, value: 11n, data: PRECOMPILES.encodeFunctionData('sendTxToL1', [destination, '0x']) });
  // It takes nothing but that.
  await cast.send(bob, { to, value: 12n, gasLimit: 100_000n });
}
