/** What the statuses of problems mean on the routes about one chain. */
export const UNKNOWN_CURRENCY_OR_NAME =
  'This server does not follow the currency (`currencies` lists those it does), or nobody has registered the name that was given in place of an address.';
export const SYNCING =
  'The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again.';
/** On the routes about all chains. */
export const NO_DATABASE =
  'No database answers, or not the one that says which chains there are. Where only some do not, `unavailable` names their currencies.';
