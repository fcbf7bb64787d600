/**
 * A storm in the mempool: payments, replacements, chains and blocks in quick succession, on top of as many waiting
 * transactions as are asked for. A stream has to tell of each once, in order.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireUtxoChain } from '@chaintrail/chains';
import { UtxoNode } from '@chaintrail/chains/node';
import { coins, temporaryFolder, waitFor } from '@chaintrail/testkit';
import { expect } from 'vitest';
import { unsignedTransaction } from './raw-transaction.js';
import { mine, type World } from './utxo-world.js';

export interface StormSize {
  /** Payments that the stream is to tell of. */
  readonly payments: number;
  /** Transactions that wait beside them, of nobody's concern. */
  readonly waiting: number;
}

const COIN = 100_000n;
const FAN = 1_000;
const FAN_COIN = 10_000n;
/** One of so many payments is replaced, one spent on, and one followed by blocks. */
const EVERY = { replaced: 5, spent: 7, mined: 25 } as const;
const REPLACEABLE = 'fdffffff';

interface Spent {
  readonly txid: string;
  readonly vout: number;
  readonly number: number;
}

/** A script that anybody may spend: `<number> DROP TRUE`. No wallet signs: the node has to keep up with itself alone. */
function scripts(number: number): { readonly script: string; readonly witness: string } {
  const push = Buffer.alloc(4);
  push.writeUInt32LE(number);
  const witness = Buffer.concat([Buffer.of(4), push, Buffer.of(0x75, 0x51)]);
  const hash = createHash('sha256').update(witness).digest('hex');
  return {
    script: `0020${hash}`,
    witness: `01${witness.length.toString(16).padStart(2, '0')}${witness.toString('hex')}`,
  };
}

/** A transaction of one such coin, with its txid. */
function spend({ txid, vout, number }: Spent, outputs: readonly { number: number; amount: bigint }[]) {
  const written = outputs.map(({ number: to, amount }) => ({ script: scripts(to).script, amount }));
  const coin = { txid, vout, scriptPubKey: '', amount: 0n };
  const bare = unsignedTransaction([coin], written).replace('00ffffffff', `00${REPLACEABLE}`);
  const hash = createHash('sha256')
    .update(createHash('sha256').update(Buffer.from(bare, 'hex')).digest())
    .digest();
  const hex = `${bare.slice(0, 8)}0001${bare.slice(8, -8)}${scripts(number).witness}${bare.slice(-8)}`;
  return { hex, txid: hash.reverse().toString('hex') };
}

/** Pays scripts from the wallet, and mines it. @returns the coins */
async function fund(world: World, numbers: readonly number[], amount: bigint): Promise<Spent[]> {
  const { node, wallet } = world;
  const of = async (number: number) =>
    (await node.rpc<{ address: string }>('decodescript', scripts(number).script)).address;
  const amounts = Object.fromEntries(
    await Promise.all(numbers.map(async (number) => [await of(number), coins(amount)] as const)),
  );
  const txid = await wallet.call<string>('sendmany', '', amounts);
  await mine(world);
  const { hex } = await wallet.call<{ hex: string }>('gettransaction', txid);
  const { vout } = await node.rpc<{ vout: { n: number; scriptPubKey: { hex: string } }[] }>(
    'decoderawtransaction',
    hex,
  );
  const places = new Map(vout.map(({ n, scriptPubKey }) => [scriptPubKey.hex, n]));
  return numbers.map((number) => ({ txid, number, vout: places.get(scripts(number).script)! }));
}

/** Fills the mempool by the file that nodes keep theirs in. */
async function fill(world: World, waiting: number): Promise<void> {
  if (waiting === 0) return;
  const { node, wallet, product, api } = world;
  const fans = Array.from({ length: Math.ceil(waiting / FAN) }, (_, n) => 1_000_000 + n);
  const waits: string[] = [];
  const address = await wallet.call<string>('getnewaddress');
  for (let at = 0; at < fans.length; at += 50) {
    const roots = await fund(world, fans.slice(at, at + 50), FAN_COIN * BigInt(FAN) + COIN);
    const fanned = roots.map((root) =>
      spend(
        root,
        Array.from({ length: FAN }, () => ({ number: 2, amount: FAN_COIN })),
      ),
    );
    for (let part = 0; part < fanned.length; part += 20) {
      await node.rpc(
        'generateblock',
        address,
        fanned.slice(part, part + 20).map(({ hex }) => hex),
      );
    }
    for (const { txid } of fanned) {
      for (let vout = 0; vout < FAN && waits.length < waiting; vout++) {
        waits.push(
          spend({ txid, vout, number: 2 }, [{ number: 2_000_000 + waits.length, amount: FAN_COIN - 400n }]).hex,
        );
      }
    }
  }
  const file = join(await temporaryFolder('storm'), 'mempool.dat');
  const head = Buffer.alloc(16);
  head.writeBigUInt64LE(1n, 0);
  head.writeBigUInt64LE(BigInt(waits.length), 8);
  const now = Buffer.alloc(16);
  now.writeBigInt64LE(BigInt(Math.floor(Date.now() / 1000)));
  writeFileSync(
    file,
    Buffer.concat([head, ...waits.flatMap((hex) => [Buffer.from(hex, 'hex'), now]), Buffer.alloc(2)]),
  );
  await node.rpc('importmempool', file, { use_current_time: true });
  const indexed = async () => (await api.status())?.mempool?.indexed ?? 0;
  await waitFor(async () => (await indexed()) >= waiting, {
    ...{ timeoutMs: 600_000, intervalMs: 1_000, processes: product.processes },
    what: `${waiting} waiting transactions to be indexed`,
  });
}

/** Events about one transaction. */
interface StreamNotice {
  readonly kind: string;
  readonly atMs: number;
}

/** Hears what the node notifies of, as the indexer does: nothing can be told sooner. */
function hearNode({ node }: World, heard: (txid: string) => void): UtxoNode {
  const chain = requireUtxoChain('btc');
  const network = chain.networks.find(({ name }) => name === 'regtest')!;
  const { origin, username, password } = new URL(node.rpcUrl);
  const client = new UtxoNode({ chain, network, endpoint: { url: origin, user: username, password } });
  client.notifications(new AbortController().signal, (_what, news) => news?.kind === 'added' && heard(news.txid));
  return client;
}

/**
 * Plays the storm.
 * @returns milliseconds by kind: from when it was sent to its event; of `notification`, to the node's own, which is the
 * limit
 */
export async function weatherStorm(world: World, { payments, waiting }: StormSize): Promise<Map<string, number[]>> {
  const { node, api, product } = world;
  await fill(world, waiting);
  const spendable: Spent[] = [];
  for (let at = 0; at < payments; at += 200) {
    const numbers = Array.from({ length: Math.min(200, payments - at) }, (_, n) => 1_000 + at + n);
    spendable.push(...(await fund(world, numbers, COIN)));
  }
  const { address } = await node.rpc<{ address: string }>('decodescript', scripts(1).script);
  const told = new Map<string, StreamNotice[]>();
  const stop = new AbortController();
  let isOpen = false;
  const listening = (async () => {
    for await (const { type, data } of api.stream(address, stop.signal)) {
      isOpen = true;
      if (type !== 'transaction' && type !== 'dropped') continue;
      const kind = type === 'dropped' ? `dropped by ${data.replacedBy}` : `${data.transaction.status}`;
      const txid = type === 'dropped' ? data.txid : data.transaction.txid;
      told.set(txid, [...(told.get(txid) ?? []), { kind, atMs: performance.now() }]);
    }
  })();
  await waitFor(() => isOpen);
  const took = new Map<string, number[]>();
  const note = (name: string, ms: number): void => {
    took.set(name, [...(took.get(name) ?? []), Math.max(0, ms)]);
  };
  const sentMs = new Map<string, number>();
  const client = hearNode(world, (txid) => {
    const startMs = sentMs.get(txid);
    if (sentMs.delete(txid)) note('notification', performance.now() - startMs!);
  });
  const waits: Promise<void>[] = [];
  const expectSoon = (kind: string, name: string, txid: string, startMs = performance.now()) => {
    const found = () => told.get(txid)?.find((each) => each.kind === kind);
    const wait = waitFor(found, {
      ...{ timeoutMs: 60_000, intervalMs: 5, processes: product.processes },
      what: `${txid} to be told as ${kind}`,
    }).then(({ atMs }) => note(name, atMs - startMs));
    waits.push(wait);
    return wait;
  };
  const live = new Set<string>();
  const send = async (coin: Spent, amount: bigint): Promise<Spent> => {
    const { hex, txid } = spend(coin, [{ number: 1, amount }]);
    const startMs = performance.now();
    sentMs.set(txid, startMs);
    await node.rpc('sendrawtransaction', hex);
    live.add(txid);
    expectSoon('pending', 'payment', txid, startMs);
    return { txid, vout: 0, number: 1 };
  };
  for (const [n, coin] of spendable.entries()) {
    const paid = await send(coin, COIN - 10_000n);
    if (n % EVERY.replaced === 0) {
      // A transaction that was never told cannot be told to be gone.
      await waits.at(-1);
      const { txid } = await send(coin, COIN - 30_000n);
      live.delete(paid.txid);
      expectSoon(`dropped by ${txid}`, 'replacement', paid.txid);
    } else if (n % EVERY.spent === 0) await send(await send(paid, COIN - 20_000n), COIN - 30_000n);
    if (n % EVERY.mined === EVERY.mined - 1 || n === spendable.length - 1) {
      // A transaction that a block takes before anybody looked is told as confirmed alone, which would not be counted.
      await Promise.all(waits);
      await mine(world, 1 + (n % 3));
      for (const txid of live) expectSoon('confirmed', 'confirmation', txid);
      live.clear();
    }
  }
  await Promise.all(waits);
  stop.abort();
  await listening;
  await client.close();
  for (const [txid, events] of told) {
    const kinds = events.map(({ kind }) => kind.split(' ')[0]).join();
    expect(['pending,confirmed', 'pending,dropped'], txid).toContain(kinds);
  }
  return took;
}

/** The figures as a sentence. */
export function stormFigures(took: ReadonlyMap<string, readonly number[]>): string {
  return [...took]
    .map(([kind, times]) => {
      const sorted = [...times].sort((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
      return `${sorted.length} ${kind}s: ${at(0.5)} ms median, ${at(0.99)} ms p99, ${at(1)} ms at most`;
    })
    .join('; ');
}
