export { formatAmount, parseAmount } from './amounts.js';
export { Chaintrail } from './client.js';
export { ChaintrailError, type FailureCode, type ProblemCode } from './error.js';
export type { AnswerOf, CurrencyCode, JsonPath, QueryOf, RouteParameters } from './route-types.js';
export type * from './schema.js';
export type { AccountStreamEvent, AccountStreamOptions, StreamEvent, StreamOptions } from './stream.js';
export type { ClientOptions, RequestOptions } from './transport.js';
