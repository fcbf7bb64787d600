import { z } from 'zod';
import { component } from './component.js';
import { unixTime } from './values.js';

const Rate = component('Rate', 'The price of one whole coin.', {
  rate: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .nullable()
    .meta({ description: 'US dollars per whole coin, in decimal; null while none is known.', examples: ['67123.45'] }),
  asOf: unixTime.nullable().describe('When the rate held, unix seconds; null without a rate.'),
  sources: z.array(z.string()).describe('Where the rate comes from.'),
  stale: z.boolean().describe('Whether the rate is too old to rely on, or there is none.'),
});

export const Rates = component(
  'Rates',
  'The price of every currency. No source of prices is configured yet: every rate is null.',
  {
    quote: z.literal('usd').describe('What the rates are in.'),
    rates: z.record(z.string(), Rate).describe('By currency code.'),
  },
);
export type Rates = z.infer<typeof Rates>;
