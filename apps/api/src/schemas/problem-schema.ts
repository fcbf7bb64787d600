import { STAGES } from '@chaintrail/db';
import { z } from 'zod';
import { component } from './component.js';
import { PROBLEM_CODES } from './problem-types.js';
import { currency, height, Tip } from './values.js';

export const Progress = {
  indexedHeight: height.nullable().describe('Height of the last indexed block; null before the first one.'),
  nodeHeight: height.nullable().describe("Height of the node's tip when it was last asked; null before that."),
  stage: z
    .enum(STAGES)
    .nullable()
    .describe(
      'What the first sync is at. `load`: blocks and transactions are read from the node and written. `unspent`: the ' +
        'outputs that nobody has spent are written (Bitcoin and its like). `sort`: the histories are numbered, address by ' +
        'address. `tokens`: which address had which token is written (Ethereum and its layer 2s). `index`: the indexes are ' +
        'built. After `load` `indexedHeight` stands still. null: none of these, blocks are added one by one.',
    ),
  progress: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({
      description:
        'From 0 to 1: the share of the first sync that is done, over all stages and the blocks that are added one by one after ' +
        "them. It never falls. Of a chain that was live it is the indexed share of the node's blocks. Null while unknown; 1 " +
        'only at the tip.',
      examples: [0.731],
    }),
  eta: z
    .int()
    .min(0)
    .nullable()
    .meta({
      description: 'Seconds until the tip is reached, estimated from the speed so far; null when there is no estimate.',
      examples: [5400],
    }),
};

const ParameterError = component('ParameterError', 'What is wrong with a parameter.', {
  parameter: z.string().meta({ description: 'Its name, of the path or the query.', examples: ['limit'] }),
  message: z.string().describe('What is wrong with it, and what is expected.'),
});

export const Problem = component('Problem', 'An error (RFC 9457).', {
  type: z.string().meta({
    format: 'uri-reference',
    description: 'Identifies the kind of error, and leads to its documentation.',
    examples: ['/docs#invalid-parameter'],
  }),
  title: z.string().describe('What the kind of error means.'),
  status: z.int().min(400).max(599).describe('The HTTP status.'),
  detail: z.string().describe('What was wrong with this request, and what is expected.'),
  code: z.enum(PROBLEM_CODES).describe('The kind of error as a word for programs. New ones may be added.'),
  instance: z.string().meta({
    format: 'uri-reference',
    description: 'Identifies this occurrence: `urn:request:` and the X-Request-Id, which the server also logs.',
    examples: ['urn:request:0f8fad5b-d9cb-469f-a165-70867728950e'],
  }),
  errors: z
    .array(ParameterError)
    .optional()
    .describe(
      'With status 400 for a parameter: each that is wrong. What only the chain can tell comes once all others are right.',
    ),
  currencies: z.array(currency).optional().describe('With `unknown-currency`: the currencies of this server.'),
  tip: Tip.optional().describe(
    'With `unknown-transaction`, `unknown-block`, `unknown-token`, `state-unavailable` and a `height` out of range: the last indexed block when the request was read.',
  ),
  answers: z
    .array(z.string())
    .optional()
    .describe(
      'With `unknown-transaction` on THORChain and MAYAChain: the entries that answer it, or tell what was paid for it, by their `txid`. The transaction is one of another chain then.',
    ),
  indexedHeight: Progress.indexedHeight.optional().describe('With `chain-syncing`: height of the last indexed block.'),
  nodeHeight: Progress.nodeHeight.optional().describe("With `chain-syncing`: height of the node's tip."),
  stage: Progress.stage.optional().describe('With `chain-syncing`: what the first sync is at, as in `/status`.'),
  progress: Progress.progress.optional().describe('With `chain-syncing`: part of the first sync that is done, 0 to 1.'),
  eta: Progress.eta.optional().describe('With `chain-syncing`: estimated seconds until the chain can be queried.'),
});
export type Problem = z.infer<typeof Problem>;
