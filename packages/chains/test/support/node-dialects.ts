/**
 * Requests that the nodes of the five chains accept, as strictly as they do: a request that one of them would refuse
 * is refused.
 */
import { requireUtxoChain, type UtxoChain, type UtxoNetwork } from '../../src/index.js';
import { type FakeNode, Refusal } from '../node-fake.js';

type Kind = 'hash' | 'number' | 'boolean' | 'word';

/** Kinds of each parameter; `?` where it may be left out. */
type Signature = readonly (readonly (Kind | '?')[])[];

export interface NodeDialect {
  readonly name: string;
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly version: number;
  readonly subversion: string;
  /** Answers as JSON-RPC 1.0 does. */
  readonly isOld: boolean;
  /** Every method that the client may use, beyond those without parameters. */
  readonly signatures: Readonly<Record<string, Signature>>;
}

const hash: readonly Kind[] = ['hash'];
const number: readonly Kind[] = ['number'];
const maybe = (...kinds: Kind[]): readonly (Kind | '?')[] => ['?', ...kinds];

const everywhere = {
  getblockhash: [number],
  getblockheader: [hash, maybe('boolean')],
  getrawtransaction: [hash, maybe('number', 'boolean'), maybe('hash')],
  gettxout: [hash, number, maybe('boolean')],
} satisfies Record<string, Signature>;

const sinceCore21 = {
  ...everywhere,
  getblock: [hash, maybe('number', 'boolean')],
  getrawmempool: [maybe('boolean'), maybe('boolean')],
  gettxoutsetinfo: [maybe('word')],
  getchaintxstats: [maybe('number')],
} satisfies Record<string, Signature>;

function dialect(
  code: 'btc' | 'ltc' | 'doge' | 'zec' | 'bch',
  rest: Omit<NodeDialect, 'chain' | 'network'>,
): NodeDialect {
  const chain = requireUtxoChain(code);
  return { chain, network: chain.networks.find(({ name }) => name === 'regtest') as UtxoNetwork, ...rest };
}

const dogecoin = {
  ...everywhere,
  decoderawtransaction: [['word']],
  getrawtransaction: [hash, maybe('number', 'boolean')],
  getrawmempool: [maybe('boolean')],
  gettxoutsetinfo: [],
  waitfornewblock: [maybe('number')],
} satisfies Record<string, Signature>;

export const NODE_DIALECTS: readonly NodeDialect[] = [
  dialect('btc', {
    name: 'Bitcoin Core 25',
    version: 250_000,
    subversion: '/Satoshi:25.0.0/',
    isOld: true,
    signatures: { ...sinceCore21, waitfornewblock: [maybe('number')], getchainstates: [] },
  }),
  dialect('btc', {
    name: 'Bitcoin Core 31',
    version: 310_000,
    subversion: '/Satoshi:31.0.0/',
    isOld: false,
    signatures: { ...sinceCore21, waitfornewblock: [maybe('number'), maybe('hash')] },
  }),
  dialect('ltc', {
    name: 'litecoind 0.21',
    version: 210_505,
    subversion: '/LitecoinCore:0.21.5.5/',
    isOld: true,
    signatures: { ...sinceCore21, waitfornewblock: [maybe('number')] },
  }),
  // By its source: no recording is of one before 1.14.7.
  dialect('doge', {
    name: 'dogecoind 1.14.6',
    version: 1_140_600,
    subversion: '/Shibetoshi:1.14.6/',
    isOld: true,
    signatures: { ...dogecoin, getblock: [hash, maybe('boolean')] },
  }),
  dialect('doge', {
    name: 'dogecoind 1.14.99',
    version: 1_149_900,
    subversion: '/Shibetoshi:1.14.99/',
    isOld: true,
    signatures: { ...dogecoin, getblock: [hash, maybe('number', 'boolean')] },
  }),
  dialect('bch', {
    name: 'Bitcoin Cash Node 28',
    version: 28_000_200,
    subversion: '/Bitcoin Cash Node:28.0.2(EB32.0)/',
    isOld: true,
    signatures: {
      ...everywhere,
      getblock: [hash, maybe('number', 'boolean')],
      getrawmempool: [maybe('boolean')],
      gettxoutsetinfo: [maybe('word')],
      getchaintxstats: [maybe('number')],
      waitfornewblock: [maybe('number')],
    },
  }),
  dialect('zec', {
    name: 'zebrad 7',
    version: 7_000_000,
    subversion: '/Zebra:7.0.0/',
    isOld: false,
    signatures: {
      ...everywhere,
      // serde takes no boolean for a number, and jsonrpsee no number for a boolean.
      getblock: [hash, maybe('number')],
      getrawtransaction: [hash, maybe('number'), maybe('hash')],
      getrawmempool: [maybe('boolean')],
    },
  }),
];

/** Lets the fake answer by these methods, of those that the node has, and only to parameters that it takes. */
export function speak(fake: FakeNode, node: NodeDialect, methods: FakeNode['methods']): void {
  fake.isOld = node.isOld;
  fake.hashes[0] = node.network.genesisHash;
  Object.assign(fake.chainInfo, { chain: node.network.nodeChain });
  Object.assign(fake.networkInfo, { version: node.version, subversion: node.subversion });
  for (const [name, signature] of Object.entries(node.signatures)) {
    const run = methods[name] ?? fake.methods[name];
    if (!run) continue;
    fake.methods[name] = (params) => {
      const problem = mismatch(signature, params);
      if (problem !== null) throw new Refusal(answersMisuseWith(node), `${name}: ${problem}`);
      return run(params);
    };
  }
}

/**
 * zebrad turns the -32602 of JSON-RPC 2.0 into the -1 of nodes before it
 * (zebra-rpc/src/server/rpc_call_compatibility.rs).
 */
function answersMisuseWith({ isOld, chain }: NodeDialect): number {
  return isOld || chain.shielded ? -1 : -32602;
}

/** @returns why the node refuses a call with these parameters, or null */
export function mismatch(signature: Signature, params: readonly unknown[]): string | null {
  if (params.length > signature.length) return `${params.length} parameters, not ${signature.length}`;
  for (const [index, kinds] of signature.entries()) {
    const value = params[index];
    if (index >= params.length ? !kinds.includes('?') : !kinds.some((kind) => isKind(kind, value))) {
      return `parameter ${index + 1} is ${JSON.stringify(value)}, not ${kinds.join(' or ')}`;
    }
  }
  return null;
}

function isKind(kind: Kind | '?', value: unknown): boolean {
  if (kind === 'hash') return typeof value === 'string' && value.length === 64;
  return typeof value === (kind === 'word' ? 'string' : kind);
}
