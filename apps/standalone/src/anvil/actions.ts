/** What people do on the demo chain. Each action is one transaction or two. */
import { id } from 'ethers';
import { creationCode, type DemoContracts } from './demo-contracts.js';
import type { People } from './people.js';
import type { Sender } from './sender.js';

export interface Stage {
  readonly sender: Sender;
  readonly people: People;
  readonly contracts: DemoContracts;
  /** @returns a whole number from 0 to below `limit` */
  random(limit: number): number;
}

type Action = (stage: Stage) => Promise<void>;

const MILLI_ETHER = 10n ** 15n;
/** The maker of the contracts sends nothing else, so that their addresses stay where they are. */
const FIRST_PAYER = 1;

/** Each as often as it is listed. */
const ACTIONS: readonly Action[] = [pay, pay, pay, payNew, moveCoin, moveCoin, moveCoin, mintCollectible];
const RARE_ACTIONS: readonly Action[] = [
  moveItems,
  wrap,
  split,
  splitDespiteFailure,
  create,
  fail,
  refuse,
  makeContract,
];

export async function actAtRandom(stage: Stage): Promise<void> {
  const actions = stage.random(3) === 0 ? RARE_ACTIONS : ACTIONS;
  await actions[stage.random(actions.length)]!(stage);
}

/** So that there is something to move: coins for everybody. Waits for the next block. */
export async function handOutCoins({ sender, people, contracts: { Coin } }: Stage): Promise<void> {
  for (const { address } of people.accounts.slice(FIRST_PAYER)) {
    await sender.send(people.accounts[FIRST_PAYER]!, {
      to: Coin.address,
      data: Coin.encode('mint', address, 1_000_000_000_000n),
    });
  }
}

function payer({ people, random }: Stage) {
  return people.accounts[FIRST_PAYER + random(people.accounts.length - FIRST_PAYER)]!;
}

function payee({ people, random }: Stage): string {
  return people.payees[random(people.payees.length)]!;
}

function milliEther({ random }: Stage): bigint {
  return BigInt(1 + random(500)) * MILLI_ETHER;
}

async function pay(stage: Stage): Promise<void> {
  const { sender, random } = stage;
  await sender.send(payer(stage), { type: random(3), to: payer(stage).address, value: milliEther(stage) });
}

async function payNew(stage: Stage): Promise<void> {
  await stage.sender.send(payer(stage), { to: payee(stage), value: milliEther(stage) });
}

async function moveCoin(stage: Stage): Promise<void> {
  const { sender, contracts, random } = stage;
  const to = random(2) === 0 ? payer(stage).address : payee(stage);
  const data = contracts.Coin.encode('transfer', to, BigInt(1 + random(5_000_000)));
  await sender.send(payer(stage), { to: contracts.Coin.address, data });
}

async function mintCollectible(stage: Stage): Promise<void> {
  const { sender, contracts, random } = stage;
  const from = payer(stage);
  const token = BigInt(1 + random(2 ** 40));
  const { address, encode } = contracts.Collectible;
  await sender.send(from, { to: address, data: encode('mint', from.address, token) });
  if (random(2) === 0) return;
  await sender.send(from, { to: address, data: encode('transferFrom', from.address, payee(stage), token) });
}

async function moveItems(stage: Stage): Promise<void> {
  const { sender, contracts, random } = stage;
  const from = payer(stage);
  const { address, encode } = contracts.Items;
  const ids = [BigInt(random(5)), BigInt(5 + random(5))];
  await sender.send(from, { to: address, data: encode('mintBatch', from.address, ids, [10n, 20n]) });
  await sender.send(from, {
    to: address,
    data: encode('safeTransferFrom', from.address, payee(stage), ids[0]!, 3n, '0x'),
  });
}

async function wrap(stage: Stage): Promise<void> {
  const { address, encode } = stage.contracts.WrappedEther;
  const from = payer(stage);
  const value = milliEther(stage);
  await stage.sender.send(from, { to: address, data: encode('deposit'), value });
  await stage.sender.send(from, { to: address, data: encode('withdraw', value / 2n) });
}

async function split(stage: Stage): Promise<void> {
  const { address, encode } = stage.contracts.Splitter;
  const data = encode('split', [payee(stage), payee(stage), payer(stage).address]);
  await stage.sender.send(payer(stage), { to: address, data, value: 3n * milliEther(stage) });
}

async function splitDespiteFailure(stage: Stage): Promise<void> {
  const { address, encode } = stage.contracts.Splitter;
  const data = encode('payDespiteFailure', payee(stage), payee(stage));
  await stage.sender.send(payer(stage), { to: address, data, value: 2n * milliEther(stage) });
}

async function create(stage: Stage): Promise<void> {
  const { address, encode } = stage.contracts.Factory;
  const data =
    stage.random(2) === 0
      ? encode('create2', id(`salt ${stage.random(2 ** 40)}`))
      : encode('createAndDestroy', payee(stage));
  await stage.sender.send(payer(stage), { to: address, data, value: 2n * milliEther(stage) });
}

async function fail(stage: Stage): Promise<void> {
  const { address, encode } = stage.contracts.Reverter;
  await stage.sender.send(payer(stage), { to: address, data: encode('fail'), value: MILLI_ETHER });
}

async function refuse(stage: Stage): Promise<void> {
  const { address } = stage.contracts.Reverter;
  await stage.sender.send(payer(stage), { to: address, value: MILLI_ETHER, gasLimit: 60_000n });
}

async function makeContract(stage: Stage): Promise<void> {
  await stage.sender.send(payer(stage), { data: creationCode('Mortal', []), value: MILLI_ETHER });
}
