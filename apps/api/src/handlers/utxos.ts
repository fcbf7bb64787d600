import { readUtxos, type UtxoPage } from '@chaintrail/db';
import { z } from 'zod';
import { readAddress } from '../chain-directory.js';
import { type CursorScope, decodeUtxoCursor, encodeUtxoCursor } from '../cursor.js';
import { route } from '../http/route.js';
import {
  addressParameter,
  currencyParameter,
  cursorParameter,
  limitParameter,
  utxoOffsetParameter,
} from '../schemas/parameters.js';
import { Utxos } from '../schemas/utxos.js';
import { requireTip } from '../shape/progress.js';
import { shapeUtxo } from '../shape/utxo.js';
import { requireCursor, SYNCING, UNKNOWN_CURRENCY } from './problems.js';
import { answerAtTip } from './respond.js';

const query = z.strictObject({ limit: limitParameter, offset: utxoOffsetParameter, cursor: cursorParameter });

export const utxos = route({
  path: '/addresses/{currency}/{address}/utxos',
  atRoot: false,
  operationId: 'getAddressUtxos',
  tag: 'Addresses',
  summary: 'Unspent outputs of an address, newest first',
  description:
    'Unconfirmed ones first, then by block, the newest before the others; of one transaction the last output first. An ' +
    'output that only an unconfirmed transaction spends is listed, with `spentBy`. To walk all of them, follow `next`: ' +
    'outputs that arrive meanwhile are not part of the walk, and those that are spent meanwhile are left out.',
  pathParameters: z.strictObject({ currency: currencyParameter, address: addressParameter }),
  query,
  response: Utxos,
  problems: { 404: UNKNOWN_CURRENCY, 503: SYNCING },
  async handle({ chains, pool }, { path, query }) {
    const followed = await chains.find(path.currency);
    const { chain, network } = followed;
    const { key, address } = readAddress(followed, path.address);
    const scope = { chain: chain.code, network: network.name, addressKey: key };
    const page = pageOf(scope, query);
    const found = chains.confirm(followed, await readUtxos(pool, chain.code, key, page));
    const { state, next } = found;
    const tip = requireTip(state, chain.name);
    return answerAtTip(state, tip, () => ({
      currency: chain.code,
      address,
      decimals: chain.decimals,
      limit: page.limit,
      offset: page.from ? null : page.offset,
      total: found.total,
      next: next && encodeUtxoCursor(scope, next),
      tip,
      historyFrom: state.historyFrom,
      utxos: found.rows.map((row) => shapeUtxo(followed, row, key, tip)),
    }));
  },
});

function pageOf(scope: CursorScope, { limit, offset, cursor }: z.output<typeof query>): UtxoPage {
  if (cursor === undefined) return { offset, from: null, limit };
  return { offset: 0, from: requireCursor(decodeUtxoCursor(scope, cursor), offset), limit };
}
