/** A node of an EVM chain that knows balances and nothing else, as well behaved as a test wants it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * `silent`: answers nothing. `lying`: what it answers cannot be true. `busy`: limits the rate. `pruned`: has no state
 * any more. `lost`: knows no block.
 */
type Mood = 'well' | 'silent' | 'lying' | 'busy' | 'pruned' | 'lost';

export interface FakeEvmNode {
  readonly url: string;
  mood: Mood;
  /** Block hash, then address, both in lower-case hex without `0x` → balance; other addresses have 0. */
  readonly balances: Map<string, Map<string, bigint>>;
  /** Answers of contracts, by their address, to any call. Others refuse. */
  readonly contracts: Map<string, string>;
  /** Answer to `eth_feeHistory`, whatever is asked. */
  feeHistory: object | null;
  /** Contracts that keep the node busy for good, as do questions that name them. */
  readonly stuck: Set<string>;
  /** Calls that were answered, and those that were not. */
  readonly asked: { readonly method: string; readonly params: readonly unknown[] }[];
  /** The most questions that were under way at any moment. */
  mostAtOnce: number;
  /** Answers what was asked and left waiting. */
  release(): void;
  close(): Promise<void>;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [unknown, { readonly blockHash: string }];
}

export async function startFakeEvmNode(): Promise<FakeEvmNode> {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const node: FakeEvmNode = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    ...{ mood: 'well', balances: new Map(), contracts: new Map(), stuck: new Set(), asked: [], mostAtOnce: 0 },
    feeHistory: null,
    release() {
      node.mood = 'well';
      for (const go of waiting.splice(0)) go();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    node.mostAtOnce = Math.max(node.mostAtOnce, ++underWay);
    response.once('close', () => underWay--);
    const body = JSON.parse(await textOf(request)) as Call | Call[];
    const calls = [body].flat();
    node.asked.push(...calls);
    if (node.mood === 'silent' || calls.some((call) => isStuck(node, call)))
      await new Promise<void>((resolve) => waiting.push(resolve));
    if (node.mood === 'busy') {
      response.writeHead(429).end('slow down');
      return;
    }
    const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...outcomeOf(node, call) }));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
  }
  return node;
}

function isStuck({ stuck }: FakeEvmNode, { params: [what] }: Call): boolean {
  return stuck.has(
    String((what as { readonly to?: string }).to)
      .slice(2)
      .toLowerCase(),
  );
}

function outcomeOf(node: FakeEvmNode, { method, params: [what, block] }: Call): object {
  if (method === 'eth_feeHistory') return { result: node.feeHistory };
  const hash = String(block?.blockHash).slice(2);
  if (node.mood === 'pruned')
    return { error: { code: -32_000, message: 'missing trie node 0123 (path ) state is not available' } };
  const state = node.balances.get(hash);
  if (node.mood === 'lost' || !state) return { error: { code: -32_000, message: 'header for hash not found' } };
  if (node.mood === 'lying') return { result: method === 'eth_getBalance' ? '0xnothing' : { is: 'no hex' } };
  if (method === 'eth_getBalance')
    return { result: `0x${(state.get(String(what).slice(2).toLowerCase()) ?? 0n).toString(16)}` };
  const { to } = what as { readonly to: string };
  const said = node.contracts.get(to.slice(2).toLowerCase());
  return said === undefined ? { error: { code: 3, message: 'execution reverted' } } : { result: said };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
