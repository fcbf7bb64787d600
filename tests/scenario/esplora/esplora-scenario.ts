/** Every route of Esplora, held to what the node says by other calls. */
import type { RpcClient } from '@chaintrail/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EsploraWorld } from './esplora-world.js';

const UNKNOWN = 'ab'.repeat(32);
const PAGE = 25;
const toSat = (coins: unknown): number => Math.round(Number(coins) * 1e8);

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by the assertions and against the OpenAPI document
type Json = any;

export function describeRoutes(world: () => EsploraWorld): void {
  describe('its routes', () => {
    let miner: RpcClient;
    let paths: [path: string, pattern: RegExp][];
    let ajv: Ajv2020;
    /** Every block, as the node describes it. */
    let blocks: Json[];
    let transactions: Map<string, Json>;
    let pendingTxid: string;
    let busy: string;
    let bare: { readonly txid: string; readonly address: string };
    const called = new Set<string>();
    const sha256 = async (hex: string): Promise<string> =>
      Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(hex, 'hex'))).toString('hex');

    /** Asks, and holds the answer to the document. */
    async function ask(path: string, expected = 200, base = '/esplora/btc') {
      const reply = await world().api.get(base + path);
      expect(reply.status, `${path}: ${reply.text.slice(0, 200)}`).toBe(expected);
      const plain = `/esplora/{currency}${path.replace(/\?.*/, '')}`;
      const found = paths.find(([, pattern]) => pattern.test(plain));
      expect(found, path).toBeDefined();
      const mediaType = reply.headers.get('content-type')!.split(';')[0]!;
      const steps = ['paths', found![0], 'get', 'responses', String(expected), 'content', mediaType, 'schema'];
      const pointer = steps
        .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const validate = ajv.getSchema(`api#/${pointer}`);
      expect(validate, `${path} ${expected} ${mediaType}`).toBeDefined();
      expect(validate!(reply.json ?? reply.text) ? [] : validate!.errors, path).toEqual([]);
      if (expected === 200) called.add(found![0]);
      return reply;
    }
    const json = async (path: string): Promise<Json> => (await ask(path)).json;
    const text = async (path: string): Promise<string> => (await ask(path)).text;

    beforeAll(async () => {
      const { node } = world();
      miner = world().miner;
      const document: Json = (await world().api.get('/swagger')).json;
      ajv = new Ajv2020({ strict: false, allErrors: true });
      ajv.addSchema(document, 'api');
      const documented = Object.keys(document.paths).filter((path) => path.startsWith('/esplora/'));
      paths = documented.map((path) => {
        const pattern = path.replace('{currency}', '\\{currency\\}').replaceAll(/(?<!\\)\{\w+\}/g, '[^/]+');
        return [path, new RegExp(`^${pattern}$`)];
      });
      // Paths without a parameter before those that have one in the same place.
      paths.sort(([a], [b]) => a.split('{').length - b.split('{').length);
      busy = await miner.call<string>('getnewaddress', '', 'p2sh-segwit');
      for (let n = 0; n < 3; n++) await miner.call('sendtoaddress', busy, '0.1');
      await miner.call('sendtoaddress', await miner.call('getnewaddress', '', 'bech32m'), '0.3');
      await miner.call('sendtoaddress', await miner.call('getnewaddress', '', 'legacy'), '0.3');
      await world().mine(1);
      bare = await payBareKey(world());
      // Spends coins of every kind.
      const all = await miner.call<{ txid: string; vout: number }[]>('listunspent', 1, 999);
      const inputs = all.slice(0, 30).map(({ txid, vout }) => ({ txid, vout }));
      const raw = await miner.call<string>('createrawtransaction', inputs, [
        { [busy]: '0.05' },
        { data: 'c0ffee' },
        { [await miner.call<string>('getnewaddress')]: '0.05' },
      ]);
      const { hex: funded } = await miner.call<{ hex: string }>('fundrawtransaction', raw);
      const { hex } = await miner.call<{ hex: string }>('signrawtransactionwithwallet', funded);
      await node.rpc('sendrawtransaction', hex, 0);
      // A full page and more on one address.
      for (let n = 0; n < PAGE + 3; n++) {
        await miner.call('sendtoaddress', busy, '0.01');
        if (n % 20 === 19) await world().mine(1);
      }
      await world().mine(1);
      pendingTxid = await miner.call<string>('sendtoaddress', busy, '0.02');
      await world().reachMempool();
      blocks = [];
      for (let height = Number(await node.rpc('getblockcount')); height > 95; height--)
        blocks.push(await node.rpc<Json>('getblock', await node.rpc('getblockhash', height), 3));
      transactions = new Map(blocks.flatMap(({ tx }) => tx.map((each: Json) => [each.txid, each])));
    });

    /** A transaction as the node describes it, in Esplora's words. */
    function expectTransaction(shown: Json, described: Json, fee?: number): void {
      const { hex } = described;
      expect(shown).toMatchObject({
        ...{ txid: described.txid, version: described.version, locktime: described.locktime },
        ...{ size: hex.length / 2, weight: described.weight },
        fee: fee ?? toSat(described.fee ?? 0),
      });
      expect(shown.vin).toHaveLength(described.vin.length);
      for (const [n, input] of described.vin.entries()) {
        const own = shown.vin[n];
        expect(own.sequence).toBe(input.sequence);
        expect(own.witness ?? []).toEqual(input.txinwitness ?? []);
        expect(own.scriptsig).toBe(input.coinbase ?? input.scriptSig.hex);
        expect(own.is_coinbase).toBe(input.coinbase !== undefined);
        if (input.coinbase !== undefined) continue;
        expect(own).toMatchObject({ txid: input.txid, vout: input.vout });
        // The node does not tell of an unconfirmed one.
        if (input.prevout) expectOutput(own.prevout, input.prevout);
      }
      expect(shown.vout).toHaveLength(described.vout.length);
      for (const [n, output] of described.vout.entries()) expectOutput(shown.vout[n], output);
    }

    function expectOutput(shown: Json, { value, scriptPubKey }: Json): void {
      expect(shown.scriptpubkey).toBe(scriptPubKey.hex);
      expect(shown.value).toBe(toSat(value));
      expect(shown.scriptpubkey_address).toBe(scriptPubKey.address);
      expect(shown.scriptpubkey_type).toBe(TYPES[scriptPubKey.type]);
    }

    it('blocks are those of the node', async () => {
      const { node } = world();
      const height = blocks[0].height;
      expect(await text('/blocks/tip/height')).toBe(String(height));
      expect(await text('/blocks/tip/hash')).toBe(blocks[0].hash);
      const listed = [...(await json('/blocks')), ...(await json(`/blocks/${height - 10}`))];
      for (const path of ['/blocks/tip', '/v1/blocks', `/v1/blocks/${height}`])
        expect(await json(path)).toEqual(listed.slice(0, 10));
      expect(await json(`/v1/block/${blocks[0].hash}`)).toEqual(listed[0]);
      for (const [n, block] of blocks.slice(0, listed.length).entries()) {
        expect(listed[n]).toEqual({
          ...{ id: block.hash, height: block.height, version: block.version, timestamp: block.time },
          ...{ tx_count: block.nTx, size: block.size, weight: block.weight, merkle_root: block.merkleroot },
          ...{ previousblockhash: block.previousblockhash, mediantime: block.mediantime, nonce: block.nonce },
          ...{ bits: Number.parseInt(block.bits, 16), difficulty: expect.closeTo(Number(block.difficulty), 20) },
        });
      }
      for (const block of blocks.slice(0, 4)) {
        expect(await json(`/block/${block.hash}`)).toMatchObject({ id: block.hash });
        expect(await text(`/block-height/${block.height}`)).toBe(block.hash);
        expect(await text(`/block/${block.hash}/header`)).toBe(await node.rpc('getblockheader', block.hash, false));
        expect(await json(`/block/${block.hash}/txids`)).toEqual(block.tx.map(({ txid }: Json) => txid));
        expect(await text(`/block/${block.hash}/txid/${block.nTx - 1}`)).toBe(block.tx.at(-1).txid);
        expect(await json(`/block/${block.hash}/status`)).toEqual({
          ...{ in_best_chain: true, height: block.height, next_best: block.nextblockhash ?? null },
        });
        const raw = await fetch(`${world().url}/block/${block.hash}/raw`);
        expect(Buffer.from(await raw.arrayBuffer()).toString('hex')).toBe(await node.rpc('getblock', block.hash, 0));
        await ask(`/block/${block.hash}/raw`);
        const shown = [];
        for (let start = 0; start < block.nTx; start += PAGE)
          shown.push(...(await json(`/block/${block.hash}/txs${start === 0 ? '' : `/${start}`}`)));
        expect(shown).toHaveLength(block.nTx);
        for (const [n, each] of shown.entries()) expectTransaction(each, block.tx[n]);
      }
      expect((await json('/blocks/0'))[0]).toMatchObject({ height: 0, previousblockhash: null });
      expect(await json(`/block/${blocks[0].hash}/txs/0`)).toHaveLength(Math.min(PAGE, blocks[0].nTx));
    });

    it('transactions, their bytes and proofs are those of the node', async () => {
      const { node } = world();
      const chosen = [...transactions.values()].filter((_, n) => n % 3 === 0);
      for (const described of chosen.slice(0, 30)) {
        const { txid, hex } = described;
        expectTransaction(await json(`/tx/${txid}`), described);
        expect(await text(`/tx/${txid}/hex`)).toBe(hex);
        const raw = await fetch(`${world().url}/tx/${txid}/raw`);
        expect(raw.headers.get('content-type')).toBe('application/octet-stream');
        expect(Buffer.from(await raw.arrayBuffer()).toString('hex')).toBe(hex);
        const block = blocks.find(({ tx }) => tx.some((each: Json) => each.txid === txid));
        const status = { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
        expect(await json(`/tx/${txid}/status`)).toEqual(status);
        expect(await text(`/tx/${txid}/merkleblock-proof`)).toBe(await node.rpc('gettxoutproof', [txid], block.hash));
        await expectBranch(await json(`/tx/${txid}/merkle-proof`), txid, block);
      }
      await ask(`/tx/${chosen[0].txid}/raw`);
      const pending = await json(`/tx/${pendingTxid}`);
      const { fees } = await node.rpc<Json>('getmempoolentry', pendingTxid);
      expectTransaction(pending, await node.rpc('getrawtransaction', pendingTxid, 2), toSat(fees.base));
      for (const { txid, vout, prevout } of pending.vin)
        expectOutput(prevout, (await node.rpc<Json>('getrawtransaction', txid, 1, await blockOf(txid))).vout[vout]);
      expect(pending.status).toEqual({ confirmed: false });
    });

    const blockOf = async (txid: string): Promise<string> =>
      (await miner.call<{ blockhash: string }>('gettransaction', txid)).blockhash;

    async function expectBranch(proof: Json, txid: string, block: Json): Promise<void> {
      expect(proof.block_height).toBe(block.height);
      let hash = Buffer.from(txid, 'hex').reverse();
      let at = proof.pos;
      for (const sibling of proof.merkle) {
        const beside = Buffer.from(sibling, 'hex').reverse();
        const pair = Buffer.concat(at % 2 === 0 ? [hash, beside] : [beside, hash]);
        hash = Buffer.from(await sha256(await sha256(pair.toString('hex'))), 'hex');
        at >>= 1;
      }
      expect(hash.reverse().toString('hex')).toBe(block.merkleroot);
      expect(block.tx[proof.pos].txid).toBe(txid);
    }

    it('tells what spends outputs, also of unconfirmed transactions', async () => {
      const spenders = new Map<string, { txid: string; vin: number }>();
      const pending = await world().node.rpc<Json>('getrawtransaction', pendingTxid, 2);
      for (const { txid, vin } of [...transactions.values(), pending])
        for (const [n, input] of vin.entries()) spenders.set(`${input.txid}:${input.vout}`, { txid, vin: n });
      const chosen = [...transactions.values()].filter((_, n) => n % 4 === 1).slice(0, 20);
      for (const { txid, vout } of chosen) {
        const shown = await json(`/tx/${txid}/outspends`);
        expect(shown).toHaveLength(vout.length);
        for (const [n, each] of shown.entries()) {
          const spender = spenders.get(`${txid}:${n}`);
          expect(each.spent, `${txid}:${n}`).toBe(spender !== undefined);
          if (spender) expect(each).toMatchObject({ ...spender, status: { confirmed: spender.txid !== pendingTxid } });
          expect(await json(`/tx/${txid}/outspend/${n}`)).toEqual(each);
        }
      }
      const txids = chosen.slice(0, 2).map(({ txid }) => txid);
      expect(await json(`/txs/outspends?txids=${txids.join()}`)).toEqual(
        await Promise.all(txids.map((txid) => json(`/tx/${txid}/outspends`))),
      );
      expect(await json(`/tx/${UNKNOWN}/outspend/0`)).toEqual({ spent: false });
    });

    /** History of a script by the node's blocks and mempool, newest first; of a block the last transaction first. */
    const historyOf = (script: string): Json[] =>
      blocks.flatMap(({ tx }) => [...tx].reverse()).filter((each) => touches(each, script));
    const touches = ({ vin, vout }: Json, script: string): boolean =>
      vout.some(({ scriptPubKey }: Json) => scriptPubKey.hex === script) ||
      vin.some(({ prevout }: Json) => prevout?.scriptPubKey.hex === script);

    it('has the history, sums and unspent outputs of an address, and of its script', async () => {
      const { scriptPubKey: script } = await miner.call<{ scriptPubKey: string }>('getaddressinfo', busy);
      const history = historyOf(script);
      expect(history.length).toBeGreaterThan(PAGE);
      const bases = [`/address/${busy}`, `/scripthash/${await sha256(script)}`];
      for (const base of bases) {
        const first = await json(`${base}/txs`);
        const mempool = await json(`${base}/txs/mempool`);
        expect(mempool.map(({ txid }: Json) => txid)).toEqual([pendingTxid]);
        const chain = await json(`${base}/txs/chain`);
        expect(chain).toHaveLength(PAGE);
        expect(first).toEqual([...mempool, ...chain]);
        const rest = await json(`${base}/txs/chain/${chain.at(-1).txid}`);
        const all = [...chain, ...rest];
        expect(all.map(({ txid }: Json) => txid)).toEqual(history.map(({ txid }) => txid));
        for (const [n, each] of all.entries()) expectTransaction(each, history[n]);
        expect(await json(`${base}/txs/chain/${all.at(-1).txid}`)).toEqual([]);
        expect(await json(`${base}/txs/chain/${UNKNOWN}`)).toEqual([]);
        expect(await json(`${base}/txs?after_txid=${pendingTxid}`)).toEqual(chain);
        expect(await json(`${base}/txs?after_txid=${chain.at(-1).txid}`)).toEqual(rest);
        expect(await json(`${base}/txs?max_txs=3`)).toEqual(first.slice(0, 3));
        expect((await world().api.get(`/esplora/btc${base}/txs?after_txid=${UNKNOWN}`)).status).toBe(422);
        const summary = await json(`${base}/txs/summary`);
        expect(summary.map(({ txid }: Json) => txid)).toEqual(history.map(({ txid }) => txid));
        await expectSums(await json(base), script, history);
        expect(summary.reduce((sum: number, { value }: Json) => sum + value, 0)).toBe(
          sumsOf(history, script).fundedSum - sumsOf(history, script).spentSum,
        );
        const unspent = await json(`${base}/utxo`);
        const { unspents } = await world().node.rpc<Json>('scantxoutset', 'start', [`raw(${script})`]);
        const confirmed = unspent.filter(({ status }: Json) => status.confirmed);
        const key = ({ txid, vout, value, amount }: Json) => `${txid}:${vout} ${value ?? toSat(amount)}`;
        const spent = new Set((await pendingInputs()).map(({ txid, vout }: Json) => `${txid}:${vout}`));
        const left = unspents.filter(({ txid, vout }: Json) => !spent.has(`${txid}:${vout}`));
        expect(confirmed.map(key).sort()).toEqual(left.map(key).sort());
        expect(unspent.filter(({ status }: Json) => !status.confirmed).map(({ txid }: Json) => txid)).toEqual([
          pendingTxid,
        ]);
      }
    });

    const pendingInputs = async (): Promise<Json[]> =>
      (await world().node.rpc<Json>('getrawtransaction', pendingTxid, 2)).vin;

    function sumsOf(history: readonly Json[], script: string) {
      const funded = history.flatMap(({ vout }) =>
        vout.filter(({ scriptPubKey }: Json) => scriptPubKey.hex === script),
      );
      const spent = history.flatMap(({ vin }) =>
        vin.filter(({ prevout }: Json) => prevout?.scriptPubKey.hex === script),
      );
      return {
        ...{ fundedCount: funded.length, fundedSum: funded.reduce((sum, { value }) => sum + toSat(value), 0) },
        ...{ spentCount: spent.length, spentSum: spent.reduce((sum, { prevout }) => sum + toSat(prevout.value), 0) },
      };
    }

    async function expectSums(shown: Json, script: string, history: readonly Json[]): Promise<void> {
      const words = ({ fundedCount, fundedSum, spentCount, spentSum }: ReturnType<typeof sumsOf>, count: number) => ({
        ...{ funded_txo_count: fundedCount, funded_txo_sum: fundedSum },
        ...{ spent_txo_count: spentCount, spent_txo_sum: spentSum, tx_count: count },
      });
      expect(shown.chain_stats).toEqual(words(sumsOf(history, script), history.length));
      const pending = await world().node.rpc<Json>('getrawtransaction', pendingTxid, 2);
      const own = touches(pending, script) ? [pending] : [];
      expect(shown.mempool_stats).toEqual(words(sumsOf(own, script), own.length));
    }

    it('does not count what pays a public key alone for its address', async () => {
      const { scriptPubKey: script } = await miner.call<{ scriptPubKey: string }>('getaddressinfo', bare.address);
      const history = historyOf(script);
      const txids = history.map(({ txid }) => txid);
      expect(txids.length).toBeGreaterThan(0);
      expect(txids).not.toContain(bare.txid);
      expect((await world().api.get(`/v0/addresses/btc/${bare.address}/transactions`)).text).toContain(bare.txid);
      expect((await json(`/address/${bare.address}/txs`)).map(({ txid }: Json) => txid)).toEqual(txids);
      await expectSums(await json(`/address/${bare.address}`), script, history);
      const { unspents } = await world().node.rpc<Json>('scantxoutset', 'start', [`raw(${script})`]);
      const unspent = await json(`/address/${bare.address}/utxo`);
      expect(unspent.map(({ txid }: Json) => txid)).toEqual(unspents.map(({ txid }: Json) => txid));
      const shown = await json(`/tx/${bare.txid}`);
      const output = shown.vout.find(({ scriptpubkey_type }: Json) => scriptpubkey_type === 'p2pk');
      expect(output).not.toHaveProperty('scriptpubkey_address');
      expect(output.scriptpubkey_asm).toMatch(/^OP_PUSHBYTES_33 [0-9a-f]{66} OP_CHECKSIG$/);
    });

    it('tells of the mempool and fees', async () => {
      const { node } = world();
      const info = await node.rpc<Json>('getmempoolinfo');
      const summary = await json('/mempool');
      expect(summary.fee_histogram.reduce((sum: number, [, vsize]: number[]) => sum + vsize!, 0)).toBe(summary.vsize);
      expect(await json('/mempool/txids')).toEqual(await node.rpc('getrawmempool'));
      const entry = await node.rpc<Json>('getmempoolentry', pendingTxid);
      const [recent] = await json('/mempool/recent');
      expect(recent).toMatchObject({ txid: pendingTxid, vsize: entry.vsize, fee: toSat(entry.fees.base) });
      expect(info.size).toBe(1);
      const rates = Object.values(await json('/fee-estimates'));
      expect(rates).toHaveLength(28);
      for (const rate of rates) expect(rate).toBeGreaterThanOrEqual(1);
      expect((await json('/v1/fees/recommended')).minimumFee).toBe(1);
      await json('/v1/fees/mempool-blocks');
      const { height } = blocks[0];
      expect(await json('/v1/difficulty-adjustment')).toMatchObject({
        ...{ remainingBlocks: 2016 - (height % 2016), nextRetargetHeight: 2016 },
      });
      for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']) {
        const address = await miner.call<string>('getnewaddress', '', type);
        expect(await json(`/v1/validate-address/${address}`)).toEqual(await node.rpc('validateaddress', address));
      }
      expect(await json('/v1/validate-address/nonsense')).toMatchObject({ isvalid: false });
    });

    it('refuses in the sentences that clients know', async () => {
      const { hash } = blocks[0];
      for (const [path, status, sentence] of [
        [`/tx/${UNKNOWN}`, 404, 'Transaction not found'],
        [`/tx/${UNKNOWN}/hex`, 404, 'Transaction not found'],
        [`/tx/${UNKNOWN}/outspends`, 404, 'Transaction not found'],
        [`/tx/${UNKNOWN}/merkle-proof`, 404, 'Transaction not found or is unconfirmed'],
        [`/tx/${pendingTxid}/merkleblock-proof`, 404, 'Transaction not found or is unconfirmed'],
        ['/tx/xyz', 400, 'Invalid hex string'],
        [`/block/${UNKNOWN}`, 404, 'Block not found'],
        [`/block/${UNKNOWN}/txids`, 404, 'Block not found'],
        ['/block-height/99999', 404, 'Block not found'],
        ['/block-height/x', 400, 'Invalid number'],
        [`/block/${hash}/txid/9999`, 404, 'tx index out of range'],
        [`/block/${hash}/txs/5`, 400, 'start index must be a multiple of 25'],
        [`/block/${hash}/txs/25x`, 400, 'Invalid number'],
        [`/block/${hash}/txs/2500`, 404, 'start index out of range'],
        ['/address/nonsense', 400, 'Invalid Bitcoin address'],
        ['/address/1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 400, 'Address on invalid network'],
        ['/scripthash/xyz', 400, 'Invalid scripthash'],
      ] as const) {
        const reply = await ask(path, status);
        expect(reply.text, path).toBe(sentence);
        expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      }
      expect(await json(`/tx/${UNKNOWN}/status`)).toEqual({ confirmed: false });
      const nowhere = { in_best_chain: false, height: null, next_best: null };
      expect(await json(`/block/${UNKNOWN}/status`)).toEqual(nowhere);
      const sent = await fetch(`${world().url}/tx`, { method: 'POST', body: '0200' });
      expect([sent.status, await sent.text()]).toEqual([400, expect.stringContaining('TX decode failed')]);
      // Clients tell refusals apart by the node's code.
      const [coinbase] = blocks[0].tx;
      const again = await fetch(`${world().url}/tx`, { method: 'POST', body: coinbase.hex });
      expect([again.status, await again.text()]).toEqual([
        400,
        expect.stringMatching(/^sendrawtransaction RPC error: \{"code":-\d+,"message":"/),
      ]);
      expect((await world().api.get('/esplora/btc/nowhere')).status).toBe(404);
    });

    it('answers below /api, and with a token in the path that nothing repeats', async () => {
      const { text: tip } = await world().api.get('/esplora/btc/blocks/tip/hash');
      for (const base of ['/esplora/btc/api', '/esplora/btc/t/x.y.z', '/esplora/btc/t/x.y.z/api', '/v0/esplora/btc']) {
        const reply = await world().api.get(`${base}/blocks/tip/hash`);
        expect(reply.text, base).toBe(tip);
        // Nobody made this one.
        expect(reply.headers.get('www-authenticate') !== null, base).toBe(base.includes('/t/'));
        const { headers } = reply;
        expect(headers.get('cache-control'), base).toContain(base.includes('/t/') ? 'private' : 'public');
      }
    });

    it('has called every documented route', () => {
      const read = paths.map(([path]) => path).filter((path) => !/\/(broadcast|tx|package)$/.test(path));
      expect(read.filter((path) => !called.has(path))).toEqual([]);
    });
  });
}

const TYPES: Readonly<Record<string, string>> = {
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
  nulldata: 'op_return',
};

/** Pays an address by its script, then its public key alone. @returns the latter payment */
async function payBareKey(world: EsploraWorld): Promise<{ txid: string; address: string }> {
  const { miner, node } = world;
  const address = await miner.call<string>('getnewaddress', '', 'legacy');
  await miner.call('sendtoaddress', address, '0.11');
  const { pubkey, scriptPubKey } = await miner.call<{ pubkey: string; scriptPubKey: string }>(
    'getaddressinfo',
    address,
  );
  const raw = await miner.call<string>('createrawtransaction', [], [{ [address]: '0.12' }]);
  const { hex: funded } = await miner.call<{ hex: string }>('fundrawtransaction', raw);
  const replaced = funded.replace(`19${scriptPubKey}`, `2321${pubkey}ac`);
  const { hex } = await miner.call<{ hex: string }>('signrawtransactionwithwallet', replaced);
  // Nodes do not relay it.
  await world.mine(1);
  await node.rpc('generateblock', await miner.call('getnewaddress'), [hex]);
  const { txid } = await node.rpc<{ txid: string }>('decoderawtransaction', hex);
  return { txid, address };
}
