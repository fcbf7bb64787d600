import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import { networkOf } from '../src/node/networks.js';
import { type SimulatorOptions, UtxoSimulator } from '../src/utxo/utxo-simulator.js';

export const btc = requireUtxoChain('btc');
export const ltc = requireUtxoChain('ltc');
export const doge = requireUtxoChain('doge');
export const bch = requireUtxoChain('bch');
export const zec = requireUtxoChain('zec');

/** A chain with some hundred payments. */
export function simulate(code: ChainCode, blocks: number, changes: Partial<SimulatorOptions> = {}): UtxoSimulator {
  const chain = requireUtxoChain(code);
  const simulator = new UtxoSimulator({
    chain,
    network: networkOf(chain),
    seed: 7,
    startTime: 1_700_000_000,
    txPerBlock: 20,
    mwebFromHeight: chain.mweb ? 110 : null,
    ...changes,
  });
  for (let i = 0; i < blocks; i++) simulator.mine();
  return simulator;
}

interface Endpoint {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** Posts a body, as it is, to a node. `json` is whatever the node said, or null when that was no JSON. */
export async function post({ url, user, password }: Endpoint, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    // A fresh connection a call: a pooled one may have been dropped by the node meanwhile.
    headers: {
      Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      Connection: 'close',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: /^[[{]/.test(text) ? JSON.parse(text) : null };
}

/** One call; the result, or an Error with the node's message. */
export async function call(endpoint: Endpoint, method: string, ...params: unknown[]) {
  const { json, status } = await post(endpoint, { id: 1, method, params });
  if (!json) throw new Error(`HTTP ${status}`);
  if (json.error) throw new Error(`${json.error.code} ${json.error.message}`);
  return json.result;
}

export async function getBytes(endpoint: { url: string }, path: string): Promise<{ status: number; bytes: Buffer }> {
  const response = await fetch(`${endpoint.url}${path}`, { headers: { Connection: 'close' } });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}
