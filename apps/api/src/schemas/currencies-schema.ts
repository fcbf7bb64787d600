import { z } from 'zod';
import { component } from './component.js';
import { InternalTransfersStatus } from './internal-transfers-schema.js';
import { Progress } from './problem-schema.js';
import { cosmosAddress, currency, decimals, height, historyFrom, unixTime } from './values.js';

export const chainStatus = z
  .enum(['syncing', 'live', 'stalled', 'offline'])
  .describe(
    '`live`: at the tip. `syncing`: behind it; answers are complete up to `indexedHeight` unless the first sync is under way (503). ' +
      '`stalled`: the node cannot be followed at the moment. `offline`: the indexer has not reported for a minute, or the database ' +
      'of the chain does not answer.',
  );

export const FEATURES = [
  'history',
  'balance',
  'balance-at-height',
  'transaction',
  'utxos',
  'tokens',
  'internal-transfers',
  'pending',
  'payouts',
  'memo',
  'names',
] as const;
export type Feature = (typeof FEATURES)[number];

export const finalizedHeight = height
  .nullable()
  .describe(
    'Highest block that the node called final: it and those below are never taken back. Null on chains that do not say.',
  );

const Module = component('Module', 'The account of a module of the chain.', {
  name: z.string().meta({ description: 'Name of the module.', examples: ['asgard'] }),
  address: cosmosAddress,
});

const Currency = component('Currency', 'A currency that this server follows.', {
  currency,
  name: z.string().meta({ description: 'Name of the chain.', examples: ['Bitcoin'] }),
  symbol: z.string().meta({ description: 'Symbol of its coin.', examples: ['BTC'] }),
  decimals,
  family: z.enum(['utxo', 'evm', 'cosmos']).describe('How the chain keeps its ledger.'),
  network: z.string().meta({ description: 'Which network of the chain is followed.', examples: ['mainnet'] }),
  addressExample: z.string().describe('An address that is valid here. It need not have a history.'),
  features: z
    .array(z.enum(FEATURES))
    .describe(
      'What can be asked about it. `pending`: answers contain unconfirmed transactions. `internal-transfers`: they contain what ' +
        'contracts sent on, as far as `internalTransfers` says. `payouts`: transactions tell what was paid for them, on any chain; ' +
        '`memo`: what they asked for. `names`: registered names are taken in the place of addresses. New ones may be added.',
    ),
  modules: z
    .array(Module)
    .nullable()
    .describe('Accounts of modules, on THORChain and MAYAChain: they hold what the protocol holds. Null elsewhere.'),
  status: chainStatus,
  indexedHeight: Progress.indexedHeight,
  nodeHeight: Progress.nodeHeight,
  finalizedHeight,
  historyFrom,
  tipTime: unixTime
    .nullable()
    .describe('Header time of the last indexed block, unix seconds; null before the first one.'),
  stage: Progress.stage,
  progress: Progress.progress,
  eta: Progress.eta,
  internalTransfers: InternalTransfersStatus.nullable().describe(
    'Null on chains that have none, and where none was ever begun: `off` from the start, or a node that cannot trace.',
  ),
});

export const unavailable = z
  .array(currency)
  .describe(
    'Currencies whose database does not answer at the moment: requests about them are answered with 503. What is said of them ' +
      'here is what it said last; those of which it has not said anything yet are not listed. Empty where there is one database.',
  );

export const Currencies = component('Currencies', 'The currencies that this server follows.', {
  currencies: z.array(Currency),
  unavailable,
});
export type Currencies = z.infer<typeof Currencies>;
