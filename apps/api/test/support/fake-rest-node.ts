/**
 * The REST server of a Cosmos chain's application that knows balances and names, as well behaved as a test wants it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** `slow`: takes its time over each answer. `silent`: answers nothing. `pruned`: has no state any more. */
type Mood = 'well' | 'slow' | 'silent' | 'pruned';

export interface FakeRestNode {
  readonly url: string;
  mood: Mood;
  /** `<address> <height>` → coins; nobody else has any. */
  readonly balances: Map<string, readonly { denom: string; amount: string }[]>;
  /** Name → owner. */
  readonly names: Map<string, string>;
  /** Paths, with the height that was asked for. */
  readonly asked: string[];
  /** The most questions that it was slow with at any moment. */
  mostAtOnce: number;
  close(): Promise<void>;
}

const SLOW_MS = 20;

export async function startFakeRestNode(): Promise<FakeRestNode> {
  let slowOnes = 0;
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const node: FakeRestNode = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    ...{ mood: 'well', balances: new Map(), names: new Map(), asked: [], mostAtOnce: 0 },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://node');
    const height = request.headers['x-cosmos-block-height'];
    node.asked.push(height === undefined ? pathname : `${pathname} ${height}`);
    if (node.mood === 'silent') return;
    if (node.mood === 'slow') {
      // Over before the answer leaves: whoever has that may ask again.
      node.mostAtOnce = Math.max(node.mostAtOnce, ++slowOnes);
      await setTimeout(SLOW_MS);
      slowOnes--;
    }
    const [status, body] = answer(pathname, String(height));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  /** As thornode 3.9 answers. */
  function answer(path: string, height: string): [status: number, body: object] {
    const last = path.split('/').at(-1) ?? '';
    if (path.startsWith('/cosmos/bank/v1beta1/balances/')) {
      const reason = `failed to load state at height ${height}; version does not exist (latest height: 99): invalid request`;
      if (node.mood === 'pruned') return [400, { code: 3, message: reason, details: [] }];
      return [200, { balances: node.balances.get(`${last} ${height}`) ?? [], pagination: { next_key: null } }];
    }
    const owner = node.names.get(last);
    if (!path.startsWith('/thorchain/thorname/')) return [501, { code: 12, message: 'Not Implemented', details: [] }];
    if (owner === undefined)
      return [500, { code: 2, message: `THORName doesn't exist: ${last}: unknown request`, details: [] }];
    return [200, { name: last, expire_block_height: '9', owner, aliases: [{ chain: 'BTC', address: 'bc1q' }] }];
  }
  return node;
}
