/** Plays: everything that moves ether or tokens, in blocks of one and of many transactions. */
import { concat, id, parseEther, sha256, Transaction, toBeHex, zeroPadValue } from 'ethers';
import type { Actor, Cast, Contract } from './evm-cast.js';

/** Pays from contracts, to contracts that refuse, and creates and destroys them. */
export interface Contracts {
  readonly coin: Contract;
  readonly collectible: Contract;
  readonly items: Contract;
  readonly weth: Contract;
  readonly hostile: Contract;
  readonly rebasing: Contract;
  readonly taxed: Contract;
  readonly splitter: Contract;
  readonly library: Contract;
  readonly bouncer: Contract;
  readonly factory: Contract;
  readonly reverter: Contract;
  readonly wallet: Contract;
}

const ETHER = parseEther('1');
/** EIP-7708: logs of this sender tell native transfers. */
const NATIVE_PSEUDO_EMITTER = '0xfffffffffffffffffffffffffffffffffffffffe';

export async function deployAll(cast: Cast): Promise<Contracts> {
  const deployer = cast.actor(0);
  const contracts: Contracts = {
    coin: await cast.deploy(deployer, 'Coin', ['Trail Coin', 'TRC', 6, 10n ** 15n]),
    collectible: await cast.deploy(deployer, 'Collectible'),
    items: await cast.deploy(deployer, 'Items'),
    weth: await cast.deploy(deployer, 'WrappedEther'),
    hostile: await cast.deploy(deployer, 'HostileToken'),
    rebasing: await cast.deploy(deployer, 'RebasingCoin'),
    taxed: await cast.deploy(deployer, 'TaxedCoin', [10n ** 12n]),
    splitter: await cast.deploy(deployer, 'Splitter'),
    library: await cast.deploy(deployer, 'PayoutLibrary'),
    bouncer: await cast.deploy(deployer, 'Bouncer'),
    factory: await cast.deploy(deployer, 'Factory'),
    reverter: await cast.deploy(deployer, 'Reverter'),
    wallet: await cast.deploy(deployer, 'Wallet'),
  };
  await cast.mine();
  return contracts;
}

/** Payments by transactions of every type, to others, to oneself, of nothing, to new and to old addresses. */
export async function playPayments(cast: Cast, contracts: Contracts): Promise<void> {
  const [alice, bob, carol] = [cast.actor(1), cast.actor(2), cast.actor(3)];
  for (const type of [0, 1, 2]) {
    await cast.send(alice, { type, to: bob.address, value: ETHER + BigInt(type) });
    await cast.send(bob, { type, to: cast.freshAddress(), value: 1n });
  }
  const slot = zeroPadValue('0x01', 32);
  await cast.send(carol, {
    type: 1,
    to: contracts.splitter.address,
    value: 3n,
    gasLimit: 60_000n,
    accessList: [{ address: contracts.coin.address, storageKeys: [slot] }],
  });
  await cast.mine();
  await cast.send(carol, { to: carol.address, value: 5n });
  await cast.send(carol, { to: bob.address, value: 0n });
  await cast.send(carol, { to: '0x0000000000000000000000000000000000000000', value: 9n });
  await cast.send(carol, { to: bob.address, value: 1n, data: '0x1234', gasLimit: 60_000n });
  await cast.mine();
}

export async function playBlob(cast: Cast): Promise<void> {
  await cast.broadcast(await blobTransaction(cast, cast.actor(1), cast.actor(2).address, 12n));
  await cast.mine();
}

/** Three transactions of one account, of which the last to be sent is the first by number. */
export async function playNonces(cast: Cast): Promise<void> {
  const [dora, to] = [cast.actor(4), cast.freshAddress()];
  const nonce = await cast.nonceOf(dora);
  for (const offset of [2, 1, 0]) {
    await cast.broadcast(await cast.signAs(dora, nonce + offset, { to, value: BigInt(offset + 1) }));
  }
  cast.forgetNonces();
  await cast.mine();
}

/** ERC-20, ERC-721, ERC-1155 and wrapped ether, minted, moved and burned. */
export async function playTokens(cast: Cast, contracts: Contracts, round: number): Promise<void> {
  const { coin, collectible, items, weth } = contracts;
  const [deployer, alice, bob] = [cast.actor(0), cast.actor(1), cast.actor(2)];
  await cast.call(deployer, coin, 'transfer', [alice.address, 1_000_000n]);
  await cast.call(deployer, coin, 'transferMany', [[bob.address, alice.address, cast.freshAddress()], 77n]);
  await cast.call(alice, coin, 'approve', [bob.address, 500n]);
  await cast.mine();
  await cast.call(bob, coin, 'transferFrom', [alice.address, cast.freshAddress(), 400n]);
  await cast.call(alice, coin, 'burn', [123n]);
  await cast.call(alice, coin, 'transfer', [alice.address, 5n]);
  await cast.call(alice, coin, 'transfer', [bob.address, 0n]);
  const token = BigInt(round * 10);
  for (const offset of [0n, 1n, 2n]) await cast.call(alice, collectible, 'mint', [alice.address, token + offset]);
  await cast.mine();
  await cast.call(alice, collectible, 'transferFrom', [alice.address, bob.address, token]);
  await cast.call(alice, collectible, 'burn', [token + 1n]);
  await cast.call(alice, items, 'mint', [alice.address, 7n, 100n]);
  await cast.call(alice, items, 'mintBatch', [alice.address, [8n, 2n ** 200n], [50n, 1n]]);
  await cast.mine();
  const batch = [alice.address, bob.address, [7n, 8n, 8n], [10n, 1n, 2n], '0x'];
  await cast.call(alice, items, 'safeTransferFrom', [alice.address, bob.address, 7n, 5n, '0x']);
  await cast.call(alice, items, 'safeBatchTransferFrom', batch);
  await cast.call(alice, items, 'burn', [2n ** 200n, 1n]);
  await cast.call(bob, weth, 'deposit', [], { value: ETHER });
  await cast.send(alice, { to: weth.address, value: 1_000n, gasLimit: 100_000n });
  await cast.mine();
  await cast.call(bob, weth, 'transfer', [alice.address, 1_000n]);
  await cast.call(bob, weth, 'withdraw', [ETHER / 2n]);
  await cast.mine();
}

/** Tokens whose logs, words and balances are not to be trusted. */
export async function playHostileTokens(cast: Cast, contracts: Contracts, round: number): Promise<void> {
  const { hostile, rebasing, taxed } = contracts;
  const [deployer, eve, bob] = [cast.actor(0), cast.actor(5), cast.actor(2)];
  await cast.call(eve, hostile, 'shout', [bob.address]);
  await cast.call(eve, hostile, 'boast', [bob.address]);
  await cast.call(eve, hostile, 'whisper', [bob.address, 33n]);
  await cast.call(eve, rebasing, 'mint', [eve.address, 1_000_000n]);
  await cast.mine();
  await cast.call(eve, rebasing, 'transfer', [bob.address, 1_000n]);
  await cast.call(eve, rebasing, 'rebase', [BigInt(100 + round * 10)]);
  await cast.call(deployer, taxed, 'transfer', [bob.address, 100_000n]);
  await cast.mine();
  await cast.call(bob, taxed, 'transfer', [cast.freshAddress(), 5_000n]);
  await cast.call(eve, rebasing, 'transfer', [cast.freshAddress(), 11n]);
  await cast.mine();
}

/** Logs as EIP-7708 has them, of a chain that emits them: no token has moved. */
export async function playPseudoEmitter(cast: Cast, contracts: Contracts): Promise<void> {
  const code = await cast.node.rpc<string>('eth_getCode', contracts.hostile.address, 'latest');
  await cast.node.rpc('anvil_setCode', NATIVE_PSEUDO_EMITTER, code);
  const emitter = { ...contracts.hostile, address: NATIVE_PSEUDO_EMITTER };
  await cast.call(cast.actor(5), emitter, 'boast', [cast.actor(2).address]);
  await cast.mine();
}

/** Value that contracts send on, in every way there is. */
export async function playInternalTransfers(cast: Cast, contracts: Contracts): Promise<void> {
  const { splitter, library, bouncer } = contracts;
  const alice = cast.actor(1);
  const fresh = (count: number): string[] => Array.from({ length: count }, () => cast.freshAddress());
  const [lost, kept] = fresh(2);
  await cast.call(alice, splitter, 'split', [[...fresh(3), alice.address]], { value: 1_003n });
  await cast.call(alice, splitter, 'nested', [4, cast.freshAddress()], { value: 44n });
  await cast.call(alice, splitter, 'payDespiteFailure', [lost, kept], { value: 200n });
  await cast.call(alice, splitter, 'payByDelegate', [library.address, cast.freshAddress()], { value: 55n });
  await cast.call(alice, splitter, 'roundTrip', [bouncer.address], { value: 66n });
  await cast.mine();
  await cast.call(cast.actor(3), splitter, 'split', [[kept, kept]], { value: 10n });
  await cast.mine();
}

/** Transactions that fail: refused, out of gas, with value, in a constructor; each pays its fee. */
export async function playFailures(cast: Cast, contracts: Contracts): Promise<void> {
  const { reverter, splitter } = contracts;
  const frank = cast.actor(6);
  await cast.send(frank, { to: reverter.address, value: ETHER, gasLimit: 60_000n });
  await cast.call(frank, reverter, 'fail', [], { value: 5n });
  await cast.call(frank, reverter, 'exhaust', [], { gasLimit: 90_000n });
  await cast.call(frank, splitter, 'payAndRevert', [cast.freshAddress()], { value: 8n });
  await cast.call(frank, splitter, 'split', [[cast.freshAddress(), reverter.address]], { value: 8n });
  await cast.deploy(frank, 'Unborn', [], 7n);
  await cast.mine();
}

/** CREATE and CREATE2 with value, from outside and inside, and contracts that destroy themselves. */
export async function playCreations(cast: Cast, contracts: Contracts, round: number): Promise<void> {
  const { factory } = contracts;
  const grace = cast.actor(7);
  await cast.deploy(grace, 'Stillborn', [false, cast.freshAddress()], 21n);
  await cast.deploy(grace, 'Stillborn', [true, grace.address], 22n);
  const mortals = await deployMortals(cast, grace);
  await cast.call(grace, factory, 'create', [], { value: 31n });
  await cast.call(grace, factory, 'create2', [id(`salt ${round}`)], { value: 32n });
  await cast.call(grace, factory, 'createInVain', [], { value: 33n });
  await cast.call(grace, factory, 'createAndDestroy', [cast.freshAddress()], { value: 34n });
  await cast.call(grace, factory, 'createAndBurn', [], { value: 36n });
  await cast.call(grace, factory, 'payTheDestroyed', [cast.freshAddress()], { value: 38n });
  await cast.mine();
  const [toAnother, toItself, toSender] = mortals;
  await cast.call(grace, toAnother!, 'destroy', [cast.freshAddress()]);
  // Since EIP-6780 this does nothing: the contract keeps its ether.
  await cast.call(grace, toItself!, 'destroy', [toItself!.address]);
  await cast.call(grace, toSender!, 'destroy', [grace.address]);
  await cast.mine();
  await cast.send(grace, { to: toAnother!.address, value: 3n, gasLimit: 60_000n });
  await cast.mine();
}

/** An account of a person that gets code by an authorization, uses it and gives it back (EIP-7702). */
export async function playSetCode(cast: Cast, { wallet }: Contracts): Promise<void> {
  const [sponsor, henry] = [cast.actor(8), cast.actor(9)];
  const delegate = async (address: string): Promise<void> => {
    const nonce = await cast.nonceOf(henry);
    const chainId = await cast.node.rpc<string>('eth_chainId');
    const authorization = henry.wallet.authorizeSync({ address, nonce, chainId: BigInt(chainId) });
    await cast.send(sponsor, { type: 4, to: henry.address, value: 7n, authorizationList: [authorization] });
    await cast.mine();
    // The authorization has used one of his numbers.
    cast.forgetNonces();
  };
  await delegate(wallet.address);
  const payees = [cast.freshAddress(), sponsor.address, henry.address];
  await cast.call(henry, { ...wallet, address: henry.address }, 'payMany', [payees, 1_000n]);
  await cast.send(sponsor, { to: henry.address, value: 70n, gasLimit: 80_000n });
  await cast.mine();
  await delegate(toBeHex(0, 20));
}

async function deployMortals(cast: Cast, owner: Actor): Promise<Contract[]> {
  const contracts: Contract[] = [];
  for (const value of [61n, 62n, 63n]) contracts.push(await cast.deploy(owner, 'Mortal', [], value));
  return contracts;
}

const BLOB_BYTES = 131_072;
/** The compressed point at infinity of BLS12-381's G1. */
const INFINITY = `0xc0${'00'.repeat(47)}`;
/** Cells of an extended blob, each with a proof (EIP-7594). */
const CELLS = 128;
const MAX_FEE_PER_BLOB_GAS = 10_000_000_000n;

/**
 * A transaction with a blob (EIP-4844), made without a KZG library: of a blob of zeros, all points are infinity.
 * @returns the raw transaction, in the form for the network, with the blob. Anvil takes seconds for the first one.
 */
async function blobTransaction(cast: Cast, from: Actor, to: string, value: bigint): Promise<string> {
  const versionedHash = `0x01${sha256(INFINITY).slice(4)}`;
  const fields = { type: 3, to, value, maxFeePerBlobGas: MAX_FEE_PER_BLOB_GAS, blobVersionedHashes: [versionedHash] };
  const signed = Transaction.from(await cast.sign(from, fields));
  signed.blobWrapperVersion = 1;
  const proof = concat(Array.from({ length: CELLS }, () => INFINITY));
  signed.blobs = [{ data: `0x${'00'.repeat(BLOB_BYTES)}`, commitment: INFINITY, proof }];
  return signed.serialized;
}
