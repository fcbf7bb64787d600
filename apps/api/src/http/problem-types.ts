/** Every error that the API answers with, by its `code`. The documentation lists them from here. */
export const PROBLEM_TYPES = {
  'bad-request': { status: 400, title: 'The request is not valid HTTP' },
  'malformed-url': { status: 400, title: 'The URL is not properly encoded' },
  'invalid-parameter': { status: 400, title: 'A parameter has a value that is not allowed' },
  'unknown-parameter': { status: 400, title: 'A query parameter does not exist here' },
  'repeated-parameter': { status: 400, title: 'A query parameter is given more than once' },
  'invalid-cursor': { status: 400, title: 'The cursor does not belong to this list' },
  'address-malformed': { status: 400, title: 'The text is not an address' },
  'address-checksum': { status: 400, title: 'The address has a typing mistake' },
  'address-foreign-network': { status: 400, title: 'The address belongs to another chain or network' },
  'address-not-indexable': { status: 400, title: 'The chain does not show what this kind of address does' },
  'unknown-route': { status: 404, title: 'There is no such route' },
  'unknown-currency': { status: 404, title: 'This server does not follow that currency' },
  'unknown-name': { status: 404, title: 'Nobody has registered that name' },
  'no-unspent-outputs': { status: 404, title: 'The chain keeps accounts and has no unspent outputs' },
  'state-unavailable': { status: 404, title: 'The node no longer has the state of that block' },
  'unknown-transaction': { status: 404, title: 'Neither an indexed block nor the mempool has that transaction' },
  'method-not-allowed': { status: 405, title: 'The API is read-only' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'url-too-long': { status: 414, title: 'The URL is too long' },
  'expectation-failed': { status: 417, title: 'What the request expects of the server is not offered' },
  'rate-limited': { status: 429, title: 'The caller has used what its tier may use for now' },
  'headers-too-large': { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'The server made a mistake' },
  'chain-syncing': { status: 503, title: 'The first sync of the chain is not complete' },
  'names-unavailable': { status: 503, title: 'The node that knows names does not answer' },
  'store-unavailable': { status: 503, title: 'The database does not answer' },
  overloaded: { status: 503, title: 'The server has too much to do' },
  'shutting-down': { status: 503, title: 'The server is shutting down' },
} as const;

export type ProblemCode = keyof typeof PROBLEM_TYPES;
export const PROBLEM_CODES = Object.keys(PROBLEM_TYPES) as [ProblemCode, ...ProblemCode[]];
