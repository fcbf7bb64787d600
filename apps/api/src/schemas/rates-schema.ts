import { z } from 'zod';
import { component } from './component.js';
import { unixTime } from './values.js';

const Rate = component('Rate', 'The price of one whole coin.', {
  rate: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .nullable()
    .meta({ description: 'US dollars per whole coin, in decimal; null while none is known.', examples: ['67123.45'] }),
  asOf: unixTime
    .nullable()
    .describe('When the newest price that the rate comes from was made, unix seconds; null without a rate.'),
  sources: z
    .array(z.string())
    .describe(
      'The sources that agreed: `chainlink:<currency>` (a price feed on that chain; `feed:<currency>` one that the operator chose), `thornode`, `mayanode`, or the name of an exchange. One is one.',
    )
    .meta({ examples: [['chainlink:op', 'thornode']] }),
  stale: z.boolean().describe('Whether the rate is too old to rely on, or there is none.'),
});

export const Rates = component('Rates', 'The price of every currency.', {
  quote: z.literal('usd').describe('What the rates are in.'),
  at: unixTime.nullable().describe('The moment that was asked for, unix seconds; null: now.'),
  rates: z.record(z.string(), Rate).describe('By currency code.'),
});
export type Rates = z.infer<typeof Rates>;
