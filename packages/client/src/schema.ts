/** Made from docs/openapi.json by `npm run generate`: every route, and every schema by its own name. */
export interface paths {
    "/addresses/{currency}/{address}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transactions of an address, newest first, at any offset
         * @description An address without transactions is answered with an empty page. Unconfirmed transactions come first (with `order=asc` last), the newest before the others. To walk a whole history, follow `next`: no transaction is skipped or repeated while others arrive, are confirmed or replaced. That holds for some hours, and unless a reorganisation removes blocks that the walk has passed. A walk with `order=desc` shows what there was when it began, each transaction as it is when its page is read; with `order=asc` it ends with what arrived meanwhile. `fromHeight`, `toHeight`, `fromTime` and `toTime` choose a part of the history, of which every page costs as much; a height at one end and a time at the other go together. A `cursor` goes with the part, `direction`, `asset` and `spam` of the page that it is from.
         *
         *     **The whole history at once** comes with `Accept: text/csv` or `application/x-ndjson`, or with `format`. The server walks all pages and sends them as it reads them.
         *     * `limit`, `offset` and `cursor` are of pages, and refused here.
         *     * It is complete where the answer ends as HTTP wants it. The connection is cut where the rest cannot be read: ask again, or walk pages.
         *     * That happens when the database goes away, and when a reorganisation takes back what was sent last.
         *     * A client may have two under way. More, or too many of all clients, are answered with 503 `overloaded`. A client that takes nothing for a minute, or less than 16 KiB a second over two minutes, is cut off.
         *     * Each 500 transactions cost as much as a page of 500. Without units left it waits up to 90 seconds for new ones, then it is cut.
         *
         *     **NDJSON** has the objects of `transactions`, one on each line.
         *
         *     **CSV** has the same columns for every chain: `txid`, `status`, `blockHeight`, `timestamp`, `date`, `kind`, `direction`, `asset`, `symbol`, `tokenId`, `amount`, `decimals`, `from`, `to`, `fee`, `balanceAfter`, `memo`, `usdRate`, `usdValue`, `usdStale`. Amounts of an asset add up to what the history did to it.
         *     * `kind` `net`, one row for each transaction: `amount` is the net effect in the chain's own coin. It has the fee in it where the address paid that.
         *     * Only rows `net` have `fee`, `balanceAfter`, `memo`, and `usd…` with `usd=1`. `fee` is the fee of the transaction, whoever paid it.
         *     * Other kinds follow, one row for each movement of another asset from or to the address. `amount` is signed, and 0 where the address pays itself.
         *     * `kind` `incomplete`: the transaction moved more than is told. Its first 10,000 transfers are looked at.
         *     * CashTokens are in NDJSON alone.
         *     * `date` is `timestamp` as ISO 8601 in UTC. What is not known is empty. Amounts are in base units of the asset.
         *     * An apostrophe stands before a symbol, memo or asset that a spreadsheet would take for a formula.
         */
        get: operations["getAddressTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/addresses/{currency}/{address}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balance of an address, now or at a past block
         * @description An address without transactions is answered with zeros. On Ethereum and its layer 2s the balance is what the node says, also of addresses without transactions. `height` needs a node that still has the state of that block, or traces of all blocks from there on; otherwise the answer is `state-unavailable`. On THORChain and MAYAChain both come from the history.
         */
        get: operations["getAddressBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/addresses/{currency}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balances of up to 100 addresses, now or at a past block
         * @description All of one snapshot, in the order asked for, each as its own route answers it. An address that is given twice is answered twice. On Ethereum and its layer 2s, contracts of tokens are asked where it is one address. Of more, `tokens` has what is stored, each with its `height`, and null where nothing is. Names of THORChain and MAYAChain are not taken here. It costs as much as a page of as many rows; where the node is asked, as on Ethereum and its layer 2s, each address costs a question to it. The URL may have 26624 bytes.
         */
        get: operations["getBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/addresses/{currency}/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as the balance of the address
         * @description An address without transactions is answered with zeros. On Ethereum and its layer 2s the balance is what the node says, also of addresses without transactions. `height` needs a node that still has the state of that block, or traces of all blocks from there on; otherwise the answer is `state-unavailable`. On THORChain and MAYAChain both come from the history. Beside it are `/transactions`, and `/utxos` on Bitcoin and its like.
         */
        get: operations["getAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/addresses/{currency}/{address}/utxos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Unspent outputs of an address, newest first
         * @description Unconfirmed ones first, then by block, the newest before the others; of one transaction the last output first. An output that only an unconfirmed transaction spends is listed, with `spentBy`. To walk all of them, follow `next`: outputs that arrive meanwhile are not part of the walk, and those that are spent meanwhile are left out. `offset` and `total` reach as far as 10000 outputs; the walk has no end but the last of them.
         */
        get: operations["getAddressUtxos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/{descriptor}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transactions of a descriptor or extended key, newest first, at any offset
         * @description One history of all addresses together: a transaction is in it once. `netAmount` is what it does to the account, so that what a wallet pays itself is its fee alone; `balanceAfter` is the balance of the account. `total`, `offset`, `cursor`, the bounds and `direction` are as those of an address, with an exact `total` always. Each list of inputs and outputs has the first 20.
         *
         *     `Accept: text/csv` or `application/x-ndjson`, or `format`, sends the whole history, as for an address.
         */
        get: operations["getAccountTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transactions of a descriptor or extended key, newest first, at any offset, with the descriptor in the body
         * @description For descriptors that are no proxy’s business. All else as with `GET`.
         */
        post: operations["postAccountTransactions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/{descriptor}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balance of a descriptor or extended key, now or at a past block
         * @description Of all its addresses together. An account without transactions is answered with zeros.
         */
        get: operations["getAccountBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Balance of a descriptor or extended key, now or at a past block, with the descriptor in the body
         * @description For descriptors that are no proxy’s business. All else as with `GET`.
         */
        post: operations["postAccountBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/{descriptor}/utxos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Unspent outputs of a descriptor or extended key, newest first
         * @description As those of an address, each with its address and path. `offset` and `total` reach as far as 10000 outputs; a walk by `next` has no end but the last of them.
         */
        get: operations["getAccountUtxos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/utxos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unspent outputs of a descriptor or extended key, newest first, with the descriptor in the body
         * @description For descriptors that are no proxy’s business. All else as with `GET`.
         */
        post: operations["postAccountUtxos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/{descriptor}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Addresses of a descriptor or extended key, used and unused, with the next to give out
         * @description By branch, then by index, up to `gap` unused ones behind the last that is used. Addresses of one branch alone come with `branch`.
         */
        get: operations["getAccountAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Addresses of a descriptor or extended key, used and unused, with the next to give out, with the descriptor in the body
         * @description For descriptors that are no proxy’s business. All else as with `GET`.
         */
        post: operations["postAccountAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/{descriptor}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Blocks, reorganisations and transactions of a descriptor or extended key as they come (server-sent events)
         * @description As `/stream` of addresses, with events `transaction` and `dropped` of the account: `{currency, descriptor, transaction}`, where `transaction` is an entry of its history, once for all of its addresses, with its net effect on them. An address that a use brings into the account is followed from there on. What it had before is told with that use, before the `tip`. Then a transaction that was told already comes again, where its net effect is another one now. `Last-Event-ID` and `lastEventId` are as there. An account may have up to 10000 addresses, unused ones and five gaps to come included. An extended key of unknown kind needs `kind` while none is in use.
         */
        get: operations["getAccountEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{currency}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Blocks, reorganisations and transactions of a descriptor or extended key as they come (server-sent events), with the descriptor in the body
         * @description For descriptors that are no proxy’s business. All else as with `GET`.
         */
        post: operations["postAccountEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{currency}/{txid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A transaction with its inputs and outputs, or what it moved
         * @description Confirmed ones, and those in the mempool of the node where unconfirmed transactions are followed. `spent` of its outputs tells of confirmed transactions, `spentBy` names the one that spends it, confirmed or not, where it is found. On Ethereum and its layer 2s `transfers` has all that it moved, and a block hash finds what the block itself moved. On THORChain and MAYAChain `payouts` tells what was paid for it, on any chain, and `answers` in which entries of blocks; `inTxid` of those leads back. An answer has at most 1000 entries of each of `inputs`, `outputs`, `transfers` and `messages`, which is all of nearly every transaction. `nextOffset` tells where the next part begins; `inputCount`, `outputCount`, `transferCount` and `messageCount` count all.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{currency}/{txid}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes of a transaction, as wallets sign and send them
         * @description On Bitcoin and its forks, confirmed ones and those in the mempool. The node is asked for them, by the block that is indexed: it needs no index of its own.
         */
        get: operations["getRawTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{currency}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a signed transaction through the node, where the operator allows it
         * @description On Bitcoin and its forks, off by default. What the node says of a transaction that it refuses is told in its own words (`transaction-refused`). After a 503 the node may have it nevertheless: sending it again does no harm.
         */
        post: operations["sendTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocks/{currency}/{block}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A block by its height or hash, with its transactions at any offset
         * @description Transactions are in the order of the block, each as in lists: at most 20 inputs, outputs and transfers; `/transactions` has all of them. On Ethereum and its layer 2s what the block itself moved is one more entry, the last. On THORChain and MAYAChain entries of the block come before and after its transactions. `total` counts them, `transactionCount` does not. To read all of a block, ask by its hash with rising `offset` until `total`. A block that a reorganisation took back is answered with `orphaned`, without its transactions: pages of two blocks are never mixed.
         */
        get: operations["getBlock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{currency}/{asset}/holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Holders of a token by what they have, the largest first
         * @description On THORChain and MAYAChain balances come from the history and are exact. On Ethereum and its layer 2s they are what the contract said: it is asked after each transfer that comes while the chain is followed. Who had transfers long before that alone was not asked, is counted in `unknown` and is not listed. Where a transfer came since the contract was asked, the last known balance is listed, with its `height` and `changedSince`. `complete` says whether the list is all there is. `offset` and `total` reach as far as 10000 holders; `next` walks all. Each page of a walk is read as things are then: a holder whose balance changes meanwhile may be seen twice, or not at all.
         */
        get: operations["getTokenHolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{currency}/holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same, with the token in the query
         * @description As `/tokens/{currency}/{asset}/holders`, for denominations with a slash: some proxies decode `%2F` in a path. On THORChain and MAYAChain balances come from the history and are exact. On Ethereum and its layer 2s they are what the contract said: it is asked after each transfer that comes while the chain is followed. Who had transfers long before that alone was not asked, is counted in `unknown` and is not listed. Where a transfer came since the contract was asked, the last known balance is listed, with its `height` and `changedSince`. `complete` says whether the list is all there is. `offset` and `total` reach as far as 10000 holders; `next` walks all. Each page of a walk is read as things are then: a holder whose balance changes meanwhile may be seen twice, or not at all.
         */
        get: operations["getTokenHoldersByQuery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mempool/{currency}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Unconfirmed transactions: how many, what they pay, and the next blocks as miners would make them
         * @description On Bitcoin and its forks. Rates count a transaction together with what it depends on, as miners do: a child that pays well takes its parents along. The answer is at most five seconds old.
         */
        get: operations["getMempool"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fees/{currency}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a transaction has to pay to be in one of the next blocks
         * @description On Bitcoin and its forks, by the blocks that `/mempool/{currency}` projects: the lowest rate of the last block that counts; `node` has what the node estimates (`estimatesmartfee`). On Ethereum and its layer 2s `gas` has base fees and tips of the last blocks, as the node sums them up. The answer is at most five seconds old.
         */
        get: operations["getFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/currencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The currencies that this server follows, and how far
         * @description Where to begin: which codes other routes take, what each chain offers here (`features`), how to write an amount (`decimals`), and how far its index has come. A chain in its first sync is listed, too.
         */
        get: operations["getCurrencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * US dollars per whole coin of every currency, now or at a past moment
         * @description The median of the sources that agree. Those of the operator come first: price feeds on Ethereum and its layer 2s, and pools of THORChain and MAYAChain. A rate is `stale` where its price is older than two hours, or no source has confirmed it for 15 minutes. A past rate is `stale` where the record has none of the two hours before. Beyond the maximum age of the server it is null, as it is where sources contradict each other from the start, and on public test networks. Currencies whose coin is the same share its rate.
         */
        get: operations["getRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the indexing of every chain is doing
         * @description For operators and curious clients: phases, heights, speeds, the mempool and the last audit of each chain, and why a chain stands still. `/currencies` has what clients need. A second old at most: the databases are asked once a second, however many ask.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Blocks, reorganisations and transactions of addresses as they come (server-sent events)
         * @description Server-sent events of one currency and up to 1000 addresses; without an address, blocks and reorganisations alone. `tip`: `{currency, height, hash, time}`. `transaction`: `{currency, address, transaction}`, where `transaction` is an entry of the address's history; told when it arrives unconfirmed, again when a block has it, and to the first signer of a THORChain or MAYAChain deposit when a later block changes its `outcome`, also by a payout on another chain. `dropped`: `{currency, address, txid, dropReason, replacedBy, droppedAt}`, an unconfirmed one that left without a block. `reorg`: `{currency, from, to}`, the last block that was sent and the last one that stayed, each `{height, hash}`. Forget all that was confirmed above `to`, and all that was pending: the current state follows. A block’s transactions come before its `tip`; after several blocks at once there is one `tip`, the last. Every event has an `id`. A connection with it in `Last-Event-ID` (or `lastEventId`) continues after that event, on any server of the same data, with the same addresses. Events since then are sent, none twice. Without one, the first event is the `tip` of now. Events wait for nobody: where a connection ends, connect again. On Ethereum and its layer 2s `balanceAfter` is null here. Internal transfers are part of their block; traces that come later are not told.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this server is and what can be asked of it
         * @description Name and version, who the caller is to the server (`authentication`), every route in a line, and URLs that work on this server.
         */
        get: operations["getIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/swagger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The OpenAPI 3.1 document of this API
         * @description Made from the schemas that check requests. Its examples are addresses and transactions of this server.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This documentation as a page
         * @description For people: each route can be tried out there. It ends with a list of all errors by their `code`.
         */
        get: operations["getDocumentation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liveness: the process answers
         * @description Answers as long as the process does, without a database: for whoever restarts processes.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness: the database answers and holds the tables
         * @description Whether requests may be sent to this process: for load balancers. An answer with 503 says why not. On the port for operators (`ADMIN_PORT`), unless that is off.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics for Prometheus: this process, its requests, and every chain
         * @description On the port for operators (`ADMIN_PORT`), unless that is off. Answers without a database, too: `chaintrail_store_up` is 0 then, and nothing is said of the chains.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest ten blocks
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/blocks/tip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest ten blocks
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraTip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/blocks/tip/height": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Height of the last block
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraTipHeight"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/blocks/tip/hash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hash of the last block
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraTipHash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/blocks/{height}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ten blocks from a height down
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlocksFrom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/v1/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest ten blocks
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["mempoolBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/v1/blocks/{height}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ten blocks from a height down
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["mempoolBlocksFrom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/block-height/{height}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hash of the block at a height
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlockAtHeight"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/block/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A block
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/v1/block/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A block
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["mempoolBlock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/block/{hash}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a block is one of the chain
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlockStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/block/{hash}/header": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Header of a block in hex
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlockHeader"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/block/{hash}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes of a block
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraRawBlock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/block/{hash}/txids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ids of the transactions of a block
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlockTxids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/block/{hash}/txid/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Id of a transaction by its place in a block
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlockTxid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/block/{hash}/txs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transactions of a block, 25 at a time
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlockTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/block/{hash}/txs/{start}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transactions of a block, 25 at a time
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBlockTransactionsFrom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/tx/{txid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A transaction
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/tx/{txid}/hex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes of a transaction in hex
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraTransactionHex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/tx/{txid}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes of a transaction
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraTransactionRaw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/tx/{txid}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a transaction is; of an unknown one, that it is not confirmed
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraTransactionStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/tx/{txid}/merkle-proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Proof that a block has a transaction, as Electrum's servers give it
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraMerkleProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/tx/{txid}/merkleblock-proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Proof that a block has a transaction, as `gettxoutproof` gives it
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraMerkleBlockProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/tx/{txid}/outspend/{vout}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What spends an output
         * @description `spent` is false only where the output is known to be unspent: 503 where it is spent and not found by what. In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraOutspend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/tx/{txid}/outspends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What spends each output of a transaction
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraOutspends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/txs/outspends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What spends each output of several transactions
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraOutspendsOfMany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/address/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sums of an address
         * @description Outputs that pay a bare public key (P2PK) do not count for its address. A long history is counted in several requests: 503 with `Retry-After` until all of it is. In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/address/{address}/txs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * At most 50 unconfirmed transactions, then the newest 25 confirmed ones
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraAddressTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/address/{address}/txs/chain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 25 confirmed transactions
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraAddressChainTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/address/{address}/txs/chain/{txid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The 25 confirmed transactions behind one; none behind one that is not of the address
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraAddressChainTransactionsAfter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/address/{address}/txs/mempool": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 50 unconfirmed transactions
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraAddressMempoolTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/address/{address}/txs/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each of 500 confirmed transactions did to the balance
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraAddressSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/address/{address}/utxo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Unspent outputs, without those that an unconfirmed transaction spends
         * @description At most 10000; beyond, 400. In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraAddressUtxos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/scripthash/{scripthash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sums of a script
         * @description Outputs that pay a bare public key (P2PK) do not count for its address. A long history is counted in several requests: 503 with `Retry-After` until all of it is. In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/scripthash/{scripthash}/txs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * At most 50 unconfirmed transactions, then the newest 25 confirmed ones
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraScriptTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/scripthash/{scripthash}/txs/chain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 25 confirmed transactions
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraScriptChainTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/scripthash/{scripthash}/txs/chain/{txid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The 25 confirmed transactions behind one; none behind one that is not of the address
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraScriptChainTransactionsAfter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/scripthash/{scripthash}/txs/mempool": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 50 unconfirmed transactions
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraScriptMempoolTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/scripthash/{scripthash}/txs/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each of 500 confirmed transactions did to the balance
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraScriptSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/scripthash/{scripthash}/utxo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Unspent outputs, without those that an unconfirmed transaction spends
         * @description At most 10000; beyond, 400. In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraScriptUtxos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/mempool": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sums of the mempool
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraMempool"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/mempool/txids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ids of all unconfirmed transactions
         * @description At most 100000; beyond, 400. In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraMempoolTxids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/mempool/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The unconfirmed transactions that came last
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraMempoolRecent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/fee-estimates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What to pay to be in one of the next blocks
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraFeeEstimates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/v1/fees/recommended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What to pay, as mempool.space words it
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraRecommendedFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/v1/fees/mempool-blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The next blocks, as mempool.space words them
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraMempoolBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/v1/validate-address/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a text is an address of the chain
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraValidateAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/v1/difficulty-adjustment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the difficulty will move, where it is adjusted every 2,016 blocks
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraDifficultyAdjustment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/tx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a signed transaction, where the operator allows it
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        post: operations["esploraSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/txs/package": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends transactions that are judged together, where the operator allows it and the node can
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        post: operations["esploraSendPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esplora/{currency}/broadcast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a link
         * @description In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below `/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.
         */
        get: operations["esploraBroadcast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The server and the node
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The server and the node
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/block-index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The hash of a block
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookBestBlock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/block-index/{height}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The hash of a block
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookBlockIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/block/{block}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A block with a page of its transactions, without bytes
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookBlock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/rawblock/{block}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes of a block of Bitcoin and its forks
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookRawBlock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/feestats/{block}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the transactions of a block of Bitcoin and its forks paid
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookFeeStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/tx/{txid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A transaction
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/tx-specific/{txid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A transaction of Bitcoin and its forks in the words of its node
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookSpecificTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/rawtx/{txid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bytes of a transaction of Bitcoin and its forks
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookRawTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/address/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an address has and did
         * @description Unconfirmed transactions come before those of the first page, beside its number of transactions. A page behind the end is empty. In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/xpub/{xpub}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What all addresses of an extended public key or descriptor have and did
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookXpub"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/utxo/{descriptor}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Unspent outputs of an address, or of all of an extended public key or descriptor
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookUtxos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/balancehistory/{descriptor}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an address, extended key or descriptor received and sent, by stretches of time
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookBalanceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/estimatefee/{blocks}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What to pay: whole coins for 1,000 virtual bytes, or for a unit of gas
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookEstimateFee"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/tickers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a coin is worth, or was at a time
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookTicker"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/multi-tickers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a coin was worth at several times
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookTickers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/tickers-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Currencies that there are rates in
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookTickersList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/sendtx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a signed transaction, where the operator allows it
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        post: operations["blockbookSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/api/v2/sendtx/{hex}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a link
         * @description In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below `/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.
         */
        get: operations["blockbookSendByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockbook/{currency}/websocket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same, and what happens, by WebSocket
         * @description Messages are `{"id":"…","method":"…","params":{…}}`, answers `{"id":"…","data":{…}}`, errors `{"id":"…","data":{"error":{"message":"…"}}}`. Each message costs what the request of the same kind does. `subscribeNewBlock` and `subscribeAddresses` are pushed under the id of their subscription; transactions when they come, and again when a block has them. A new subscription takes the place of the one before.
         */
        get: operations["blockbookWebSocket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Where a transaction is. */
        EsploraStatus: {
            confirmed: boolean;
            block_height?: number;
            /** @description 64 hexadecimal digits */
            block_hash?: string;
            block_time?: number;
        };
        /** @description An output. */
        EsploraOutput: {
            scriptpubkey: string;
            scriptpubkey_asm: string;
            /** @description As Blockstream words it: p2pkh, v0_p2wpkh, v1_p2tr … */
            scriptpubkey_type: string;
            scriptpubkey_address?: string;
            /** @description Base units, exact also above 2^53. */
            value: number;
        };
        /** @description An input. */
        EsploraInput: {
            /** @description 64 hexadecimal digits */
            txid: string;
            vout: number;
            prevout: components["schemas"]["EsploraOutput"] | null;
            scriptsig: string;
            scriptsig_asm: string;
            witness?: string[];
            is_coinbase: boolean;
            sequence: number;
            inner_redeemscript_asm?: string;
            inner_witnessscript_asm?: string;
        };
        /** @description A transaction. */
        EsploraTransaction: {
            /** @description 64 hexadecimal digits */
            txid: string;
            /** @description Signed. */
            version: number;
            locktime: number;
            vin: components["schemas"]["EsploraInput"][];
            vout: components["schemas"]["EsploraOutput"][];
            size: number;
            weight: number;
            fee: number | null;
            status: components["schemas"]["EsploraStatus"];
        };
        /** @description A block. */
        EsploraBlock: {
            /** @description 64 hexadecimal digits */
            id: string;
            height: number;
            version: number;
            timestamp: number;
            tx_count: number;
            size: number;
            weight: number;
            /** @description 64 hexadecimal digits */
            merkle_root: string;
            previousblockhash: string | null;
            mediantime: number;
            /** @description Of Zcash as hex. */
            nonce: number | string;
            bits: number;
            difficulty: number;
        };
        /** @description Outputs that paid the owner, and those of them that are spent. */
        EsploraSums: {
            tx_count: number;
            funded_txo_count: number;
            /** @description Base units, exact also above 2^53. */
            funded_txo_sum: number;
            spent_txo_count: number;
            /** @description Base units, exact also above 2^53. */
            spent_txo_sum: number;
        };
        /** @description What spends an output. */
        EsploraOutspend: {
            spent: boolean;
            /** @description 64 hexadecimal digits */
            txid?: string;
            vin?: number;
            status?: components["schemas"]["EsploraStatus"];
        };
        /** @description Transactions. */
        EsploraTransactions: components["schemas"]["EsploraTransaction"][];
        /** @description Blocks, from the highest down. */
        EsploraBlocks: components["schemas"]["EsploraBlock"][];
        /** @description Whether it is a block of the chain. */
        EsploraBlockStatus: {
            in_best_chain: boolean;
            height: number | null;
            next_best: string | null;
        };
        /** @description Transaction ids. */
        EsploraHashes: string[];
        /** @description Sums of the address. */
        EsploraAddressStats: {
            address: string;
            chain_stats: components["schemas"]["EsploraSums"];
            mempool_stats: components["schemas"]["EsploraSums"];
        };
        /** @description Sums of the script. */
        EsploraScriptStats: {
            /** @description 64 hexadecimal digits */
            scripthash: string;
            chain_stats: components["schemas"]["EsploraSums"];
            mempool_stats: components["schemas"]["EsploraSums"];
        };
        /** @description Unspent outputs, newest first. */
        EsploraUnspent: {
            /** @description 64 hexadecimal digits */
            txid: string;
            vout: number;
            /** @description Base units, exact also above 2^53. */
            value: number;
            status: components["schemas"]["EsploraStatus"];
        }[];
        /** @description What spends each output. */
        EsploraOutspends: components["schemas"]["EsploraOutspend"][];
        /** @description What spends each output, by transaction. */
        EsploraOutspendsOfMany: components["schemas"]["EsploraOutspend"][][];
        /** @description The hashes beside the way to the root. */
        EsploraMerkleProof: {
            block_height: number;
            merkle: string[];
            pos: number;
        };
        /** @description Confirmed transactions with what each did to the balance, newest first. */
        EsploraSummary: {
            /** @description 64 hexadecimal digits */
            txid: string;
            /** @description Base units, exact also above 2^53. */
            value: number;
            height: number;
            time: number;
            tx_position: number;
        }[];
        /** @description Sums of the mempool; `fee_histogram` has lowest rates of bands with their virtual bytes. */
        EsploraMempool: {
            count: number;
            vsize: number;
            /** @description Base units, exact also above 2^53. */
            total_fee: number;
            fee_histogram: [
                number,
                number
            ][];
        };
        /** @description The ten that came last. */
        EsploraRecent: {
            /** @description 64 hexadecimal digits */
            txid: string;
            fee: number | null;
            vsize: number;
            /** @description Base units, exact also above 2^53. */
            value: number;
        }[];
        /** @description By number of blocks: base units for a virtual byte. */
        EsploraFeeEstimates: {
            [key: string]: number;
        };
        /** @description Base units for a virtual byte. */
        EsploraRecommendedFees: {
            fastestFee: number;
            halfHourFee: number;
            hourFee: number;
            economyFee: number;
            minimumFee: number;
        };
        /** @description The next blocks as miners would make them. */
        EsploraMempoolBlocks: {
            blockVSize: number;
            nTx: number;
            /** @description Base units, exact also above 2^53. */
            totalFees: number;
            medianFee: number;
            feeRange: number[];
        }[];
        /** @description As `validateaddress` of the node has it. */
        EsploraValidatedAddress: {
            isvalid: boolean;
            address?: string;
            scriptPubKey?: string;
            isscript?: boolean;
            iswitness?: boolean;
            witness_version?: number;
            witness_program?: string;
            error?: string;
        };
        /** @description How far the difficulty will move; times are milliseconds. */
        EsploraDifficultyAdjustment: {
            progressPercent: number;
            difficultyChange: number;
            estimatedRetargetDate: number;
            remainingBlocks: number;
            remainingTime: number;
            previousRetarget: number;
            previousTime: number;
            nextRetargetHeight: number;
            timeAvg: number;
            adjustedTimeAvg: number;
            timeOffset: number;
            expectedBlocks: number;
        };
        /** @description As `submitpackage` of the node has it. */
        EsploraPackageResult: {
            package_msg: string;
            "tx-results": {
                [key: string]: {
                    /** @description 64 hexadecimal digits */
                    txid: string;
                    vsize?: number;
                    error?: string;
                };
            };
            "replaced-transactions": string[];
        };
        /** @description A transaction. */
        BlockbookTx: {
            txid: string;
            version?: number;
            lockTime?: number;
            vin: {
                n: number;
                txid?: string;
                vout?: number;
                sequence?: number;
                addresses?: string[];
                isAddress: boolean;
                isOwn?: boolean;
                /** @description Left out where the output lies before the index. */
                value?: string;
                hex?: string;
                coinbase?: string;
            }[];
            vout: {
                n: number;
                /** @description Base units in decimal. */
                value: string;
                addresses: string[];
                isAddress: boolean;
                isOwn?: boolean;
                /** @description Left out where it is unspent. */
                spent?: boolean;
                spentTxId?: string;
                spentIndex?: number;
                spentHeight?: number;
                hex?: string;
            }[];
            blockHash?: string;
            /** @description -1 while it waits. */
            blockHeight: number;
            confirmations: number;
            /** @description Unix seconds; while it waits, when it was first seen. */
            blockTime: number;
            size?: number;
            vsize?: number;
            /** @description Base units in decimal. */
            value: string;
            /** @description Base units in decimal. */
            valueIn?: string;
            /** @description Base units in decimal. */
            fees?: string;
            hex?: string;
            rbf?: boolean;
            tokenTransfers?: {
                type: string;
                standard: string;
                from: string;
                to: string;
                contract: string;
                /** @description The same as `contract`, for older software. */
                token: string;
                name: string;
                symbol: string;
                decimals: number;
                /** @description Base units in decimal. */
                value: string;
                multiTokenValues?: {
                    id: string;
                    /** @description Base units in decimal. */
                    value: string;
                }[];
            }[];
            ethereumSpecific?: {
                /** @description 1: succeeded; 0: failed; -1: waits. */
                status: number;
                nonce: number;
                gasLimit: number;
                gasUsed: number;
                /** @description Base units in decimal. */
                gasPrice: string;
                type?: number;
                createdContract?: string;
                l1Fee?: number;
                parsedData?: {
                    methodId: string;
                    name: string;
                };
                internalTransfers?: {
                    type: number;
                    from: string;
                    to: string;
                    /** @description Base units in decimal. */
                    value: string;
                }[];
            };
        };
        /** @description What an address, or all addresses of a key, have and did. */
        BlockbookAddress: {
            page?: number;
            totalPages?: number;
            itemsOnPage?: number;
            address: string;
            /** @description Null where the index begins after the first block. */
            balance: string | null;
            /** @description Base units in decimal. */
            totalReceived?: string;
            /** @description Base units in decimal. */
            totalSent?: string;
            /** @description What unconfirmed transactions change. */
            unconfirmedBalance: string;
            unconfirmedTxs: number;
            /** @description Confirmed transactions, of all heights. */
            txs: number;
            addrTxCount: number;
            txids?: string[];
            transactions?: components["schemas"]["BlockbookTx"][];
            nonTokenTxs?: number;
            nonce?: string;
            usedTokens?: number;
            tokens?: {
                type: string;
                standard?: string;
                name: string;
                path?: string;
                contract?: string;
                symbol?: string;
                decimals: number;
                transfers: number;
                /** @description Base units in decimal. */
                balance?: string;
                /** @description Base units in decimal. */
                totalReceived?: string;
                /** @description Base units in decimal. */
                totalSent?: string;
                multiTokenValues?: {
                    id: string;
                    /** @description Base units in decimal. */
                    value: string;
                }[];
            }[];
            secondaryValue?: number;
        };
        /** @description Unspent outputs. */
        BlockbookUtxos: {
            txid: string;
            vout: number;
            /** @description Base units in decimal. */
            value: string;
            height?: number;
            confirmations: number;
            coinbase?: boolean;
            address?: string;
            path?: string;
        }[];
        /** @description A block with a page of its transactions. */
        BlockbookBlock: {
            page?: number;
            totalPages?: number;
            itemsOnPage?: number;
            hash: string;
            previousBlockHash?: string;
            nextBlockHash?: string;
            height: number;
            confirmations: number;
            size: number | null;
            time: number;
            version?: number;
            merkleRoot?: string;
            nonce?: string;
            bits?: string;
            difficulty?: string;
            txCount: number;
            txs: components["schemas"]["BlockbookTx"][];
        };
        /** @description The server and the node. */
        BlockbookStatus: {
            blockbook: {
                coin: string;
                network: string;
                host: string;
                version: string;
                gitCommit: string;
                buildTime: string;
                syncMode: boolean;
                initialSync: boolean;
                inSync: boolean;
                bestHeight: number;
                lastBlockTime: string;
                inSyncMempool: boolean;
                lastMempoolTime: string;
                mempoolSize: number;
                decimals: number;
                dbSize: number;
                about: string;
            };
            backend: {
                chain: string;
                blocks: number;
                headers: number;
                bestBlockHash: string;
                difficulty: string;
                /** @description Empty: the node is not asked. */
                version: string;
                subversion: string;
                warnings: string;
            };
        };
        /** @description The hash of a block. */
        BlockbookBlockIndex: {
            blockHash: string;
        };
        /** @description Bytes in hex. */
        BlockbookHex: {
            hex: string;
        };
        /** @description A fee, or the id of a transaction. */
        BlockbookResult: {
            result: string;
        };
        /** @description A transaction as a node of Bitcoin says it, as far as its bytes tell. */
        BlockbookSpecificTx: {
            txid: string;
            hash: string;
            version: number;
            size: number;
            vsize?: number;
            weight?: number;
            locktime: number;
            vin: {
                coinbase?: string;
                txid?: string;
                vout?: number;
                scriptSig?: {
                    asm: string;
                    hex: string;
                };
                txinwitness?: string[];
                sequence: number;
            }[];
            vout: {
                /** @description In whole coins, as nodes write it. */
                value: number;
                n: number;
                scriptPubKey: {
                    asm: string;
                    hex: string;
                    type: string;
                };
            }[];
            hex: string;
            blockhash?: string;
            confirmations?: number;
            time?: number;
            blocktime?: number;
        };
        /** @description What a coin was worth. */
        BlockbookTicker: {
            ts: number;
            rates: {
                /** @description -1 where it is not known. */
                usd: number;
            };
        };
        /** @description Currencies that there are rates in. */
        BlockbookTickersList: {
            ts: number;
            available_currencies: string[];
        };
        /** @description What an address received and sent. */
        BlockbookBalanceHistory: {
            /** @description Unix seconds: the first of the stretch. */
            time: number;
            txs: number;
            /** @description Base units in decimal. */
            received: string;
            /** @description Base units in decimal. */
            sent: string;
            /** @description Part of `received` that it paid itself. */
            sentToSelf: string;
            rates?: {
                /** @description -1 where it is not known. */
                usd: number;
            };
        }[];
        /** @description What the transactions of a block paid, in base units for 1,000 bytes. */
        BlockbookFeeStats: {
            txCount: number;
            /** @description Base units in decimal. */
            totalFeesSat: string;
            averageFeePerKb: number;
            decilesFeePerKb: number[];
        };
        /**
         * @description The last indexed block. Everything in the answer was read in one snapshot at this block.
         * @example {
         *       "height": 840000,
         *       "hash": "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
         *       "time": 1713571767
         *     }
         */
        Tip: {
            /**
             * @description Block height.
             * @example 840000
             */
            height: number;
            /** @description Hash in the form that nodes and explorers show, in lower-case hexadecimal; on Ethereum and its layer 2s after `0x`, on THORChain and MAYAChain in upper case. */
            hash: string;
            /**
             * @description Unix time of the block header in seconds.
             * @example 1713571767
             */
            time: number;
        };
        /** @description An amount in US dollars. */
        UsdValue: {
            /** @description US dollars per whole coin, in decimal. */
            rate: string;
            /** @description US dollars, in decimal, with the sign of the amount; rounded to six decimal places. */
            value: string;
            /**
             * @description When the newest price that the rate comes from was made, unix seconds.
             * @example 1713571767
             */
            asOf: number;
            /** @description Whether the rate is too old to rely on. See `/rates`. */
            stale: boolean;
        };
        /** @description Blocks without traces, both ends among them. */
        TraceGap: {
            /**
             * @description Block height.
             * @example 840000
             */
            from: number;
            /**
             * @description Block height.
             * @example 840000
             */
            to: number;
            /** @description `off`: tracing was off, which stays so. The others are tried again. `state-gone`: the node has no state of the block any more; `untraceable`: it fails in every way; `too-slow`, `too-large`: its trace is; `contradiction`: traces contradict the receipts, or the balances that the node says; `node-away`: no answer in time. */
            reason: "off" | "state-gone" | "untraceable" | "too-slow" | "too-large" | "contradiction" | "node-away" | (string & Record<never, never>);
        };
        /** @description Which blocks internal transfers, what contracts sent on, are indexed of. Only traces tell of them. */
        InternalTransfersStatus: {
            /** @description Which blocks are traced: none, those that come, or all. `off` also where the node cannot trace. */
            mode: "off" | "live" | "full" | (string & Record<never, never>);
            /** @description First block that is traced; null before the first one. */
            from: number | null;
            /** @description Stretches of later blocks without traces. */
            gapCount: number;
            /** @description The newest of them, at most 20. */
            gaps: components["schemas"]["TraceGap"][];
        };
        /**
         * @description Something that an entry of a block moved, of one denomination.
         * @example {
         *       "kind": "native",
         *       "from": "thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p",
         *       "to": "thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0",
         *       "amount": "25000000000",
         *       "asset": null,
         *       "decimals": 8,
         *       "symbol": "RUNE",
         *       "name": null,
         *       "tokenId": null
         *     }
         */
        CosmosTransfer: {
            /** @description `native`: the chain's own coin; `token`: another denomination; `fee`: the transaction fee; `mint`: new coins; `burn`: destroyed coins; `genesis`: held before the first indexed block. */
            kind: "native" | "token" | "fee" | "mint" | "burn" | "genesis" | (string & Record<never, never>);
            /** @description Null where it came into being. */
            from: string | null;
            /** @description Null where it ceased to be. */
            to: string | null;
            /**
             * @description Denomination as the bank module writes it; null for the chain's own coin.
             * @example btc-btc
             */
            asset: string | null;
            /**
             * @description In base units of the asset.
             * @example 150000
             */
            amount: string;
            /** @description Decimal places of the asset; null where they are not known. */
            decimals: number | null;
            /** @description Symbol of the asset; of assets of other chains the ticker. Null where it is not known. */
            symbol: string | null;
            /** @description The same, in full; null where it is not known. */
            name: string | null;
            /** @description There are none on these chains. */
            tokenId: null;
        };
        /**
         * @description What the protocol paid for a transaction, on this chain or another: follow a swap from `inTxid` to `txid`.
         * @example {
         *       "inTxid": "2F624637DE179665BA3322B864DB9F30001FD37B4E0D22A0B6ECE6A5B078DAB4",
         *       "txid": "4A5E1E4BAAB89F3A32518A88C31BC87F618F76673E2CC77AB2127B7AFDEDA33B",
         *       "chain": "BTC",
         *       "to": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
         *       "asset": "BTC.BTC",
         *       "amount": "412345",
         *       "decimals": 8,
         *       "memo": "OUT:2F624637DE179665BA3322B864DB9F30001FD37B4E0D22A0B6ECE6A5B078DAB4"
         *     }
         */
        Payout: {
            /** @description The transaction that is answered, of this chain or the one that the coins came from, in upper-case hexadecimal. */
            inTxid: string;
            /** @description What paid: a transaction of `chain` in upper-case hexadecimal, or an entry of this chain. */
            txid: string;
            /**
             * @description The chain that was paid on, as the protocol writes it.
             * @example BTC
             */
            chain: string;
            /** @description Address there. */
            to: string;
            /**
             * @description What was paid, as the protocol writes it.
             * @example BTC.BTC
             */
            asset: string;
            /**
             * @description Base units of what this chain makes itself (MAYA.CACAO: 1e-10); else in 1e-8 of the asset, whatever its own decimal places.
             * @example 150000
             */
            amount: string;
            /** @description Of `amount`: 8, and 10 of MAYA.CACAO. */
            decimals: number;
            /** @description Memo of the payout. */
            memo: string | null;
        };
        /**
         * @description What became of a transaction that asks the protocol for a payout.
         * @example {
         *       "status": "paid",
         *       "reason": null,
         *       "txid": "4A5E1E4BAAB89F3A32518A88C31BC87F618F76673E2CC77AB2127B7AFDEDA33B"
         *     }
         */
        Outcome: {
            /** @description `open`: nothing was paid yet, on any chain; `paid`: something was; `refunded`: it was given back. */
            status: "open" | "paid" | "refunded" | (string & Record<never, never>);
            /** @description Why it was given back, as the chain says; null where it does not. */
            reason: string | null;
            /** @description The transaction on another chain, or the entry, that paid or gave back; null while it is open. */
            txid: string | null;
        };
        /**
         * @description A transaction of THORChain or MAYAChain with what it moved: a part of its messages and transfers where there are more than `limit`; payouts and answers are the same in each part. What a block itself moves is listed beside its transactions: before them (`kind` `begin`), and after them (`end`). There is an `end` entry for each transaction that it answers (`inTxid`), and one for the rest. Their `txid` is a text. The first indexed block begins with `opening`: what everybody had before it.
         * @example {
         *       "family": "cosmos",
         *       "currency": "rune",
         *       "txid": "2F624637DE179665BA3322B864DB9F30001FD37B4E0D22A0B6ECE6A5B078DAB4",
         *       "kind": "transaction",
         *       "status": "confirmed",
         *       "blockHeight": 20000000,
         *       "blockHash": "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08",
         *       "blockIndex": 3,
         *       "timestamp": 1740000000,
         *       "confirmations": 12,
         *       "fee": "2000000",
         *       "decimals": 8,
         *       "from": "thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p",
         *       "to": null,
         *       "value": "25000000000",
         *       "gasUsed": 512000,
         *       "gasWanted": 50000000,
         *       "code": 0,
         *       "failure": null,
         *       "memo": "=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
         *       "messages": [
         *         {
         *           "type": "/types.MsgDeposit",
         *           "from": "thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p",
         *           "coins": [
         *             {
         *               "asset": "THOR.RUNE",
         *               "amount": "25000000000"
         *             }
         *           ],
         *           "memo": "=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
         *         }
         *       ],
         *       "inTxid": null,
         *       "transferCount": 2,
         *       "transfers": [
         *         {
         *           "kind": "fee",
         *           "from": "thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p",
         *           "to": "thor1dheycdevq39qlkxs2a6wuuzyn4aqxhve4qxtxt",
         *           "amount": "2000000",
         *           "asset": null,
         *           "decimals": 8,
         *           "symbol": "RUNE",
         *           "name": null,
         *           "tokenId": null
         *         },
         *         {
         *           "kind": "native",
         *           "from": "thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p",
         *           "to": "thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0",
         *           "amount": "25000000000",
         *           "asset": null,
         *           "decimals": 8,
         *           "symbol": "RUNE",
         *           "name": null,
         *           "tokenId": null
         *         }
         *       ],
         *       "payouts": [
         *         {
         *           "inTxid": "2F624637DE179665BA3322B864DB9F30001FD37B4E0D22A0B6ECE6A5B078DAB4",
         *           "txid": "4A5E1E4BAAB89F3A32518A88C31BC87F618F76673E2CC77AB2127B7AFDEDA33B",
         *           "chain": "BTC",
         *           "to": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
         *           "asset": "BTC.BTC",
         *           "amount": "412345",
         *           "decimals": 8,
         *           "memo": "OUT:2F624637DE179665BA3322B864DB9F30001FD37B4E0D22A0B6ECE6A5B078DAB4"
         *         }
         *       ],
         *       "answers": [
         *         "block:20000000:end:0"
         *       ],
         *       "outcome": {
         *         "status": "paid",
         *         "reason": null,
         *         "txid": "4A5E1E4BAAB89F3A32518A88C31BC87F618F76673E2CC77AB2127B7AFDEDA33B"
         *       },
         *       "messageCount": 1,
         *       "nextOffset": null,
         *       "alsoIn": [],
         *       "tip": {
         *         "height": 20000011,
         *         "hash": "60303AE22B998861BCE3B28F33EEC1BE758A213C86C93C076DBE9F558C11C752",
         *         "time": 1740000066
         *       }
         *     }
         */
        CosmosTransaction: {
            /**
             * @description The family of the chain, which tells what a transaction has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            family: "cosmos";
            /**
             * @description Currency code.
             * @example rune
             */
            currency: "rune" | "cacao" | (string & Record<never, never>);
            /** @description Transaction id in upper-case hexadecimal; of what a block itself moved `block:<height>:begin`, `block:<height>:end:<n>` or `block:<height>:opening`. */
            txid: string;
            /** @description What kind of entry of its block it is. */
            kind: "transaction" | "begin" | "end" | "opening" | (string & Record<never, never>);
            /** @description `failed`: a block has it, but nothing moved, save its fee where the chain takes one. */
            status: "confirmed" | "failed" | (string & Record<never, never>);
            /**
             * @description Block height.
             * @example 840000
             */
            blockHeight: number;
            /** @description Hash in upper-case hexadecimal. */
            blockHash: string;
            /** @description Place among the block's transactions, from 0; null of what the block itself moved. */
            blockIndex: number | null;
            /**
             * @description Unix time of the block header in seconds.
             * @example 1713571767
             */
            timestamp: number;
            /** @description Blocks since and with the one that has it. Blocks are final at once. */
            confirmations: number;
            /** @description What was paid for it in the chain's own coin, base units; null of what the block itself moved. */
            fee: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description The first signer; null where nobody signed: validators put what they observe into blocks. */
            from: string | null;
            /** @description Who it pays, or the contract that it calls, where its only message says so. */
            to: string | null;
            /** @description What it sends or deposits of the chain's own coin, base units, as its only message says; null where that says nothing of the kind. */
            value: string | null;
            /** @description Gas that it used; null of what the block itself moved. */
            gasUsed: number | null;
            /** @description Gas that it asked for. */
            gasWanted: number | null;
            /** @description 0 where it succeeded, else the code of its failure; null of what the block itself moved. */
            code: number | null;
            /** @description Why it failed, as the chain says. */
            failure: string | null;
            /** @description Of swaps, withdrawals, loans and other deposits that ask for a payout; of others only once they are given back. Null of failed ones. It changes with later blocks. */
            outcome: components["schemas"]["Outcome"] | null;
            /**
             * @description Memo of the deposit, else of the transaction: what the protocol is asked to do.
             * @example =:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            memo: string | null;
            /** @description Its messages: type URLs, with their fields where they are of known types. Of `opening`: where the balances are from. */
            messages: ({
                /** @description Type URL. */
                type: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Of what a block paid: the transaction that it answers, of this chain or the one that the coins came from, in upper-case hexadecimal. Of a transaction: the deposit on another chain that it gives back. */
            inTxid: string | null;
            /** @description How many transfers it has. */
            transferCount: number;
            /** @description What it moved, in order. */
            transfers: components["schemas"]["CosmosTransfer"][];
            /** @description What was paid for it, and what it tells to have been paid for others; at most 1,000. */
            payouts: components["schemas"]["Payout"][];
            /** @description What answered it, by `txid`: entries of blocks with swaps, refunds and payouts on this chain, and transactions that gave it back; at most 1,000. */
            answers: string[];
            /** @description How many messages it has. */
            messageCount: number;
            /** @description The `offset` of the next part of its lists; null where this one has the end of each of them. */
            nextOffset: number | null;
            /** @description Other places of the same txid, the newest first, at most 100; mostly none. The answer is about the one that succeeded, else the newest. */
            alsoIn: {
                /**
                 * @description Block height.
                 * @example 840000
                 */
                blockHeight: number;
                /** @description Hash of that block. */
                blockHash: string;
                /** @description Place among the block's entries, from 0. */
                blockIndex: number;
                /** @description What became of it there. */
                status: "confirmed" | "failed" | (string & Record<never, never>);
            }[];
            tip: components["schemas"]["Tip"];
        };
        /** @description An entry of a block, with the first 20 of its transfers, payouts and answers; of long messages the types alone, and those of 20. What a block itself moves is listed beside its transactions: before them (`kind` `begin`), and after them (`end`). There is an `end` entry for each transaction that it answers (`inTxid`), and one for the rest. Their `txid` is a text. The first indexed block begins with `opening`: what everybody had before it. */
        CosmosBlockTransaction: {
            /**
             * @description The family of the chain, which tells what a transaction has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            family: "cosmos";
            /**
             * @description Currency code.
             * @example rune
             */
            currency: "rune" | "cacao" | (string & Record<never, never>);
            /** @description Transaction id in upper-case hexadecimal; of what a block itself moved `block:<height>:begin`, `block:<height>:end:<n>` or `block:<height>:opening`. */
            txid: string;
            /** @description What kind of entry of its block it is. */
            kind: "transaction" | "begin" | "end" | "opening" | (string & Record<never, never>);
            /** @description `failed`: a block has it, but nothing moved, save its fee where the chain takes one. */
            status: "confirmed" | "failed" | (string & Record<never, never>);
            /**
             * @description Block height.
             * @example 840000
             */
            blockHeight: number;
            /** @description Hash in upper-case hexadecimal. */
            blockHash: string;
            /** @description Place among the block's transactions, from 0; null of what the block itself moved. */
            blockIndex: number | null;
            /**
             * @description Unix time of the block header in seconds.
             * @example 1713571767
             */
            timestamp: number;
            /** @description Blocks since and with the one that has it. Blocks are final at once. */
            confirmations: number;
            /** @description What was paid for it in the chain's own coin, base units; null of what the block itself moved. */
            fee: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description The first signer; null where nobody signed: validators put what they observe into blocks. */
            from: string | null;
            /** @description Who it pays, or the contract that it calls, where its only message says so. */
            to: string | null;
            /** @description What it sends or deposits of the chain's own coin, base units, as its only message says; null where that says nothing of the kind. */
            value: string | null;
            /** @description Gas that it used; null of what the block itself moved. */
            gasUsed: number | null;
            /** @description Gas that it asked for. */
            gasWanted: number | null;
            /** @description 0 where it succeeded, else the code of its failure; null of what the block itself moved. */
            code: number | null;
            /** @description Why it failed, as the chain says. */
            failure: string | null;
            /** @description Of swaps, withdrawals, loans and other deposits that ask for a payout; of others only once they are given back. Null of failed ones. It changes with later blocks. */
            outcome: components["schemas"]["Outcome"] | null;
            /**
             * @description Memo of the deposit, else of the transaction: what the protocol is asked to do.
             * @example =:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            memo: string | null;
            /** @description Its messages: type URLs, with their fields where they are of known types. Of `opening`: where the balances are from. */
            messages: ({
                /** @description Type URL. */
                type: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Of what a block paid: the transaction that it answers, of this chain or the one that the coins came from, in upper-case hexadecimal. Of a transaction: the deposit on another chain that it gives back. */
            inTxid: string | null;
            /** @description How many transfers it has. */
            transferCount: number;
            /** @description What it moved, in order. */
            transfers: components["schemas"]["CosmosTransfer"][];
            /** @description What was paid for it, and what it tells to have been paid for others; at most 1,000. */
            payouts: components["schemas"]["Payout"][];
            /** @description What answered it, by `txid`: entries of blocks with swaps, refunds and payouts on this chain, and transactions that gave it back; at most 1,000. */
            answers: string[];
        };
        /**
         * @description A transaction of THORChain or MAYAChain from the point of view of an address. It carries at most 20 transfers, the address's own first, 20 payouts and 20 answers; of long messages the types alone, and those of 20. What a block itself moves is listed beside its transactions: before them (`kind` `begin`), and after them (`end`). There is an `end` entry for each transaction that it answers (`inTxid`), and one for the rest. Their `txid` is a text. The first indexed block begins with `opening`: what everybody had before it.
         * @example {
         *       "family": "cosmos",
         *       "currency": "rune",
         *       "txid": "2F624637DE179665BA3322B864DB9F30001FD37B4E0D22A0B6ECE6A5B078DAB4",
         *       "kind": "transaction",
         *       "status": "confirmed",
         *       "blockHeight": 20000000,
         *       "blockHash": "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08",
         *       "blockIndex": 3,
         *       "timestamp": 1740000000,
         *       "confirmations": 12,
         *       "fee": "2000000",
         *       "decimals": 8,
         *       "from": "thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p",
         *       "to": null,
         *       "value": "25000000000",
         *       "gasUsed": 512000,
         *       "gasWanted": 50000000,
         *       "code": 0,
         *       "failure": null,
         *       "memo": "=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
         *       "messages": [
         *         {
         *           "type": "/types.MsgDeposit",
         *           "from": "thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p",
         *           "coins": [
         *             {
         *               "asset": "THOR.RUNE",
         *               "amount": "25000000000"
         *             }
         *           ],
         *           "memo": "=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
         *         }
         *       ],
         *       "inTxid": null,
         *       "transferCount": 2,
         *       "transfers": [
         *         {
         *           "kind": "fee",
         *           "from": "thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p",
         *           "to": "thor1dheycdevq39qlkxs2a6wuuzyn4aqxhve4qxtxt",
         *           "amount": "2000000",
         *           "asset": null,
         *           "decimals": 8,
         *           "symbol": "RUNE",
         *           "name": null,
         *           "tokenId": null
         *         },
         *         {
         *           "kind": "native",
         *           "from": "thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p",
         *           "to": "thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0",
         *           "amount": "25000000000",
         *           "asset": null,
         *           "decimals": 8,
         *           "symbol": "RUNE",
         *           "name": null,
         *           "tokenId": null
         *         }
         *       ],
         *       "payouts": [
         *         {
         *           "inTxid": "2F624637DE179665BA3322B864DB9F30001FD37B4E0D22A0B6ECE6A5B078DAB4",
         *           "txid": "4A5E1E4BAAB89F3A32518A88C31BC87F618F76673E2CC77AB2127B7AFDEDA33B",
         *           "chain": "BTC",
         *           "to": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
         *           "asset": "BTC.BTC",
         *           "amount": "412345",
         *           "decimals": 8,
         *           "memo": "OUT:2F624637DE179665BA3322B864DB9F30001FD37B4E0D22A0B6ECE6A5B078DAB4"
         *         }
         *       ],
         *       "answers": [
         *         "block:20000000:end:0"
         *       ],
         *       "outcome": {
         *         "status": "paid",
         *         "reason": null,
         *         "txid": "4A5E1E4BAAB89F3A32518A88C31BC87F618F76673E2CC77AB2127B7AFDEDA33B"
         *       },
         *       "direction": "out",
         *       "netAmount": "-25002000000",
         *       "amount": "-25002000000",
         *       "balanceAfter": "314159265358"
         *     }
         */
        CosmosHistoryTransaction: {
            /**
             * @description The family of the chain, which tells what a transaction has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            family: "cosmos";
            /**
             * @description Currency code.
             * @example rune
             */
            currency: "rune" | "cacao" | (string & Record<never, never>);
            /** @description Transaction id in upper-case hexadecimal; of what a block itself moved `block:<height>:begin`, `block:<height>:end:<n>` or `block:<height>:opening`. */
            txid: string;
            /** @description What kind of entry of its block it is. */
            kind: "transaction" | "begin" | "end" | "opening" | (string & Record<never, never>);
            /** @description `failed`: a block has it, but nothing moved, save its fee where the chain takes one. */
            status: "confirmed" | "failed" | (string & Record<never, never>);
            /**
             * @description Block height.
             * @example 840000
             */
            blockHeight: number;
            /** @description Hash in upper-case hexadecimal. */
            blockHash: string;
            /** @description Place among the block's transactions, from 0; null of what the block itself moved. */
            blockIndex: number | null;
            /**
             * @description Unix time of the block header in seconds.
             * @example 1713571767
             */
            timestamp: number;
            /** @description Blocks since and with the one that has it. Blocks are final at once. */
            confirmations: number;
            /** @description What was paid for it in the chain's own coin, base units; null of what the block itself moved. */
            fee: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description The first signer; null where nobody signed: validators put what they observe into blocks. */
            from: string | null;
            /** @description Who it pays, or the contract that it calls, where its only message says so. */
            to?: string | null;
            /** @description What it sends or deposits of the chain's own coin, base units, as its only message says; null where that says nothing of the kind. */
            value?: string | null;
            /** @description Gas that it used; null of what the block itself moved. */
            gasUsed: number | null;
            /** @description Gas that it asked for. */
            gasWanted: number | null;
            /** @description 0 where it succeeded, else the code of its failure; null of what the block itself moved. */
            code: number | null;
            /** @description Why it failed, as the chain says. */
            failure?: string | null;
            /** @description Of swaps, withdrawals, loans and other deposits that ask for a payout; of others only once they are given back. Null of failed ones. It changes with later blocks. */
            outcome?: components["schemas"]["Outcome"] | null;
            /**
             * @description Memo of the deposit, else of the transaction: what the protocol is asked to do.
             * @example =:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            memo: string | null;
            /** @description Its messages: type URLs, with their fields where they are of known types. Of `opening`: where the balances are from. */
            messages?: ({
                /** @description Type URL. */
                type: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Of what a block paid: the transaction that it answers, of this chain or the one that the coins came from, in upper-case hexadecimal. Of a transaction: the deposit on another chain that it gives back. */
            inTxid: string | null;
            /** @description How many transfers it has. */
            transferCount: number;
            /** @description What it moved, in order. */
            transfers: components["schemas"]["CosmosTransfer"][];
            /** @description What was paid for it, and what it tells to have been paid for others; at most 1,000. */
            payouts?: components["schemas"]["Payout"][];
            /** @description What answered it, by `txid`: entries of blocks with swaps, refunds and payouts on this chain, and transactions that gave it back; at most 1,000. */
            answers?: string[];
            /** @description `out` when `netAmount` is negative, `in` when it is positive, `self` where the address pays itself and `netAmount` is nothing but the fee. When `netAmount` is 0, what it sends and is sent decides, of any denomination: `in` or `out`, `self` for both. */
            direction: "in" | "out" | "self" | (string & Record<never, never>);
            /**
             * @description Net effect on the address's balance of the chain's own coin in base units, the fee included where the address paid it.
             * @example -150000
             */
            netAmount: string;
            /**
             * @deprecated
             * @description The same as `netAmount`, by the name that it had first.
             * @example -150000
             */
            amount: string;
            /** @description Balance after it; null where it is not known what was there before the first indexed block. */
            balanceAfter: string | null;
            /** @description With `usd=1`: `netAmount` at the rate of `timestamp`, while it is pending at that of now. Null where none is known of then. */
            usd?: components["schemas"]["UsdValue"] | null;
        };
        /**
         * @description Something that a transaction moved.
         * @example {
         *       "kind": "token",
         *       "from": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
         *       "to": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *       "asset": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *       "standard": "erc20",
         *       "amount": "25000000",
         *       "decimals": 6,
         *       "symbol": "USDC",
         *       "name": "USD Coin",
         *       "tokenId": null
         *     }
         */
        Transfer: {
            /** @description `native`: the value of the transaction; `internal`: value that a contract sent on; `token`: by its contract. `withdrawal`: from a validator; `mint`: a deposit from layer 1, or new coins; `burn`: destroyed coins. `fee`: fees of a block, to their recipient; `reward`: of proof of work. */
            kind: "native" | "internal" | "token" | "withdrawal" | "mint" | "burn" | "fee" | "reward" | "genesis" | (string & Record<never, never>);
            /** @description Null where it comes from nowhere (mint, withdrawal, fee, reward), or ceases to be (burn). */
            from: string | null;
            /** @description Null where it comes from nowhere (mint, withdrawal, fee, reward), or ceases to be (burn). */
            to: string | null;
            /** @description Contract of the token; null for the chain's own coin. */
            asset: string | null;
            /** @description Null for the chain's own coin. */
            standard: ("erc20" | "erc721" | "erc1155" | (string & Record<never, never>)) | null;
            /**
             * @description In base units of the asset; 1 for a token that is one of its kind.
             * @example 150000
             */
            amount: string;
            /** @description Decimal places of the asset; null where its contract says none, or is not known. */
            decimals: number | null;
            /** @description What the asset calls itself. Anybody may name a token anything: only `asset` says which it is. */
            symbol: string | null;
            /** @description The same, in full; null for the chain's own coin. */
            name: string | null;
            /** @description Which token of an ERC-721 or ERC-1155 contract, in decimal. */
            tokenId: string | null;
            /**
             * @description There where the log of a token says that `from` sent something, and `from` neither signed the transaction nor lost anything: the `amount` is 0, or the contract said that `from` had nothing of the token, in the block before the first such log and after it, and nothing had come meanwhile. Absent elsewhere: also where that was not asked, as in a first sync, and of mints.
             * @constant
             */
            spoofed?: true;
        };
        /**
         * @description A transaction of an EVM chain with what it moved: a part of that where there are more transfers than `limit`. What the protocol moves at the end of a block is listed as one more transaction: withdrawals from validators, fee income, rewards before proof of stake. The `txid` of this own entry is the block's hash, its `type`, `from` and `to` are null, and its `transfers` say what was paid to whom.
         * @example {
         *       "family": "evm",
         *       "currency": "eth",
         *       "decimals": 18,
         *       "txid": "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060",
         *       "status": "confirmed",
         *       "blockHeight": 19426600,
         *       "blockHash": "0x88e96d4537bea4d9c05d12549907b32561d3bf31f45aae734cdc119f13406cb6",
         *       "blockIndex": 42,
         *       "timestamp": 1710338291,
         *       "firstSeen": null,
         *       "confirmations": 12,
         *       "fee": "1152725000000000",
         *       "blobFee": null,
         *       "l1Fee": null,
         *       "operatorFee": null,
         *       "type": 2,
         *       "from": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
         *       "to": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *       "value": "0",
         *       "nonce": 1217,
         *       "gasLimit": 65000,
         *       "gasUsed": 46109,
         *       "gasPrice": "25000000000",
         *       "method": "0xa9059cbb",
         *       "contractCreated": null,
         *       "memo": null,
         *       "transferCount": 1,
         *       "transfers": [
         *         {
         *           "kind": "token",
         *           "from": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
         *           "to": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *           "asset": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *           "standard": "erc20",
         *           "amount": "25000000",
         *           "decimals": 6,
         *           "symbol": "USDC",
         *           "name": "USD Coin",
         *           "tokenId": null
         *         }
         *       ],
         *       "internalTransfers": "complete",
         *       "nextOffset": null,
         *       "alsoIn": [],
         *       "tip": {
         *         "height": 19426611,
         *         "hash": "0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
         *         "time": 1710338423
         *       }
         *     }
         */
        AccountTransaction: {
            /**
             * @description The family of the chain, which tells what a transaction has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            family: "evm";
            /**
             * @description Currency code.
             * @example eth
             */
            currency: "eth" | "arb" | "base" | "op" | (string & Record<never, never>);
            /** @description Transaction id; of the block's own entry the hash of the block. */
            txid: string;
            /** @description `failed`: a block has it and its fee was paid, but nothing else moved, save what a deposit from layer 1 mints. Null where only running it tells: on Ethereum before Byzantium, where it used all its gas and logged nothing. With exactly the gas of a payment its value counts as moved, else not; where its block is traced, the trace settles it. `dropped`: the node had it waiting, and lost it without a block; `/transactions` tells of such for six hours, no list has them. */
            status: ("pending" | "confirmed" | "failed" | "dropped" | (string & Record<never, never>)) | null;
            /** @description Null until a block has it, as are the other block fields. */
            blockHeight: number | null;
            blockHash: string | null;
            /** @description Place in the block, from 0. The block's own entry comes last. */
            blockIndex: number | null;
            /** @description Unix time of the block header in seconds. */
            timestamp: number | null;
            /** @description Unix time when the indexer first saw it; null once it is confirmed. */
            firstSeen: number | null;
            /** @description Blocks since and with the one that has it: tip height - block height + 1; 0 while it is pending. `finalizedHeight` of `/currencies` says up to where blocks are final. */
            confirmations: number;
            /** @description All that the sender paid beside the amount, the parts below included, in base units; null while it is pending, and of the block's own entry. */
            fee: string | null;
            /** @description Part of the fee that paid for blobs; null where there are none. */
            blobFee: string | null;
            /** @description Part of the fee that paid for layer 1 (Base, OP Mainnet); null elsewhere. */
            l1Fee: string | null;
            /** @description Part of the fee that went to the chain's operator (Base, OP Mainnet); null where there is none. */
            operatorFee: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description EIP-2718 type, 0 for the original form; null for the block's own entry, as is all that follows it. */
            type: number | null;
            /** @description Who sent and paid for it. */
            from: string | null;
            /** @description Null where it creates a contract. */
            to: string | null;
            /** @description Value of the transaction in base units: what it moves from `from` to `to`, unless it failed. Null of the block's own entry. */
            value: string | null;
            /** @description Number of the transaction among the sender's, from 0. */
            nonce: number | null;
            /** @description Most gas that it may use. */
            gasLimit: number | null;
            /** @description Gas that it used; null while it is pending. */
            gasUsed: number | null;
            /** @description Base units paid for a unit of gas; while it is pending the most that it offers. */
            gasPrice: string | null;
            /**
             * @description Selector of the function that it calls: the first four bytes of its input. Null where it calls none.
             * @example 0xa9059cbb
             */
            method: string | null;
            /** @description The contract that it created. */
            contractCreated: string | null;
            /** @description There are none on these chains. */
            memo: null;
            /** @description How many transfers the transaction has, as far as they are indexed. */
            transferCount: number;
            /** @description What it moved, in order; what contracts sent on comes after the others. A failed transaction has none, but for the `mint` of a deposit from layer 1. */
            transfers: components["schemas"]["Transfer"][];
            /** @description Whether `transfers` has what contracts sent on: `pending`: not yet; `off`: no, and it will not be traced. Then amounts do not count it either. */
            internalTransfers: "complete" | "pending" | "off" | (string & Record<never, never>);
            /** @description Of dropped ones alone, as are the next two. `replaced`: another unconfirmed transaction spends the same, or has the same nonce; `conflicted`: a block has such a one; `evicted`: it paid less than the node's full mempool takes; `expired`: it waited for two weeks. Null where the node removed it and nothing tells why. */
            dropReason?: ("replaced" | "conflicted" | "evicted" | "expired" | (string & Record<never, never>)) | null;
            /** @description The transaction that took its place, or the place of one that it depended on. Null where none is known. */
            replacedBy?: string | null;
            /**
             * @description Unix time when the indexer saw that it was dropped.
             * @example 1713571767
             */
            droppedAt?: number;
            /** @description The `offset` of the next part of its lists; null where this one has the end of each of them. */
            nextOffset: number | null;
            /** @description Other places of the same txid, the newest first, at most 100; mostly none. The answer is about the one that succeeded, else the newest. */
            alsoIn: {
                /**
                 * @description Block height.
                 * @example 840000
                 */
                blockHeight: number;
                /** @description Hash of that block. */
                blockHash: string;
                /** @description Place among the block's entries, from 0. */
                blockIndex: number;
                /** @description What became of it there. */
                status: "confirmed" | "failed" | (string & Record<never, never>);
            }[];
            tip: components["schemas"]["Tip"];
        };
        /** @description A transaction of a block, with the first 20 of its transfers, in order. What the protocol moves at the end of a block is listed as one more transaction: withdrawals from validators, fee income, rewards before proof of stake. The `txid` of this own entry is the block's hash, its `type`, `from` and `to` are null, and its `transfers` say what was paid to whom. */
        EvmBlockTransaction: {
            /**
             * @description The family of the chain, which tells what a transaction has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            family: "evm";
            /**
             * @description Currency code.
             * @example eth
             */
            currency: "eth" | "arb" | "base" | "op" | (string & Record<never, never>);
            /** @description Transaction id; of the block's own entry the hash of the block. */
            txid: string;
            /** @description `failed`: a block has it and its fee was paid, but nothing else moved, save what a deposit from layer 1 mints. Null where only running it tells: on Ethereum before Byzantium, where it used all its gas and logged nothing. With exactly the gas of a payment its value counts as moved, else not; where its block is traced, the trace settles it. `dropped`: the node had it waiting, and lost it without a block; `/transactions` tells of such for six hours, no list has them. */
            status: ("pending" | "confirmed" | "failed" | "dropped" | (string & Record<never, never>)) | null;
            /** @description Null until a block has it, as are the other block fields. */
            blockHeight: number | null;
            blockHash: string | null;
            /** @description Place in the block, from 0. The block's own entry comes last. */
            blockIndex: number | null;
            /** @description Unix time of the block header in seconds. */
            timestamp: number | null;
            /** @description Unix time when the indexer first saw it; null once it is confirmed. */
            firstSeen: number | null;
            /** @description Blocks since and with the one that has it: tip height - block height + 1; 0 while it is pending. `finalizedHeight` of `/currencies` says up to where blocks are final. */
            confirmations: number;
            /** @description All that the sender paid beside the amount, the parts below included, in base units; null while it is pending, and of the block's own entry. */
            fee: string | null;
            /** @description Part of the fee that paid for blobs; null where there are none. */
            blobFee: string | null;
            /** @description Part of the fee that paid for layer 1 (Base, OP Mainnet); null elsewhere. */
            l1Fee: string | null;
            /** @description Part of the fee that went to the chain's operator (Base, OP Mainnet); null where there is none. */
            operatorFee: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description EIP-2718 type, 0 for the original form; null for the block's own entry, as is all that follows it. */
            type: number | null;
            /** @description Who sent and paid for it. */
            from: string | null;
            /** @description Null where it creates a contract. */
            to: string | null;
            /** @description Value of the transaction in base units: what it moves from `from` to `to`, unless it failed. Null of the block's own entry. */
            value: string | null;
            /** @description Number of the transaction among the sender's, from 0. */
            nonce: number | null;
            /** @description Most gas that it may use. */
            gasLimit: number | null;
            /** @description Gas that it used; null while it is pending. */
            gasUsed: number | null;
            /** @description Base units paid for a unit of gas; while it is pending the most that it offers. */
            gasPrice: string | null;
            /**
             * @description Selector of the function that it calls: the first four bytes of its input. Null where it calls none.
             * @example 0xa9059cbb
             */
            method: string | null;
            /** @description The contract that it created. */
            contractCreated: string | null;
            /** @description There are none on these chains. */
            memo: null;
            /** @description How many transfers the transaction has, as far as they are indexed. */
            transferCount: number;
            /** @description What it moved, in order; what contracts sent on comes after the others. A failed transaction has none, but for the `mint` of a deposit from layer 1. */
            transfers: components["schemas"]["Transfer"][];
            /** @description Whether `transfers` has what contracts sent on: `pending`: not yet; `off`: no, and it will not be traced. Then amounts do not count it either. */
            internalTransfers: "complete" | "pending" | "off" | (string & Record<never, never>);
        };
        /**
         * @description A transaction of an EVM chain from the point of view of an address. It carries at most 20 transfers, the address's own first, each part in order. What the protocol moves at the end of a block is listed as one more transaction: withdrawals from validators, fee income, rewards before proof of stake. The `txid` of this own entry is the block's hash, its `type`, `from` and `to` are null, and its `transfers` say what was paid to whom.
         * @example {
         *       "family": "evm",
         *       "currency": "eth",
         *       "decimals": 18,
         *       "txid": "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060",
         *       "status": "confirmed",
         *       "blockHeight": 19426600,
         *       "blockHash": "0x88e96d4537bea4d9c05d12549907b32561d3bf31f45aae734cdc119f13406cb6",
         *       "blockIndex": 42,
         *       "timestamp": 1710338291,
         *       "firstSeen": null,
         *       "confirmations": 12,
         *       "fee": "1152725000000000",
         *       "blobFee": null,
         *       "l1Fee": null,
         *       "operatorFee": null,
         *       "type": 2,
         *       "from": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
         *       "to": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *       "value": "0",
         *       "nonce": 1217,
         *       "gasLimit": 65000,
         *       "gasUsed": 46109,
         *       "gasPrice": "25000000000",
         *       "method": "0xa9059cbb",
         *       "contractCreated": null,
         *       "memo": null,
         *       "transferCount": 1,
         *       "transfers": [
         *         {
         *           "kind": "token",
         *           "from": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
         *           "to": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
         *           "asset": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *           "standard": "erc20",
         *           "amount": "25000000",
         *           "decimals": 6,
         *           "symbol": "USDC",
         *           "name": "USD Coin",
         *           "tokenId": null
         *         }
         *       ],
         *       "internalTransfers": "complete",
         *       "direction": "out",
         *       "netAmount": "-1152725000000000",
         *       "amount": "-1152725000000000",
         *       "balanceAfter": "3141592653589793238"
         *     }
         */
        EvmHistoryTransaction: {
            /**
             * @description The family of the chain, which tells what a transaction has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            family: "evm";
            /**
             * @description Currency code.
             * @example eth
             */
            currency: "eth" | "arb" | "base" | "op" | (string & Record<never, never>);
            /** @description Transaction id; of the block's own entry the hash of the block. */
            txid: string;
            /** @description `failed`: a block has it and its fee was paid, but nothing else moved, save what a deposit from layer 1 mints. Null where only running it tells: on Ethereum before Byzantium, where it used all its gas and logged nothing. With exactly the gas of a payment its value counts as moved, else not; where its block is traced, the trace settles it. `dropped`: the node had it waiting, and lost it without a block; `/transactions` tells of such for six hours, no list has them. */
            status: ("pending" | "confirmed" | "failed" | "dropped" | (string & Record<never, never>)) | null;
            /** @description Null until a block has it, as are the other block fields. */
            blockHeight: number | null;
            blockHash: string | null;
            /** @description Place in the block, from 0. The block's own entry comes last. */
            blockIndex: number | null;
            /** @description Unix time of the block header in seconds. */
            timestamp: number | null;
            /** @description Unix time when the indexer first saw it; null once it is confirmed. */
            firstSeen: number | null;
            /** @description Blocks since and with the one that has it: tip height - block height + 1; 0 while it is pending. `finalizedHeight` of `/currencies` says up to where blocks are final. */
            confirmations: number;
            /** @description All that the sender paid beside the amount, the parts below included, in base units; null while it is pending, and of the block's own entry. */
            fee: string | null;
            /** @description Part of the fee that paid for blobs; null where there are none. */
            blobFee: string | null;
            /** @description Part of the fee that paid for layer 1 (Base, OP Mainnet); null elsewhere. */
            l1Fee: string | null;
            /** @description Part of the fee that went to the chain's operator (Base, OP Mainnet); null where there is none. */
            operatorFee: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description EIP-2718 type, 0 for the original form; null for the block's own entry, as is all that follows it. */
            type: number | null;
            /** @description Who sent and paid for it. */
            from: string | null;
            /** @description Null where it creates a contract. */
            to: string | null;
            /** @description Value of the transaction in base units: what it moves from `from` to `to`, unless it failed. Null of the block's own entry. */
            value: string | null;
            /** @description Number of the transaction among the sender's, from 0. */
            nonce: number | null;
            /** @description Most gas that it may use. */
            gasLimit: number | null;
            /** @description Gas that it used; null while it is pending. */
            gasUsed: number | null;
            /** @description Base units paid for a unit of gas; while it is pending the most that it offers. */
            gasPrice: string | null;
            /**
             * @description Selector of the function that it calls: the first four bytes of its input. Null where it calls none.
             * @example 0xa9059cbb
             */
            method: string | null;
            /** @description The contract that it created. */
            contractCreated: string | null;
            /** @description There are none on these chains. */
            memo: null;
            /** @description How many transfers the transaction has, as far as they are indexed. */
            transferCount: number;
            /** @description What it moved, in order; what contracts sent on comes after the others. A failed transaction has none, but for the `mint` of a deposit from layer 1. */
            transfers: components["schemas"]["Transfer"][];
            /** @description Whether `transfers` has what contracts sent on: `pending`: not yet; `off`: no, and it will not be traced. Then amounts do not count it either. */
            internalTransfers: "complete" | "pending" | "off" | (string & Record<never, never>);
            /** @description `out` when `netAmount` is negative, `in` when it is positive, `self` where the address sends the transaction to itself and `netAmount` is nothing but the fee. When `netAmount` is 0, what it sends and is sent decides, coin and tokens alike: `in` or `out`, `self` for both. `mention`: the address neither sent nor got the transaction, nothing of it moved, and it stands in transfers that are `spoofed` or of amount 0, as anybody can log. */
            direction: "in" | "out" | "self" | "mention" | (string & Record<never, never>);
            /**
             * @description Net effect on the address's balance in base units, the fee included where the address paid it; without what `internalTransfers` says is missing. While it is pending, without the fee.
             * @example -150000
             */
            netAmount: string;
            /**
             * @deprecated
             * @description The same as `netAmount`, by the name that it had first.
             * @example -150000
             */
            amount: string;
            /** @description Balance after this transaction; null where what is indexed does not tell it exactly, and while it is pending. */
            balanceAfter: string | null;
            /** @description With `usd=1`: `netAmount` at the rate of `timestamp`, while it is pending at that of now. Null where none is known of then. */
            usd?: components["schemas"]["UsdValue"] | null;
        };
        /** @description What a transaction spends. */
        Input: {
            /** @description The transaction whose output is spent. */
            txid: string;
            /** @description Which output of it. */
            vout: number;
            /** @description Address of that output; null when its script has none, or it lies before `historyFrom`. */
            address: string | null;
            /** @description Its amount in base units; null when it lies before `historyFrom` and is not known. */
            amount: string | null;
            /** @description Litecoin only, what a HogEx spends. `pegin`: coins that enter the MWEB; `hogaddr`: all that were in it. */
            mweb?: ("pegin" | "hogaddr" | (string & Record<never, never>)) | null;
        };
        /** @description A non-fungible token. */
        TokenNft: {
            /** @description Whether who spends it may change its commitment, or make new ones of its category. */
            capability: "none" | "mutable" | "minting" | (string & Record<never, never>);
            /** @description What it says of itself. */
            commitment: string;
        };
        /** @description CashTokens that an output holds besides its amount. */
        Token: {
            /** @description The category: id of the transaction whose first output was spent to make it. */
            category: string;
            /**
             * @description Fungible tokens, in the category's base units; 0 for a non-fungible token alone.
             * @example 150000
             */
            amount: string;
            /** @description The non-fungible token; null without one. */
            nft: components["schemas"]["TokenNft"] | null;
        };
        /** @description What spends an output. */
        SpentBy: {
            /** @description The transaction. */
            txid: string;
            /** @description Which of its inputs, from 0. */
            vin: number;
        };
        /** @description What a transaction pays. */
        Output: {
            /** @description Index of the output in its transaction. */
            vout: number;
            /** @description Null when the script pays no single address. A bare public key counts as its P2PKH address. */
            address: string | null;
            /**
             * @description Amount in base units (satoshi, wei), in decimal.
             * @example 150000
             */
            amount: string;
            /** @description The output script. In a list, null when it is longer than 1,024 bytes. Not with `fields=compact`, as are `type`, `spent`, `opReturn` and `mweb`. */
            script?: string | null;
            /** @description The script's type, in Bitcoin Core's words; null where the script is left out. */
            type?: ("nonstandard" | "anchor" | "pubkey" | "pubkeyhash" | "scripthash" | "multisig" | "nulldata" | "witness_v0_scripthash" | "witness_v0_keyhash" | "witness_v1_taproot" | "witness_unknown" | "witness_mweb_pegin" | "witness_mweb_hogaddr" | (string & Record<never, never>)) | null;
            /** @description Whether a confirmed transaction spends it. Outputs that can never be spent are not spent. */
            spent?: boolean;
            /** @description Not in lists of transactions. The transaction that spends it, confirmed or not. Null where nothing does, or it was not found: `spent` tells the two apart. It is looked for among the transactions of the address that send as much. Of an address that sends all the time it may not be found; `limit=1` with its `offset` looks at the most, `limit=100` at as much in all. */
            spentBy?: components["schemas"]["SpentBy"] | null;
            /** @description The data that a `nulldata` output carries, one element per push; null for other types. */
            opReturn?: string[] | null;
            /** @description Litecoin only. `pegin`: moves coins into the MWEB; `pegout`: pays coins out of it; `hogaddr`: holds all coins that are in it. */
            mweb?: ("pegin" | "pegout" | "hogaddr" | (string & Record<never, never>)) | null;
            /** @description Bitcoin Cash only. The CashTokens it holds; null for none. */
            token?: components["schemas"]["Token"] | null;
        };
        /** @description What the pools of shielded coins gain by the transaction, in base units: negative where coins leave a pool. null where a pool is not touched. */
        Shielded: {
            sprout: string | null;
            sapling: string | null;
            orchard: string | null;
            ironwood: string | null;
        };
        /** @description How an unconfirmed transaction stands among the others. */
        Waiting: {
            /** @description What it pays itself, in base units for a virtual byte; null where not known. */
            feeRate: number | null;
            /** @description What miners see, in base units for a virtual byte: with what it depends on, or with a child that pays for it. Null where not known. */
            effectiveFeeRate: number | null;
            /** @description Whether it says that it may be replaced, or something that it depends on does (BIP125). Many nodes replace others, too. Null where that was not seen, and on Bitcoin Cash and Zcash. */
            rbf: boolean | null;
            /** @description Unconfirmed transactions that it depends on, without itself. Null where there are too many to look at. */
            ancestors: {
                count: number;
                /** @description Their virtual bytes; null where one of them is not known, as is `fee`. */
                vsize: number | null;
                /** @description Their fees in base units. */
                fee: string | null;
            } | null;
            /** @description Unconfirmed transactions that depend on it, likewise. */
            descendants: {
                count: number;
                /** @description Their virtual bytes; null where one of them is not known, as is `fee`. */
                vsize: number | null;
                /** @description Their fees in base units. */
                fee: string | null;
            } | null;
            /** @description In which of the next blocks it would be, from 1, by what `/mempool` projected some seconds ago. Null where it is in none of them, or not known. */
            projectedBlock: number | null;
        };
        /**
         * @description A transaction with its inputs and outputs, in their order: a part of them where there are more than `limit`.
         * @example {
         *       "family": "utxo",
         *       "currency": "btc",
         *       "decimals": 8,
         *       "txid": "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16",
         *       "status": "confirmed",
         *       "blockHeight": 170,
         *       "blockHash": "00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f4dd4a2ee",
         *       "blockIndex": 1,
         *       "timestamp": 1231731025,
         *       "firstSeen": null,
         *       "confirmations": 839831,
         *       "fee": "0",
         *       "size": 275,
         *       "vsize": 275,
         *       "version": 1,
         *       "lockTime": 0,
         *       "coinbase": false,
         *       "inputCount": 1,
         *       "outputCount": 2,
         *       "inputs": [
         *         {
         *           "txid": "0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9",
         *           "vout": 0,
         *           "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *           "amount": "5000000000"
         *         }
         *       ],
         *       "outputs": [
         *         {
         *           "vout": 0,
         *           "address": "1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3",
         *           "amount": "1000000000",
         *           "script": "4104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac",
         *           "type": "pubkey",
         *           "spent": true,
         *           "spentBy": null,
         *           "opReturn": null
         *         },
         *         {
         *           "vout": 1,
         *           "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *           "amount": "4000000000",
         *           "script": "410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac",
         *           "type": "pubkey",
         *           "spent": true,
         *           "spentBy": null,
         *           "opReturn": null
         *         }
         *       ],
         *       "waiting": null,
         *       "nextOffset": null,
         *       "alsoIn": [],
         *       "tip": {
         *         "height": 840000,
         *         "hash": "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
         *         "time": 1713571767
         *       }
         *     }
         */
        UtxoTransaction: {
            /**
             * @description The family of the chain, which tells what a transaction has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            family: "utxo";
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "ltc" | "doge" | "zec" | "bch" | (string & Record<never, never>);
            /** @description Transaction id. */
            txid: string;
            /** @description `confirmed`: a block of the active chain has it; `pending`: the mempool has it; `dropped`: the mempool had it, and lost it without a block. `/transactions` tells of such for six hours; no list has them. */
            status: "pending" | "confirmed" | "dropped" | (string & Record<never, never>);
            /** @description Null until confirmed, as are the other block fields. */
            blockHeight: number | null;
            blockHash: string | null;
            /** @description Place in the block, the coinbase being 0. */
            blockIndex: number | null;
            /** @description Unix time of the block header in seconds. */
            timestamp: number | null;
            /** @description Unix time when it was first seen, by the indexer, or by its node before that. Of a confirmed one `/transactions` has it for some hours; null otherwise. */
            firstSeen: number | null;
            /** @description Blocks since and with the one that has it: tip height - block height + 1; 0 while it is pending. */
            confirmations: number;
            /** @description Inputs minus outputs, and minus what shielded pools gain, in base units; 0 for a coinbase; null when an input lies before `historyFrom` and is not known. */
            fee: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description Bytes, with witnesses. */
            size: number | null;
            /** @description Virtual bytes: weight / 4, rounded up. */
            vsize: number | null;
            version: number | null;
            lockTime: number | null;
            /** @description Whether it creates the block reward. A coinbase has no inputs; on Zcash, others may have none either. */
            coinbase: boolean;
            /** @description Litecoin only. `hogex`: the transaction with which a block carries coins into and out of the MWEB. */
            mweb?: ("hogex" | (string & Record<never, never>)) | null;
            /** @description Zcash only. */
            shielded?: components["schemas"]["Shielded"];
            /** @description How many inputs the transaction has. */
            inputCount: number;
            /** @description How many outputs the transaction has. */
            outputCount: number;
            inputs: components["schemas"]["Input"][];
            outputs: components["schemas"]["Output"][];
            /** @description Of dropped ones alone, as are the next two. `replaced`: another unconfirmed transaction spends the same, or has the same nonce; `conflicted`: a block has such a one; `evicted`: it paid less than the node's full mempool takes; `expired`: it waited for two weeks. Null where the node removed it and nothing tells why. */
            dropReason?: ("replaced" | "conflicted" | "evicted" | "expired" | (string & Record<never, never>)) | null;
            /** @description The transaction that took its place, or the place of one that it depended on. Null where none is known. */
            replacedBy?: string | null;
            /**
             * @description Unix time when the indexer saw that it was dropped.
             * @example 1713571767
             */
            droppedAt?: number;
            /** @description Of unconfirmed ones; null of others. */
            waiting: components["schemas"]["Waiting"] | null;
            /** @description The `offset` of the next part of its lists; null where this one has the end of each of them. */
            nextOffset: number | null;
            /** @description Other places of the same txid, the newest first, at most 100; mostly none. The answer is about the one that succeeded, else the newest. */
            alsoIn: {
                /**
                 * @description Block height.
                 * @example 840000
                 */
                blockHeight: number;
                /** @description Hash of that block. */
                blockHash: string;
                /** @description Place among the block's entries, from 0. */
                blockIndex: number;
                /** @description What became of it there. */
                status: "confirmed" | "failed" | (string & Record<never, never>);
            }[];
            tip: components["schemas"]["Tip"];
        };
        /** @description A transaction of a block, with the first 20 of its inputs and of its outputs, in their order. */
        UtxoBlockTransaction: {
            /**
             * @description The family of the chain, which tells what a transaction has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            family: "utxo";
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "ltc" | "doge" | "zec" | "bch" | (string & Record<never, never>);
            /** @description Transaction id. */
            txid: string;
            /** @description `confirmed`: a block of the active chain has it; `pending`: the mempool has it; `dropped`: the mempool had it, and lost it without a block. `/transactions` tells of such for six hours; no list has them. */
            status: "pending" | "confirmed" | "dropped" | (string & Record<never, never>);
            /** @description Null until confirmed, as are the other block fields. */
            blockHeight: number | null;
            blockHash: string | null;
            /** @description Place in the block, the coinbase being 0. */
            blockIndex: number | null;
            /** @description Unix time of the block header in seconds. */
            timestamp: number | null;
            /** @description Unix time when it was first seen, by the indexer, or by its node before that. Of a confirmed one `/transactions` has it for some hours; null otherwise. */
            firstSeen: number | null;
            /** @description Blocks since and with the one that has it: tip height - block height + 1; 0 while it is pending. */
            confirmations: number;
            /** @description Inputs minus outputs, and minus what shielded pools gain, in base units; 0 for a coinbase; null when an input lies before `historyFrom` and is not known. */
            fee: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description Bytes, with witnesses. */
            size: number | null;
            /** @description Virtual bytes: weight / 4, rounded up. */
            vsize: number | null;
            version: number | null;
            lockTime: number | null;
            /** @description Whether it creates the block reward. A coinbase has no inputs; on Zcash, others may have none either. */
            coinbase: boolean;
            /** @description Litecoin only. `hogex`: the transaction with which a block carries coins into and out of the MWEB. */
            mweb?: ("hogex" | (string & Record<never, never>)) | null;
            /** @description Zcash only. */
            shielded?: components["schemas"]["Shielded"];
            /** @description How many inputs the transaction has. */
            inputCount: number;
            /** @description How many outputs the transaction has. */
            outputCount: number;
            inputs: components["schemas"]["Input"][];
            outputs: components["schemas"]["Output"][];
        };
        /**
         * @description A transaction from the point of view of an address. It carries at most 20 inputs and 20 outputs: the address's own first, each part in order.
         * @example {
         *       "family": "utxo",
         *       "currency": "btc",
         *       "decimals": 8,
         *       "txid": "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16",
         *       "status": "confirmed",
         *       "blockHeight": 170,
         *       "blockHash": "00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f4dd4a2ee",
         *       "blockIndex": 1,
         *       "timestamp": 1231731025,
         *       "firstSeen": null,
         *       "confirmations": 839831,
         *       "fee": "0",
         *       "size": 275,
         *       "vsize": 275,
         *       "version": 1,
         *       "lockTime": 0,
         *       "coinbase": false,
         *       "inputCount": 1,
         *       "outputCount": 2,
         *       "inputs": [
         *         {
         *           "txid": "0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9",
         *           "vout": 0,
         *           "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *           "amount": "5000000000"
         *         }
         *       ],
         *       "outputs": [
         *         {
         *           "vout": 0,
         *           "address": "1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3",
         *           "amount": "1000000000",
         *           "script": "4104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac",
         *           "type": "pubkey",
         *           "spent": true,
         *           "spentBy": null,
         *           "opReturn": null
         *         },
         *         {
         *           "vout": 1,
         *           "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *           "amount": "4000000000",
         *           "script": "410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac",
         *           "type": "pubkey",
         *           "spent": true,
         *           "spentBy": null,
         *           "opReturn": null
         *         }
         *       ],
         *       "direction": "out",
         *       "netAmount": "-1000000000",
         *       "amount": "-1000000000",
         *       "balanceAfter": "4000000000"
         *     }
         */
        UtxoHistoryTransaction: {
            /**
             * @description The family of the chain, which tells what a transaction has. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            family: "utxo";
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "ltc" | "doge" | "zec" | "bch" | (string & Record<never, never>);
            /** @description Transaction id. */
            txid: string;
            /** @description `confirmed`: a block of the active chain has it; `pending`: the mempool has it; `dropped`: the mempool had it, and lost it without a block. `/transactions` tells of such for six hours; no list has them. */
            status: "pending" | "confirmed" | "dropped" | (string & Record<never, never>);
            /** @description Null until confirmed, as are the other block fields. */
            blockHeight: number | null;
            blockHash: string | null;
            /** @description Place in the block, the coinbase being 0. */
            blockIndex: number | null;
            /** @description Unix time of the block header in seconds. */
            timestamp: number | null;
            /** @description Unix time when it was first seen, by the indexer, or by its node before that. Of a confirmed one `/transactions` has it for some hours; null otherwise. */
            firstSeen: number | null;
            /** @description Blocks since and with the one that has it: tip height - block height + 1; 0 while it is pending. */
            confirmations: number;
            /** @description Inputs minus outputs, and minus what shielded pools gain, in base units; 0 for a coinbase; null when an input lies before `historyFrom` and is not known. */
            fee: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description Bytes, with witnesses. */
            size: number | null;
            /** @description Virtual bytes: weight / 4, rounded up. */
            vsize: number | null;
            version: number | null;
            lockTime: number | null;
            /** @description Whether it creates the block reward. A coinbase has no inputs; on Zcash, others may have none either. */
            coinbase: boolean;
            /** @description Litecoin only. `hogex`: the transaction with which a block carries coins into and out of the MWEB. */
            mweb?: ("hogex" | (string & Record<never, never>)) | null;
            /** @description Zcash only. */
            shielded?: components["schemas"]["Shielded"];
            /** @description How many inputs the transaction has. */
            inputCount: number;
            /** @description How many outputs the transaction has. */
            outputCount: number;
            inputs: components["schemas"]["Input"][];
            outputs: components["schemas"]["Output"][];
            /** @description `self`: the address both spends and receives, and its balance changes by nothing but the fee (`netAmount` is 0 or -`fee`). Otherwise `out` when `netAmount` is negative, else `in`. */
            direction: "in" | "out" | "self" | (string & Record<never, never>);
            /**
             * @description Net effect on the address's balance in base units, the fee included where the address paid it.
             * @example -150000
             */
            netAmount: string;
            /**
             * @deprecated
             * @description The same as `netAmount`, by the name that it had first.
             * @example -150000
             */
            amount: string;
            /** @description Balance after this transaction, in the order of the block; null while it is pending, and when `historyFrom` is above 0. Bitcoin Cash sorts the transactions of a block by txid: there it may be below zero within a block, never at its end. */
            balanceAfter: string | null;
            /** @description With `usd=1`: `netAmount` at the rate of `timestamp`, while it is pending at that of now. Null where none is known of then. */
            usd?: components["schemas"]["UsdValue"] | null;
        };
        /** @description A transaction. On Bitcoin and its forks it has inputs and outputs; on Ethereum and its layer 2s sender, recipient and transfers. On THORChain and MAYAChain it has messages, transfers and payouts. `family` says which. */
        Transaction: components["schemas"]["UtxoTransaction"] | components["schemas"]["AccountTransaction"] | components["schemas"]["CosmosTransaction"];
        /** @description A transaction from the point of view of an address. It carries at most 20 inputs, 20 outputs and 20 transfers. */
        HistoryTransaction: components["schemas"]["UtxoHistoryTransaction"] | components["schemas"]["EvmHistoryTransaction"] | components["schemas"]["CosmosHistoryTransaction"];
        /** @description An entry of a block: a transaction, on account chains also what the block itself moved. It carries at most 20 inputs, 20 outputs and 20 transfers. */
        BlockTransaction: components["schemas"]["UtxoBlockTransaction"] | components["schemas"]["EvmBlockTransaction"] | components["schemas"]["CosmosBlockTransaction"];
        /**
         * @description One page of the transactions of an address.
         * @example {
         *       "currency": "btc",
         *       "decimals": 8,
         *       "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *       "limit": 25,
         *       "offset": 0,
         *       "total": 1,
         *       "next": null,
         *       "tip": {
         *         "height": 840000,
         *         "hash": "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
         *         "time": 1713571767
         *       },
         *       "historyFrom": 0,
         *       "name": null,
         *       "totalReason": null,
         *       "transactions": [
         *         {
         *           "family": "utxo",
         *           "currency": "btc",
         *           "decimals": 8,
         *           "txid": "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16",
         *           "status": "confirmed",
         *           "blockHeight": 170,
         *           "blockHash": "00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f4dd4a2ee",
         *           "blockIndex": 1,
         *           "timestamp": 1231731025,
         *           "firstSeen": null,
         *           "confirmations": 839831,
         *           "fee": "0",
         *           "size": 275,
         *           "vsize": 275,
         *           "version": 1,
         *           "lockTime": 0,
         *           "coinbase": false,
         *           "inputCount": 1,
         *           "outputCount": 2,
         *           "inputs": [
         *             {
         *               "txid": "0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9",
         *               "vout": 0,
         *               "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *               "amount": "5000000000"
         *             }
         *           ],
         *           "outputs": [
         *             {
         *               "vout": 0,
         *               "address": "1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3",
         *               "amount": "1000000000",
         *               "script": "4104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac",
         *               "type": "pubkey",
         *               "spent": true,
         *               "spentBy": null,
         *               "opReturn": null
         *             },
         *             {
         *               "vout": 1,
         *               "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *               "amount": "4000000000",
         *               "script": "410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac",
         *               "type": "pubkey",
         *               "spent": true,
         *               "spentBy": null,
         *               "opReturn": null
         *             }
         *           ],
         *           "direction": "out",
         *           "netAmount": "-1000000000",
         *           "amount": "-1000000000",
         *           "balanceAfter": "4000000000"
         *         }
         *       ]
         *     }
         */
        History: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /**
             * @description Address in its canonical form. The address that an answer is about is without `bitcoincash:` where it was given so.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * @description Name of the address on THORChain and MAYAChain: of the module whose account it is, or the THORName or MAYAName that was asked for. Null elsewhere.
             * @example asgard
             */
            name: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description The `limit` that was used. */
            limit: number;
            /** @description Transactions that are asked for before this page in its order. With `cursor`: where the page lies now. Null where `total` is. */
            offset: number | null;
            /** @description Transactions that are asked for, exactly, unconfirmed ones included; null where they are not counted: see `totalReason`. */
            total: number | null;
            /** @description Why `total` is null, with `direction`, `asset` or `spam` only. `cursor`: a page by `cursor` is not counted again; `too-many`: there are more than 10000 transactions to look at (with `spam` alone 1000), or they have too many transfers: narrow the part (`fromHeight`, `toHeight`, `fromTime`, `toTime`). Null with a `total`. */
            totalReason: ("cursor" | "too-many" | (string & Record<never, never>)) | null;
            /** @description `cursor` of the next page; null on the last one. */
            next: string | null;
            tip: components["schemas"]["Tip"];
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
            /** @description Ethereum and its layer 2s: gaps of traces among the blocks that are asked for, the newest first, at most 20. Transfers by contracts may be missing there. Only where there are any; `/v0/currencies` counts all. */
            incomplete?: components["schemas"]["TraceGap"][];
            transactions: components["schemas"]["HistoryTransaction"][];
        };
        /**
         * @description An output that no confirmed transaction has spent.
         * @example {
         *       "txid": "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16",
         *       "vout": 1,
         *       "amount": "4000000000",
         *       "status": "confirmed",
         *       "blockHeight": 170,
         *       "timestamp": 1231731025,
         *       "confirmations": 839831,
         *       "coinbase": false,
         *       "mature": true,
         *       "script": "410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac",
         *       "type": "pubkey",
         *       "spentBy": null
         *     }
         */
        Utxo: {
            /** @description The transaction that made it. */
            txid: string;
            /** @description Index of the output in it. */
            vout: number;
            /**
             * @description Amount in base units (satoshi, wei), in decimal.
             * @example 150000
             */
            amount: string;
            /** @description Whether a block of the active chain has that transaction. */
            status: "pending" | "confirmed" | (string & Record<never, never>);
            /** @description Null while it is pending. */
            blockHeight: number | null;
            /** @description Unix time of the block header in seconds; null while it is pending. */
            timestamp: number | null;
            /** @description Blocks since and with that one; 0 while it is pending. */
            confirmations: number;
            /** @description Whether it is part of a block reward. */
            coinbase: boolean;
            /** @description Whether the next block may spend it: outputs of coinbases and, on Litecoin, coins that left the MWEB have to wait. The output's own script may ask for more. */
            mature: boolean;
            /** @description The output script. */
            script: string;
            /** @description The script's type, in Bitcoin Core's words. */
            type: "nonstandard" | "anchor" | "pubkey" | "pubkeyhash" | "scripthash" | "multisig" | "nulldata" | "witness_v0_scripthash" | "witness_v0_keyhash" | "witness_v1_taproot" | "witness_unknown" | "witness_mweb_pegin" | "witness_mweb_hogaddr" | (string & Record<never, never>);
            /** @description Bitcoin Cash only. The CashTokens it holds; null for none. */
            token?: components["schemas"]["Token"] | null;
            /** @description The unconfirmed transaction that spends it; null without one. */
            spentBy: components["schemas"]["SpentBy"] | null;
        };
        /**
         * @description One page of the unspent outputs of an address.
         * @example {
         *       "currency": "btc",
         *       "decimals": 8,
         *       "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *       "limit": 25,
         *       "offset": 0,
         *       "total": 1,
         *       "next": null,
         *       "tip": {
         *         "height": 840000,
         *         "hash": "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
         *         "time": 1713571767
         *       },
         *       "historyFrom": 0,
         *       "totalReason": null,
         *       "utxos": [
         *         {
         *           "txid": "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16",
         *           "vout": 1,
         *           "amount": "4000000000",
         *           "status": "confirmed",
         *           "blockHeight": 170,
         *           "timestamp": 1231731025,
         *           "confirmations": 839831,
         *           "coinbase": false,
         *           "mature": true,
         *           "script": "410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac",
         *           "type": "pubkey",
         *           "spentBy": null
         *         }
         *       ]
         *     }
         */
        Utxos: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /**
             * @description Address in its canonical form. The address that an answer is about is without `bitcoincash:` where it was given so.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description The `limit` that was used. */
            limit: number;
            /** @description Outputs before this page; null with `cursor`. */
            offset: number | null;
            /** @description Unspent outputs of the address, exactly, unconfirmed ones included; null where they are not counted: see `totalReason`. */
            total: number | null;
            /** @description Why `total` is null. `cursor`: a page by `cursor` is not counted again; `too-many`: there are more than 10000. Null with a `total`. */
            totalReason: ("cursor" | "too-many" | (string & Record<never, never>)) | null;
            /** @description `cursor` of the next page; null on the last one. */
            next: string | null;
            tip: components["schemas"]["Tip"];
            /**
             * @description Height of the first indexed block. Above 0, outputs that are older are not known.
             * @example 840000
             */
            historyFrom: number;
            utxos: components["schemas"]["Utxo"][];
        };
        /** @description One page of the transactions of an account: each once, with its net effect on all addresses together, and the balance of the account after it. */
        AccountHistory: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /** @description The descriptor that the answer is about, in its canonical form with its checksum. Equal ones are one account. */
            descriptor: string;
            /** @description What kind of scripts one key has: BIP44 `pkh`, BIP49 `sh-wpkh`, BIP84 `wpkh`, BIP86 `tr`; null for other descriptors. */
            kind: ("pkh" | "sh-wpkh" | "wpkh" | "tr" | (string & Record<never, never>)) | null;
            /** @description Of an extended key whose version does not say its kind: kinds of which the first addresses are used. The answer is about `kind`, the one that is used most; name another with `kind`. Null otherwise. */
            kindsInUse: ("pkh" | "sh-wpkh" | "wpkh" | "tr" | (string & Record<never, never>))[] | null;
            /** @description Unused addresses in a row that end a branch. */
            gap: number;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description The `limit` that was used. */
            limit: number;
            /** @description Transactions that are asked for before this page in its order. With `cursor`: where the page lies now. Null where `total` is. */
            offset: number | null;
            /** @description Transactions that are asked for, exactly, unconfirmed ones included; null where they are not counted: see `totalReason`. */
            total: number | null;
            /** @description Why `total` is null, with `direction`, `asset` or `spam` only. `cursor`: a page by `cursor` is not counted again; `too-many`: there are more than 10000 transactions to look at (with `spam` alone 1000), or they have too many transfers: narrow the part (`fromHeight`, `toHeight`, `fromTime`, `toTime`). Null with a `total`. */
            totalReason: ("cursor" | "too-many" | (string & Record<never, never>)) | null;
            /** @description `cursor` of the next page; null on the last one. */
            next: string | null;
            tip: components["schemas"]["Tip"];
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
            transactions: components["schemas"]["HistoryTransaction"][];
        };
        /** @description What the addresses of an account hold together. */
        AccountBalance: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /** @description The descriptor that the answer is about, in its canonical form with its checksum. Equal ones are one account. */
            descriptor: string;
            /** @description What kind of scripts one key has: BIP44 `pkh`, BIP49 `sh-wpkh`, BIP84 `wpkh`, BIP86 `tr`; null for other descriptors. */
            kind: ("pkh" | "sh-wpkh" | "wpkh" | "tr" | (string & Record<never, never>)) | null;
            /** @description Of an extended key whose version does not say its kind: kinds of which the first addresses are used. The answer is about `kind`, the one that is used most; name another with `kind`. Null otherwise. */
            kindsInUse: ("pkh" | "sh-wpkh" | "wpkh" | "tr" | (string & Record<never, never>))[] | null;
            /** @description Unused addresses in a row that end a branch. */
            gap: number;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description Confirmed balance at `height`, in base units. Null when `historyFrom` is above 0. */
            balance: string | null;
            /** @description Sum of the net effects that are above 0: change to the account itself is not in it. Null with `balance`. */
            received: string | null;
            /** @description What `balance` is less than `received`; fees are in it. Null with `balance`. */
            sent: string | null;
            /** @description Net effect of unconfirmed transactions; 0 with `height`; null while they are not followed. */
            pending: string | null;
            /** @description Unconfirmed transactions; 0 with `height`; null while they are not followed. */
            pendingTransactionCount: number | null;
            /** @description Confirmed transactions, each once. */
            transactionCount: number;
            /** @description Addresses with a transaction, unconfirmed ones included. */
            usedAddressCount: number;
            /** @description Header time of the block of the first transaction; null when there is none. */
            firstSeen: number | null;
            /** @description Header time of the block of the last transaction; null when there is none. */
            lastSeen: number | null;
            tip: components["schemas"]["Tip"];
            /**
             * @description The block that the balance holds at: `height` as asked for, or the tip.
             * @example 840000
             */
            height: number;
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
        };
        /** @description An unspent output of an account. */
        AccountUtxo: {
            /** @description The transaction that made it. */
            txid: string;
            /** @description Index of the output in it. */
            vout: number;
            /**
             * @description Amount in base units (satoshi, wei), in decimal.
             * @example 150000
             */
            amount: string;
            /** @description Whether a block of the active chain has that transaction. */
            status: "pending" | "confirmed" | (string & Record<never, never>);
            /** @description Null while it is pending. */
            blockHeight: number | null;
            /** @description Unix time of the block header in seconds; null while it is pending. */
            timestamp: number | null;
            /** @description Blocks since and with that one; 0 while it is pending. */
            confirmations: number;
            /** @description Whether it is part of a block reward. */
            coinbase: boolean;
            /** @description Whether the next block may spend it: outputs of coinbases and, on Litecoin, coins that left the MWEB have to wait. The output's own script may ask for more. */
            mature: boolean;
            /** @description The output script. */
            script: string;
            /** @description The script's type, in Bitcoin Core's words. */
            type: "nonstandard" | "anchor" | "pubkey" | "pubkeyhash" | "scripthash" | "multisig" | "nulldata" | "witness_v0_scripthash" | "witness_v0_keyhash" | "witness_v1_taproot" | "witness_unknown" | "witness_mweb_pegin" | "witness_mweb_hogaddr" | (string & Record<never, never>);
            /** @description Bitcoin Cash only. The CashTokens it holds; null for none. */
            token?: components["schemas"]["Token"] | null;
            /** @description The unconfirmed transaction that spends it; null without one. */
            spentBy: components["schemas"]["SpentBy"] | null;
            /**
             * @description Address in its canonical form. The address that an answer is about is without `bitcoincash:` where it was given so.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * @description Steps from the master key, as far as they are known: from the origin of the key, or of the depth of its account. Null for several keys.
             * @example m/84'/0'/0'/0/5
             */
            path: string | null;
        };
        /** @description One page of the unspent outputs of an account. */
        AccountUtxos: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /** @description The descriptor that the answer is about, in its canonical form with its checksum. Equal ones are one account. */
            descriptor: string;
            /** @description What kind of scripts one key has: BIP44 `pkh`, BIP49 `sh-wpkh`, BIP84 `wpkh`, BIP86 `tr`; null for other descriptors. */
            kind: ("pkh" | "sh-wpkh" | "wpkh" | "tr" | (string & Record<never, never>)) | null;
            /** @description Of an extended key whose version does not say its kind: kinds of which the first addresses are used. The answer is about `kind`, the one that is used most; name another with `kind`. Null otherwise. */
            kindsInUse: ("pkh" | "sh-wpkh" | "wpkh" | "tr" | (string & Record<never, never>))[] | null;
            /** @description Unused addresses in a row that end a branch. */
            gap: number;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description The `limit` that was used. */
            limit: number;
            /** @description Outputs before this page; null with `cursor`. */
            offset: number | null;
            /** @description Unspent outputs of the address, exactly, unconfirmed ones included; null where they are not counted: see `totalReason`. */
            total: number | null;
            /** @description Why `total` is null. `cursor`: a page by `cursor` is not counted again; `too-many`: there are more than 10000. Null with a `total`. */
            totalReason: ("cursor" | "too-many" | (string & Record<never, never>)) | null;
            /** @description `cursor` of the next page; null on the last one. */
            next: string | null;
            tip: components["schemas"]["Tip"];
            /**
             * @description Height of the first indexed block. Above 0, outputs that are older are not known.
             * @example 840000
             */
            historyFrom: number;
            utxos: components["schemas"]["AccountUtxo"][];
        };
        /** @description An address of an account. */
        AccountAddress: {
            /**
             * @description Address in its canonical form. The address that an answer is about is without `bitcoincash:` where it was given so.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * @description Steps from the master key, as far as they are known: from the origin of the key, or of the depth of its account. Null for several keys.
             * @example m/84'/0'/0'/0/5
             */
            path: string | null;
            /** @description Which of the branches of the descriptor, from 0. */
            branch: number;
            /** @description Index in the branch. */
            index: number;
            /** @description What wallets use the branch for: the first of two like `<0;1>` is `receive`; null where that is not said. */
            role: ("receive" | "change" | (string & Record<never, never>)) | null;
            /** @description Whether a transaction is in its history, confirmed or not. */
            used: boolean;
            /** @description Its confirmed transactions. */
            transactionCount: number;
            /** @description Its confirmed balance. Null when `historyFrom` is above 0. */
            balance: string | null;
            /** @description Sum of all outputs that paid it. Null with `balance`. */
            received: string | null;
        };
        /** @description The next address of a branch to be given out. */
        NextAddress: {
            /**
             * @description Address in its canonical form. The address that an answer is about is without `bitcoincash:` where it was given so.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * @description Steps from the master key, as far as they are known: from the origin of the key, or of the depth of its account. Null for several keys.
             * @example m/84'/0'/0'/0/5
             */
            path: string | null;
            index: number;
        };
        /** @description Addresses of an account by branch and index, up to the gap behind the last that is used. */
        AccountAddresses: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /** @description The descriptor that the answer is about, in its canonical form with its checksum. Equal ones are one account. */
            descriptor: string;
            /** @description What kind of scripts one key has: BIP44 `pkh`, BIP49 `sh-wpkh`, BIP84 `wpkh`, BIP86 `tr`; null for other descriptors. */
            kind: ("pkh" | "sh-wpkh" | "wpkh" | "tr" | (string & Record<never, never>)) | null;
            /** @description Of an extended key whose version does not say its kind: kinds of which the first addresses are used. The answer is about `kind`, the one that is used most; name another with `kind`. Null otherwise. */
            kindsInUse: ("pkh" | "sh-wpkh" | "wpkh" | "tr" | (string & Record<never, never>))[] | null;
            /** @description Unused addresses in a row that end a branch. */
            gap: number;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description The `limit` that was used. */
            limit: number;
            /** @description Addresses before this page. */
            offset: number;
            /** @description Addresses that are asked for. */
            total: number;
            /** @description The first address behind the last used one, of the branch `receive`, or of the only branch; null where there is none. */
            nextReceive: components["schemas"]["NextAddress"] | null;
            /** @description The same of the branch `change`. */
            nextChange: components["schemas"]["NextAddress"] | null;
            tip: components["schemas"]["Tip"];
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
            addresses: components["schemas"]["AccountAddress"][];
        };
        /**
         * @description What an address holds of a token, on THORChain and MAYAChain of a denomination.
         * @example {
         *       "asset": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *       "symbol": "USDC",
         *       "name": "USD Coin",
         *       "decimals": 6,
         *       "standard": "erc20",
         *       "tokenId": null,
         *       "balance": "1250000000",
         *       "height": 19426611,
         *       "drifts": false
         *     }
         */
        TokenBalance: {
            /**
             * @description Contract of the token; on THORChain and MAYAChain the denomination as the bank module writes it.
             * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            asset: string;
            /** @description What the token calls itself. Anybody may name a token anything: only `asset` says which it is. */
            symbol: string | null;
            /** @description The same, in full. */
            name: string | null;
            /** @description Decimal places of the token; null where its contract says none, or is not known. */
            decimals: number | null;
            /** @description Null for denominations, and where `asset` names a contract that logged no transfer. */
            standard: ("erc20" | "erc721" | "erc1155" | (string & Record<never, never>)) | null;
            /** @description Which token of an ERC-1155 contract, in decimal; null elsewhere. */
            tokenId: string | null;
            /** @description In base units of the token; of an ERC-721 contract the number of its tokens. Null where the contract gives no answer, or could not be asked; of a denomination where it is not known what was there before the first indexed block. */
            balance: string | null;
            /** @description The block that the balance holds at: the tip, or an older one that the contract was asked for where no transfer has touched the balance since. Null without a balance. */
            height: number | null;
            /** @description Whether balances of the token, of whomever, were seen to differ from its transfers: it rebases, takes fees, or mints without an event. `balance` is what the contract says; transfers do not add up to it. Always false of denominations. */
            drifts: boolean;
        };
        /**
         * @description What an address holds, and has received and sent.
         * @example {
         *       "currency": "btc",
         *       "decimals": 8,
         *       "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *       "name": null,
         *       "balance": "4000000000",
         *       "pending": "0",
         *       "pendingTransactionCount": 0,
         *       "received": "9000000000",
         *       "receivedFrom": 0,
         *       "receivedHeight": 840000,
         *       "sent": "5000000000",
         *       "transactionCount": 2,
         *       "firstSeen": 1231469744,
         *       "lastSeen": 1231731025,
         *       "tip": {
         *         "height": 840000,
         *         "hash": "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
         *         "time": 1713571767
         *       },
         *       "height": 840000,
         *       "asOf": 1713571767,
         *       "historyFrom": 0,
         *       "tokens": [],
         *       "tokenCount": 0,
         *       "nextTokens": null,
         *       "usd": null
         *     }
         */
        Balance: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /**
             * @description Address in its canonical form. The address that an answer is about is without `bitcoincash:` where it was given so.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * @description Name of the address on THORChain and MAYAChain: of the module whose account it is, or the THORName or MAYAName that was asked for. Null elsewhere.
             * @example asgard
             */
            name: string | null;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description Confirmed balance in base units, at the block `height`. UTXO chains: null when `historyFrom` is above 0. Ethereum and its layer 2s: what the node says, whether or not the address has a history; null while it cannot be asked. THORChain and MAYAChain: from the history where that begins with what was there before, else what the node says, or null. It is what the bank module has. What is bonded, in pools, savers, RUNEPool or trade accounts, or staked (TCY), is not in it. */
            balance: string | null;
            /** @description Net effect of the unconfirmed transactions of the address in base units; 0 with `height`; null while unconfirmed transactions are not followed. `balance` does not contain it. On Ethereum and its layer 2s without their fees. */
            pending: string | null;
            /** @description Unconfirmed transactions of the address; 0 with `height`; null while they are not followed. */
            pendingTransactionCount: number | null;
            /** @description Sum of all outputs that paid the address; on Ethereum and its layer 2s of all transfers of the coin, and of what a genesis block gave it where `receivedFrom` is 0. Null when `historyFrom` is above 0, and there where the last block is not traced, or the node has not said yet what the genesis block gave. On THORChain and MAYAChain null where it had something before the first indexed block, or that is not known. */
            received: string | null;
            /** @description The first block that `received` and `sent` count; 0 where they count all. On Ethereum and its layer 2s the one from which on all blocks are traced. Null where `received` is. */
            receivedFrom: number | null;
            /** @description The last block that they count: `height` as requested, or the tip. Null where `received` is. */
            receivedHeight: number | null;
            /** @description Sum of the outputs that it has spent; on account chains of all that it paid, fees included. Null where `received` is, or `historyFrom` is above 0. */
            sent: string | null;
            /** @description Confirmed transactions of the address; unconfirmed ones are not counted here. */
            transactionCount: number;
            /** @description Header time of the block of its first transaction, unix seconds; null when it has none. */
            firstSeen: number | null;
            /** @description Header time of the block of its last transaction, unix seconds; null when it has none. */
            lastSeen: number | null;
            tip: components["schemas"]["Tip"];
            /**
             * @description The block that the balance holds at: `height` as asked for, or the tip. On Ethereum and its layer 2s an older one while the node cannot be asked and the balance is what it said then. All other figures hold at `tip`, or `height` as asked for.
             * @example 840000
             */
            height: number;
            /**
             * @description Header time of that block, unix seconds.
             * @example 1713571767
             */
            asOf: number;
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
            /** @description Tokens that it holds, a page of 100: first those that it ever sent itself, then those with a known balance, on Ethereum and its layer 2s of each the oldest contracts first; on THORChain and MAYAChain those that it has had longest. So what is sent to anybody hides nothing. None with a past `height` on Ethereum and its layer 2s, unless `asset` names them, and on chains without tokens. On THORChain and MAYAChain denominations of the bank module, secured assets among them; no trade assets. */
            tokens: components["schemas"]["TokenBalance"][];
            /** @description How many tokens it holds or may hold, unlisted ones included. Null with a past `height` on Ethereum and its layer 2s, where `asset` names some, and where they are too many to count. */
            tokenCount: number | null;
            /** @description `tokenCursor` of `/balance` for the next page of `tokens`; null where nothing follows. A walk shows every token; one whose rank changes meanwhile, as when its balance becomes known, may be seen twice or not at all. */
            nextTokens: string | null;
            /** @description Ethereum and its layer 2s: gaps of traces among the blocks that are asked for, the newest first, at most 20. Transfers by contracts may be missing there. Only where there are any; `/v0/currencies` counts all. */
            incomplete?: components["schemas"]["TraceGap"][];
            /** @description `balance` at the rate of now, with `height` at that of the block. Null where either is not known, and on public test networks. */
            usd: components["schemas"]["UsdValue"] | null;
        };
        /** @description What addresses hold, and have received and sent, all of one snapshot. */
        Balances: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            tip: components["schemas"]["Tip"];
            /**
             * @description The block that was asked for, or the tip.
             * @example 840000
             */
            height: number;
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
            /** @description In the order of the addresses that were asked for. */
            balances: components["schemas"]["Balance"][];
        };
        /**
         * @description A block, and one page of its entries.
         * @example {
         *       "currency": "btc",
         *       "decimals": 8,
         *       "height": 170,
         *       "hash": "00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f4dd4a2ee",
         *       "size": 490,
         *       "transactionCount": 2,
         *       "total": 2,
         *       "limit": 1,
         *       "offset": 1,
         *       "parentHash": "000000002a22cfee1f2c846adbd12b3e183d4f97683f85dad08a79780a84bd55",
         *       "nextHash": "00000000c9ec538cab7f38ef9c67a95742f56ab07b0a37c5be6b02808dbfb4e0",
         *       "fees": "0",
         *       "reward": "5000000000",
         *       "weight": 1960,
         *       "minerTag": null,
         *       "orphaned": false,
         *       "replacedBy": null,
         *       "time": 1231731025,
         *       "confirmations": 839831,
         *       "final": null,
         *       "tip": {
         *         "height": 840000,
         *         "hash": "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
         *         "time": 1713571767
         *       },
         *       "historyFrom": 0,
         *       "transactions": [
         *         {
         *           "family": "utxo",
         *           "currency": "btc",
         *           "decimals": 8,
         *           "txid": "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16",
         *           "status": "confirmed",
         *           "blockHeight": 170,
         *           "blockHash": "00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f4dd4a2ee",
         *           "blockIndex": 1,
         *           "timestamp": 1231731025,
         *           "firstSeen": null,
         *           "confirmations": 839831,
         *           "fee": "0",
         *           "size": 275,
         *           "vsize": 275,
         *           "version": 1,
         *           "lockTime": 0,
         *           "coinbase": false,
         *           "inputCount": 1,
         *           "outputCount": 2,
         *           "inputs": [
         *             {
         *               "txid": "0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9",
         *               "vout": 0,
         *               "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *               "amount": "5000000000"
         *             }
         *           ],
         *           "outputs": [
         *             {
         *               "vout": 0,
         *               "address": "1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3",
         *               "amount": "1000000000",
         *               "script": "4104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac",
         *               "type": "pubkey",
         *               "spent": true,
         *               "opReturn": null
         *             },
         *             {
         *               "vout": 1,
         *               "address": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *               "amount": "4000000000",
         *               "script": "410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac",
         *               "type": "pubkey",
         *               "spent": true,
         *               "opReturn": null
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        Block: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /**
             * @description Block height.
             * @example 840000
             */
            height: number;
            /** @description Hash in the form that nodes and explorers show, in lower-case hexadecimal; on Ethereum and its layer 2s after `0x`, on THORChain and MAYAChain in upper case. */
            hash: string;
            /** @description Hash of the block before it; zeros where there is none. */
            parentHash: string;
            /** @description Hash of the block after it; null at the tip, and where it is `orphaned`. */
            nextHash: string | null;
            /**
             * @description Unix time of the block header in seconds.
             * @example 1713571767
             */
            time: number;
            /** @description Bytes of the block, with witnesses. */
            size: number;
            /** @description Transactions of the block, the coinbase included. */
            transactionCount: number;
            /** @description Fees of all its transactions in base units. Null where they are not known, and on account chains. */
            fees: string | null;
            /** @description What its coinbase pays in base units: new coins and fees. On Zcash, with what goes to funds and shielded pools. Null like `fees`. */
            reward: string | null;
            /** @description Weight in units of BIP141. Null on chains without witnesses. */
            weight: number | null;
            /** @description Text that the miner wrote into the coinbase: anybody may write anything. Null where there is none. */
            minerTag: string | null;
            /** @description Whether a reorganisation took it back after it was indexed. Such a block is found by its hash; its transactions are not kept, and `total` is 0. */
            orphaned: boolean;
            /** @description The block that has its height now, where it is `orphaned` and there is one. */
            replacedBy: string | null;
            /** @description Blocks since and with it: tip height - height + 1; 0 where it is `orphaned`. */
            confirmations: number;
            /** @description Whether it is never taken back, as the node says. Null on chains that do not say. */
            final: boolean | null;
            /** @description The `limit` that was used. */
            limit: number;
            /** @description Entries before this page. */
            offset: number;
            /** @description Entries of the block, exactly: its transactions, and on account chains what the block itself moved. */
            total: number;
            tip: components["schemas"]["Tip"];
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
            /** @description In the order of the block. */
            transactions: components["schemas"]["BlockTransaction"][];
        };
        /** @description What is wrong with a parameter. */
        ParameterError: {
            /**
             * @description Its name, of the path or the query.
             * @example limit
             */
            parameter: string;
            /** @description What is wrong with it, and what is expected. */
            message: string;
        };
        /**
         * @description An error (RFC 9457).
         * @example {
         *       "type": "/docs#invalid-parameter",
         *       "title": "A parameter has a value that is not allowed",
         *       "status": 400,
         *       "detail": "limit: expected a whole number from 1 to 1000 in plain digits",
         *       "code": "invalid-parameter",
         *       "errors": [
         *         {
         *           "parameter": "limit",
         *           "message": "expected a whole number from 1 to 1000 in plain digits"
         *         }
         *       ],
         *       "instance": "urn:request:0f8fad5b-d9cb-469f-a165-70867728950e"
         *     }
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description Identifies the kind of error, and leads to its documentation.
             * @example /docs#invalid-parameter
             */
            type: string;
            /** @description What the kind of error means. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What was wrong with this request, and what is expected. */
            detail: string;
            /** @description The kind of error as a word for programs. New ones may be added. */
            code: "bad-request" | "malformed-url" | "invalid-parameter" | "unknown-parameter" | "repeated-parameter" | "invalid-cursor" | "address-malformed" | "address-checksum" | "address-foreign-network" | "address-not-indexable" | "descriptor-malformed" | "descriptor-checksum" | "descriptor-private-key" | "descriptor-unsupported" | "descriptor-foreign-network" | "account-too-large" | "transaction-refused" | "broadcast-off" | "unknown-route" | "unknown-currency" | "unknown-name" | "no-descriptors" | "no-unspent-outputs" | "no-mempool" | "no-raw-transactions" | "no-tokens" | "unknown-token" | "state-unavailable" | "unknown-block" | "unknown-transaction" | "method-not-allowed" | "request-timeout" | "position-gone" | "body-too-large" | "url-too-long" | "unsupported-body" | "expectation-failed" | "unknown-position" | "rate-limited" | "headers-too-large" | "internal" | "chain-syncing" | "no-script-hashes" | "node-unavailable" | "names-unavailable" | "store-unavailable" | "overloaded" | "shutting-down" | (string & Record<never, never>);
            /**
             * Format: uri-reference
             * @description Identifies this occurrence: `urn:request:` and the X-Request-Id, which the server also logs.
             * @example urn:request:0f8fad5b-d9cb-469f-a165-70867728950e
             */
            instance: string;
            /** @description With status 400 for a parameter: each that is wrong. What only the chain can tell comes once all others are right. */
            errors?: components["schemas"]["ParameterError"][];
            /** @description With `unknown-currency`: the currencies of this server. */
            currencies?: ("btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>))[];
            /** @description With `unknown-transaction`, `unknown-block`, `unknown-token`, `state-unavailable` and a `height` out of range: the last indexed block when the request was read. */
            tip?: components["schemas"]["Tip"];
            /** @description With `unknown-transaction` on THORChain and MAYAChain: the entries that answer it, or tell what was paid for it, by their `txid`. The transaction is one of another chain then. */
            answers?: string[];
            /** @description With `chain-syncing`: height of the last indexed block. */
            indexedHeight?: number | null;
            /** @description With `chain-syncing`: height of the node's tip. */
            nodeHeight?: number | null;
            /** @description With `chain-syncing`: what the first sync is at, as in `/status`. */
            stage?: ("load" | "unspent" | "sort" | "tokens" | "index" | (string & Record<never, never>)) | null;
            /**
             * @description With `chain-syncing`: part of the first sync that is done, 0 to 1.
             * @example 0.731
             */
            progress?: number | null;
            /**
             * @description With `chain-syncing`: estimated seconds until the chain can be queried.
             * @example 5400
             */
            eta?: number | null;
        };
        /**
         * @description The account of a module of the chain.
         * @example {
         *       "name": "asgard",
         *       "address": "thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0"
         *     }
         */
        Module: {
            /**
             * @description Name of the module.
             * @example asgard
             */
            name: string;
            /**
             * @description Address in its canonical form. The address that an answer is about is without `bitcoincash:` where it was given so.
             * @example thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0
             */
            address: string;
        };
        /** @description A currency that this server follows. */
        Currency: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /**
             * @description Name of the chain.
             * @example Bitcoin
             */
            name: string;
            /**
             * @description Symbol of its coin.
             * @example BTC
             */
            symbol: string;
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description How the chain keeps its ledger. */
            family: "utxo" | "evm" | "cosmos" | (string & Record<never, never>);
            /**
             * @description Which network of the chain is followed.
             * @example mainnet
             */
            network: string;
            /** @description An address that is valid here. It need not have a history. */
            addressExample: string;
            /** @description What can be asked about it. `pending`: answers contain unconfirmed transactions. `internal-transfers`: they contain what contracts sent on, as far as `internalTransfers` says. `payouts`: transactions tell what was paid for them, on any chain; `memo`: what they asked for. `names`: registered names are taken in the place of addresses. New ones may be added. */
            features: ("history" | "balance" | "balance-at-height" | "transaction" | "utxos" | "tokens" | "internal-transfers" | "pending" | "payouts" | "memo" | "names" | (string & Record<never, never>))[];
            /** @description Accounts of modules, on THORChain and MAYAChain: they hold what the protocol holds. Null elsewhere. */
            modules: components["schemas"]["Module"][] | null;
            /** @description `live`: at the tip. `syncing`: behind it; answers are complete up to `indexedHeight` unless the first sync is under way (503). `stalled`: the node cannot be followed at the moment. `offline`: the indexer has not reported for a minute, or the database of the chain does not answer. */
            status: "syncing" | "live" | "stalled" | "offline" | (string & Record<never, never>);
            /** @description Height of the last indexed block; null before the first one. */
            indexedHeight: number | null;
            /** @description Height of the node's tip when it was last asked; null before that. */
            nodeHeight: number | null;
            /** @description Highest block that the node called final: it and those below are never taken back. Null on chains that do not say. */
            finalizedHeight: number | null;
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
            /** @description Header time of the last indexed block, unix seconds; null before the first one. */
            tipTime: number | null;
            /** @description What the first sync is at. `load`: blocks and transactions are read from the node and written. `unspent`: the outputs that nobody has spent are written (Bitcoin and its like). `sort`: the histories are numbered, address by address. `tokens`: which address had which token is written (Ethereum and its layer 2s). `index`: the indexes are built. After `load` `indexedHeight` stands still. null: none of these, blocks are added one by one. */
            stage: ("load" | "unspent" | "sort" | "tokens" | "index" | (string & Record<never, never>)) | null;
            /**
             * @description From 0 to 1: the share of the first sync that is done, over all stages and the blocks that are added one by one after them. It never falls. Of a chain that was live it is the indexed share of the node's blocks. Null while unknown; 1 only at the tip.
             * @example 0.731
             */
            progress: number | null;
            /**
             * @description Seconds until the tip is reached, estimated from the speed so far; null when there is no estimate.
             * @example 5400
             */
            eta: number | null;
            /** @description Null on chains that have none, and where none was ever begun: `off` from the start, or a node that cannot trace. */
            internalTransfers: components["schemas"]["InternalTransfersStatus"] | null;
        };
        /**
         * @description The currencies that this server follows.
         * @example {
         *       "currencies": [
         *         {
         *           "currency": "btc",
         *           "decimals": 8,
         *           "name": "Bitcoin",
         *           "symbol": "BTC",
         *           "family": "utxo",
         *           "network": "mainnet",
         *           "addressExample": "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S",
         *           "features": [
         *             "history",
         *             "balance",
         *             "balance-at-height",
         *             "transaction",
         *             "utxos",
         *             "pending"
         *           ],
         *           "modules": null,
         *           "status": "live",
         *           "indexedHeight": 840000,
         *           "nodeHeight": 840000,
         *           "finalizedHeight": null,
         *           "historyFrom": 0,
         *           "tipTime": 1713571767,
         *           "stage": null,
         *           "progress": 1,
         *           "eta": null,
         *           "internalTransfers": null
         *         }
         *       ],
         *       "unavailable": []
         *     }
         */
        Currencies: {
            currencies: components["schemas"]["Currency"][];
            /** @description Currencies whose database does not answer at the moment: requests about them are answered with 503. What is said of them here is what it said last; those of which it has not said anything yet are not listed. Empty where there is one database. */
            unavailable: ("btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>))[];
        };
        /** @description What is known of the node's unconfirmed transactions. */
        MempoolStatus: {
            /** @description How many the node had. */
            transactions: number;
            /** @description How many of them are indexed. */
            indexed: number;
            /**
             * @description When the two were last compared, unix seconds.
             * @example 1713571767
             */
            asOf: number;
        };
        /** @description The last audit that came to an end. */
        AuditStatus: {
            /** @description `clean`: all that was looked at was right. `findings`: something was not. `failed`: it was not finished. */
            result: "clean" | "findings" | "failed" | (string & Record<never, never>);
            /** @description `full`: everything was looked at; `sample`: as much as its time allowed. */
            scope: "sample" | "full" | (string & Record<never, never>);
            /** @description The block that was audited; null when it failed before it came to one. */
            height: number | null;
            /**
             * @description Unix seconds.
             * @example 1713571767
             */
            finishedAt: number;
            /** @description Facts that were not right. */
            findings: number;
        };
        /** @description An audit that is under way. */
        RunningAudit: {
            /** @description `full`: everything was looked at; `sample`: as much as its time allowed. */
            scope: "sample" | "full" | (string & Record<never, never>);
            /**
             * @description Unix seconds. One that was interrupted goes on and keeps its start.
             * @example 1713571767
             */
            startedAt: number;
            /** @description The check that reported last; null before the first report, which may take the node an hour. */
            check: ("unspent-outputs" | "shielded-pools" | "balances" | "tokens" | "transactions" | "blocks" | "histories" | "transfers" | (string & Record<never, never>)) | null;
            /** @description How far that check was; null where there is none. */
            share: number | null;
            /** @description Facts that were not right, so far. */
            findings: number;
        };
        /** @description How the indexing of a chain is doing. */
        ChainStatus: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /** @description Which network of the chain is followed. */
            network: string;
            /** @description `live`: at the tip. `syncing`: behind it; answers are complete up to `indexedHeight` unless the first sync is under way (503). `stalled`: the node cannot be followed at the moment. `offline`: the indexer has not reported for a minute, or the database of the chain does not answer. */
            status: "syncing" | "live" | "stalled" | "offline" | (string & Record<never, never>);
            /** @description What its indexer last said it was doing. `halted`: an operator has to decide. */
            phase: "starting" | "syncing" | "live" | "stalled" | "halted" | (string & Record<never, never>);
            /** @description Why the chain is not live, as a word for programs; null when there is nothing to say. New ones may be added. */
            reasonCode: ("node-unavailable" | "node-unusable" | "node-wrong" | "node-behind" | "node-syncing" | "far-behind" | "rolling-back" | "deep-reorg" | "database" | "internal" | "silent" | "store-unavailable" | (string & Record<never, never>)) | null;
            /** @description The same as a fixed sentence. The operator finds the details in the log of the indexer and in `sync_state.reason`. */
            reason: string | null;
            /** @description Height of the last indexed block; null before the first one. */
            indexedHeight: number | null;
            /** @description Hash of the last indexed block. */
            indexedHash: string | null;
            /** @description Header time of the last indexed block, unix seconds. */
            tipTime: number | null;
            /** @description Height of the node's tip when it was last asked; null before that. */
            nodeHeight: number | null;
            /** @description Highest block that the node called final: it and those below are never taken back. Null on chains that do not say. */
            finalizedHeight: number | null;
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
            /** @description What the first sync is at. `load`: blocks and transactions are read from the node and written. `unspent`: the outputs that nobody has spent are written (Bitcoin and its like). `sort`: the histories are numbered, address by address. `tokens`: which address had which token is written (Ethereum and its layer 2s). `index`: the indexes are built. After `load` `indexedHeight` stands still. null: none of these, blocks are added one by one. */
            stage: ("load" | "unspent" | "sort" | "tokens" | "index" | (string & Record<never, never>)) | null;
            /**
             * @description From 0 to 1: the share of the first sync that is done, over all stages and the blocks that are added one by one after them. It never falls. Of a chain that was live it is the indexed share of the node's blocks. Null while unknown; 1 only at the tip.
             * @example 0.731
             */
            progress: number | null;
            /**
             * @description Seconds until the tip is reached, estimated from the speed so far; null when there is no estimate.
             * @example 5400
             */
            eta: number | null;
            /** @description When the first sync reached the tip, unix seconds; null while it is under way. */
            liveSince: number | null;
            /** @description Speed of indexing at the moment. */
            blocksPerSecond: number | null;
            /** @description Speed of indexing at the moment. */
            transactionsPerSecond: number | null;
            /**
             * @description When the indexer last reported, unix seconds.
             * @example 1713571767
             */
            heartbeatAt: number;
            /** @description Whether an indexer holds the chain now; null while its database does not say. */
            owned: boolean | null;
            /** @description Null on chains that have none, and where none was ever begun: `off` from the start, or a node that cannot trace. */
            internalTransfers: components["schemas"]["InternalTransfersStatus"] | null;
            /** @description Null while unconfirmed transactions are not followed. */
            mempool: components["schemas"]["MempoolStatus"] | null;
            /** @description The last one that came to an end; null before the first one did. */
            audit: components["schemas"]["AuditStatus"] | null;
            /** @description Null while none is made. */
            runningAudit: components["schemas"]["RunningAudit"] | null;
        };
        /**
         * @description How the indexing of every chain is doing.
         * @example {
         *       "version": "0.4.1",
         *       "chains": [
         *         {
         *           "currency": "btc",
         *           "network": "mainnet",
         *           "status": "live",
         *           "phase": "live",
         *           "reasonCode": null,
         *           "reason": null,
         *           "indexedHeight": 840000,
         *           "nodeHeight": 840000,
         *           "finalizedHeight": null,
         *           "historyFrom": 0,
         *           "indexedHash": "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
         *           "tipTime": 1713571767,
         *           "stage": null,
         *           "progress": 1,
         *           "eta": null,
         *           "liveSince": 1713480000,
         *           "blocksPerSecond": null,
         *           "transactionsPerSecond": null,
         *           "heartbeatAt": 1713571787,
         *           "owned": true,
         *           "internalTransfers": null,
         *           "mempool": {
         *             "transactions": 4821,
         *             "indexed": 4821,
         *             "asOf": 1713571787
         *           },
         *           "audit": {
         *             "result": "clean",
         *             "scope": "sample",
         *             "height": 839950,
         *             "finishedAt": 1713540000,
         *             "findings": 0
         *           },
         *           "runningAudit": null
         *         }
         *       ],
         *       "unavailable": []
         *     }
         */
        Status: {
            /** @description Version of the API server. */
            version: string;
            chains: components["schemas"]["ChainStatus"][];
            /** @description Currencies whose database does not answer at the moment: requests about them are answered with 503. What is said of them here is what it said last; those of which it has not said anything yet are not listed. Empty where there is one database. */
            unavailable: ("btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>))[];
        };
        /**
         * @description The process answers.
         * @example {
         *       "status": "ok",
         *       "version": "0.4.1",
         *       "uptime": 86400
         *     }
         */
        Health: {
            /** @constant */
            status: "ok";
            /** @description Version of the API server. */
            version: string;
            /** @description Seconds since the process started. */
            uptime: number;
        };
        /** @description The server can answer queries. */
        Readiness: {
            /** @constant */
            status: "ready";
        };
        /** @description An address that holds a token. */
        Holder: {
            /**
             * @description Address in its canonical form. The address that an answer is about is without `bitcoincash:` where it was given so.
             * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            address: string;
            /**
             * @description Name of the address on THORChain and MAYAChain: of the module whose account it is, or the THORName or MAYAName that was asked for. Null elsewhere.
             * @example asgard
             */
            name: string | null;
            /**
             * @description In base units of the token; of an ERC-721 contract the number of its tokens.
             * @example 150000
             */
            balance: string;
            /**
             * @description The block that the balance holds at: the tip, or an older one that the contract was asked for.
             * @example 840000
             */
            height: number;
            /** @description Whether a transfer has touched the balance since that block, so that it may be another one by now. The contract is asked again; `balance` and `height` are the last that are known. */
            changedSince: boolean;
        };
        /**
         * @description One page of the holders of a token, or of a denomination.
         * @example {
         *       "currency": "eth",
         *       "asset": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *       "symbol": "USDC",
         *       "name": "USD Coin",
         *       "decimals": 6,
         *       "standard": "erc20",
         *       "tokenId": null,
         *       "limit": 25,
         *       "offset": 0,
         *       "total": 1,
         *       "totalReason": null,
         *       "unknown": 2,
         *       "complete": false,
         *       "incompleteReasons": [
         *         "unknown-balances"
         *       ],
         *       "next": null,
         *       "tip": {
         *         "height": 19426611,
         *         "hash": "0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
         *         "time": 1710338423
         *       },
         *       "historyFrom": 0,
         *       "holders": [
         *         {
         *           "address": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
         *           "name": null,
         *           "balance": "1250000000",
         *           "height": 19426600,
         *           "changedSince": false
         *         }
         *       ]
         *     }
         */
        Holders: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /**
             * @description Contract of the token; on THORChain and MAYAChain the denomination as the bank module writes it.
             * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            asset: string;
            /** @description What the token calls itself. Anybody may name a token anything: only `asset` says which it is. */
            symbol: string | null;
            /** @description The same, in full. */
            name: string | null;
            /** @description Decimal places of the token; null where its contract says none, or is not known. */
            decimals: number | null;
            /** @description Null for denominations, and where `asset` names a contract that logged no transfer. */
            standard: ("erc20" | "erc721" | "erc1155" | (string & Record<never, never>)) | null;
            /** @description Which token of an ERC-1155 contract, in decimal; null elsewhere. */
            tokenId: string | null;
            /** @description The `limit` that was used. */
            limit: number;
            /** @description Holders before this page; null with `cursor`. */
            offset: number | null;
            /** @description Holders whose balance is known, be it as of an older block, exactly: those that the pages list. Null where they are not counted: see `totalReason`. */
            total: number | null;
            /** @description Why `total` is null. `cursor`: a page by `cursor` is not counted again; `too-many`: there are more than 10000. Null with a `total`. */
            totalReason: ("cursor" | "too-many" | (string & Record<never, never>)) | null;
            /** @description Addresses that had a transfer of the token and whose balance is not known, or was nothing before the last one: they may hold some, and are not listed. Null where the contract has more than 10000 such, of all its tokens. */
            unknown: number | null;
            /** @description Whether the pages list every holder, with what it has at the tip. */
            complete: boolean;
            /** @description Why not, nothing where `complete`. `unknown-balances`: see `unknown`; `older-balances`: balances are listed that a transfer has touched since, see `changedSince`; `drifts`: balances of the token were seen to change without a transfer, so any may be old; `later-start`: who had transfers before `historyFrom` alone is not known. */
            incompleteReasons: ("unknown-balances" | "older-balances" | "drifts" | "later-start" | (string & Record<never, never>))[];
            /** @description `cursor` of the next page; null on the last one. */
            next: string | null;
            tip: components["schemas"]["Tip"];
            /**
             * @description Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.
             * @example 840000
             */
            historyFrom: number;
            /** @description The largest balance first. */
            holders: components["schemas"]["Holder"][];
        };
        /** @description Who the caller is to this server. */
        Authentication: {
            /** @description Whether the request carried a valid token. */
            isAuthenticated: boolean;
            /** @description The caller's tier, which its limits depend on; `free` without a valid token. */
            rateLimitTier: string;
            /** @description What to know about tokens and limits here. */
            info: string;
        };
        /**
         * @description What this server is and what can be asked of it.
         * @example {
         *       "name": "Chaintrail",
         *       "description": "Self-hosted index of cryptocurrency addresses.",
         *       "version": "0.4.1",
         *       "swagger": "https://chaintrail.example/swagger",
         *       "authentication": {
         *         "isAuthenticated": false,
         *         "rateLimitTier": "free",
         *         "info": "No token is needed."
         *       },
         *       "endpoints": {
         *         "GET /v0/currencies": "The currencies that this server follows"
         *       },
         *       "examples": {
         *         "currencies": "https://chaintrail.example/v0/currencies"
         *       }
         *     }
         */
        IndexDocument: {
            name: string;
            description: string;
            version: string;
            /**
             * Format: uri
             * @description URL of the OpenAPI document.
             */
            swagger: string;
            authentication: components["schemas"]["Authentication"];
            /** @description "METHOD path" → what it answers. */
            endpoints: {
                [key: string]: string;
            };
            /** @description Name → URL that works on this server now. */
            examples: {
                [key: string]: string;
            };
        };
        /** @description A coming block, if miners took what pays most. */
        ProjectedBlock: {
            /** @description Transactions that it would take. */
            transactionCount: number;
            /** @description Their virtual bytes. */
            vsize: number;
            /**
             * @description Their fees in base units.
             * @example 150000
             */
            fees: string;
            /**
             * @description Base units for a virtual byte, with what the transaction depends on.
             * @example 12.5
             */
            lowestFeeRate: number;
            /**
             * @description Base units for a virtual byte, with what the transaction depends on.
             * @example 12.5
             */
            medianFeeRate: number;
            /**
             * @description Base units for a virtual byte, with what the transaction depends on.
             * @example 12.5
             */
            highestFeeRate: number;
            /** @description Whether nothing more has room. */
            full: boolean;
        };
        /** @description Transactions by what they pay. */
        FeeBand: {
            /**
             * @description The lowest rate of the band; the next band begins where it ends.
             * @example 12.5
             */
            from: number;
            transactionCount: number;
            /** @description Their virtual bytes. */
            vsize: number;
        };
        /** @description Unconfirmed transactions as miners see them. */
        Mempool: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description Unconfirmed transactions that are indexed. */
            transactionCount: number;
            /** @description Those of them whose fee is not known; they are in nothing that follows. */
            unknownFeeCount: number;
            /** @description Virtual bytes of all of them. */
            vsize: number;
            /**
             * @description Fees of all of them in base units.
             * @example 150000
             */
            fees: string;
            /** @description The highest band first, without empty ones. */
            histogram: components["schemas"]["FeeBand"][];
            /** @description The next ones, at most eight, the next first. */
            projectedBlocks: components["schemas"]["ProjectedBlock"][];
            tip: components["schemas"]["Tip"];
        };
        /** @description What a unit of gas costs, as the node sums up the last blocks. */
        GasFees: {
            /**
             * @description Base fee of the block that comes next, in base units for a unit of gas.
             * @example 150000
             */
            nextBaseFee: string;
            /** @description The last 20, the oldest first. */
            blocks: {
                /**
                 * @description Block height.
                 * @example 840000
                 */
                height: number;
                /**
                 * @description In base units for a unit of gas.
                 * @example 150000
                 */
                baseFee: string;
                /** @description Part of its gas limit that it used. */
                gasUsedRatio: number;
                /** @description What was paid beside the base fee, at 10, 50 and 90 % of its gas; null where it is empty. */
                tips: {
                    /**
                     * @description Amount in base units (satoshi, wei), in decimal.
                     * @example 150000
                     */
                    low: string;
                    /**
                     * @description Amount in base units (satoshi, wei), in decimal.
                     * @example 150000
                     */
                    median: string;
                    /**
                     * @description Amount in base units (satoshi, wei), in decimal.
                     * @example 150000
                     */
                    high: string;
                } | null;
            }[];
        };
        /** @description What to pay to be in one of the next blocks. */
        Fees: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /**
             * @description Decimal places between the base unit and the coin.
             * @example 8
             */
            decimals: number;
            /** @description By what waits now. What comes meanwhile may pay more. Empty on chains with gas, and while unconfirmed transactions are not followed. */
            estimates: {
                /** @description Be in one of so many blocks. */
                blocks: number;
                /** @description Base units for a virtual byte. Null where the block has room left: what nodes relay is enough. */
                feeRate: number | null;
            }[];
            /** @description By the estimate of the node, which goes by what it saw confirmed: the nearest blocks first. Empty where it has none (Zcash, nodes that have just started), and on chains with gas. */
            node: {
                /** @description Be in one of so many blocks. */
                blocks: number;
                /**
                 * @description Base units for a virtual byte.
                 * @example 12.5
                 */
                feeRate: number;
            }[];
            /** @description Of Ethereum and its layer 2s; null where no node answers, and on other chains. */
            gas: components["schemas"]["GasFees"] | null;
            tip: components["schemas"]["Tip"];
        };
        /** @description The price of one whole coin. */
        Rate: {
            /**
             * @description US dollars per whole coin, in decimal; null while none is known.
             * @example 67123.45
             */
            rate: string | null;
            /** @description When the newest price that the rate comes from was made, unix seconds; null without a rate. */
            asOf: number | null;
            /**
             * @description The sources that agreed: `chainlink:<currency>` (a price feed on that chain; `feed:<currency>` one that the operator chose), `thornode`, `mayanode`, or the name of an exchange. One is one.
             * @example [
             *       "chainlink:op",
             *       "thornode"
             *     ]
             */
            sources: string[];
            /** @description Whether the rate is too old to rely on, or there is none. */
            stale: boolean;
        };
        /**
         * @description The price of every currency.
         * @example {
         *       "quote": "usd",
         *       "at": null,
         *       "rates": {
         *         "btc": {
         *           "rate": "67123.45",
         *           "asOf": 1763600000,
         *           "sources": [
         *             "chainlink:eth",
         *             "chainlink:op",
         *             "thornode"
         *           ],
         *           "stale": false
         *         },
         *         "cacao": {
         *           "rate": null,
         *           "asOf": null,
         *           "sources": [],
         *           "stale": true
         *         }
         *       }
         *     }
         */
        Rates: {
            /**
             * @description What the rates are in.
             * @constant
             */
            quote: "usd";
            /** @description The moment that was asked for, unix seconds; null: now. */
            at: number | null;
            /** @description By currency code. */
            rates: {
                [key: string]: components["schemas"]["Rate"];
            };
        };
        /** @description The bytes of a transaction, as the node has them. */
        RawTransaction: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /** @description Hash in the form that nodes and explorers show, in lower-case hexadecimal. */
            txid: string;
            /** @description Null while it is unconfirmed. */
            blockHeight: number | null;
            /** @description Null while it is unconfirmed. */
            blockHash: string | null;
            /** @description Bytes, witnesses included. */
            size: number;
            /** @description As it goes over the wire, with its witnesses. */
            hex: string;
            tip: components["schemas"]["Tip"];
        };
        /** @description A transaction that the node took. */
        SentTransaction: {
            /**
             * @description Currency code.
             * @example btc
             */
            currency: "btc" | "eth" | "ltc" | "doge" | "zec" | "bch" | "rune" | "arb" | "cacao" | "base" | "op" | (string & Record<never, never>);
            /** @description Hash in the form that nodes and explorers show, in lower-case hexadecimal. */
            txid: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the logs of the server. Not where `Cache-Control` is `public`. */
        RequestId: string;
        /** @description Weak; send it back as `If-None-Match`. */
        ETag: string;
        /** @description For how many seconds the answer may be reused. */
        CacheControl: string;
        /** @description Where the caller has a limit: units that are left (`r`) and seconds until all of them are there again (`t`), by tier. Not where `Cache-Control` is `public`. */
        RateLimit: string;
        /** @description Where the caller has a limit: units (`q`) in each window of so many seconds (`w`), by tier. */
        RateLimitPolicy: string;
        /** @description Seconds to wait before asking again. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type EsploraStatus = components['schemas']['EsploraStatus'];
export type EsploraOutput = components['schemas']['EsploraOutput'];
export type EsploraInput = components['schemas']['EsploraInput'];
export type EsploraTransaction = components['schemas']['EsploraTransaction'];
export type EsploraBlock = components['schemas']['EsploraBlock'];
export type EsploraSums = components['schemas']['EsploraSums'];
export type EsploraOutspend = components['schemas']['EsploraOutspend'];
export type EsploraTransactions = components['schemas']['EsploraTransactions'];
export type EsploraBlocks = components['schemas']['EsploraBlocks'];
export type EsploraBlockStatus = components['schemas']['EsploraBlockStatus'];
export type EsploraHashes = components['schemas']['EsploraHashes'];
export type EsploraAddressStats = components['schemas']['EsploraAddressStats'];
export type EsploraScriptStats = components['schemas']['EsploraScriptStats'];
export type EsploraUnspent = components['schemas']['EsploraUnspent'];
export type EsploraOutspends = components['schemas']['EsploraOutspends'];
export type EsploraOutspendsOfMany = components['schemas']['EsploraOutspendsOfMany'];
export type EsploraMerkleProof = components['schemas']['EsploraMerkleProof'];
export type EsploraSummary = components['schemas']['EsploraSummary'];
export type EsploraMempool = components['schemas']['EsploraMempool'];
export type EsploraRecent = components['schemas']['EsploraRecent'];
export type EsploraFeeEstimates = components['schemas']['EsploraFeeEstimates'];
export type EsploraRecommendedFees = components['schemas']['EsploraRecommendedFees'];
export type EsploraMempoolBlocks = components['schemas']['EsploraMempoolBlocks'];
export type EsploraValidatedAddress = components['schemas']['EsploraValidatedAddress'];
export type EsploraDifficultyAdjustment = components['schemas']['EsploraDifficultyAdjustment'];
export type EsploraPackageResult = components['schemas']['EsploraPackageResult'];
export type BlockbookTx = components['schemas']['BlockbookTx'];
export type BlockbookAddress = components['schemas']['BlockbookAddress'];
export type BlockbookUtxos = components['schemas']['BlockbookUtxos'];
export type BlockbookBlock = components['schemas']['BlockbookBlock'];
export type BlockbookStatus = components['schemas']['BlockbookStatus'];
export type BlockbookBlockIndex = components['schemas']['BlockbookBlockIndex'];
export type BlockbookHex = components['schemas']['BlockbookHex'];
export type BlockbookResult = components['schemas']['BlockbookResult'];
export type BlockbookSpecificTx = components['schemas']['BlockbookSpecificTx'];
export type BlockbookTicker = components['schemas']['BlockbookTicker'];
export type BlockbookTickersList = components['schemas']['BlockbookTickersList'];
export type BlockbookBalanceHistory = components['schemas']['BlockbookBalanceHistory'];
export type BlockbookFeeStats = components['schemas']['BlockbookFeeStats'];
export type Tip = components['schemas']['Tip'];
export type UsdValue = components['schemas']['UsdValue'];
export type TraceGap = components['schemas']['TraceGap'];
export type InternalTransfersStatus = components['schemas']['InternalTransfersStatus'];
export type CosmosTransfer = components['schemas']['CosmosTransfer'];
export type Payout = components['schemas']['Payout'];
export type Outcome = components['schemas']['Outcome'];
export type CosmosTransaction = components['schemas']['CosmosTransaction'];
export type CosmosBlockTransaction = components['schemas']['CosmosBlockTransaction'];
export type CosmosHistoryTransaction = components['schemas']['CosmosHistoryTransaction'];
export type Transfer = components['schemas']['Transfer'];
export type AccountTransaction = components['schemas']['AccountTransaction'];
export type EvmBlockTransaction = components['schemas']['EvmBlockTransaction'];
export type EvmHistoryTransaction = components['schemas']['EvmHistoryTransaction'];
export type Input = components['schemas']['Input'];
export type TokenNft = components['schemas']['TokenNft'];
export type Token = components['schemas']['Token'];
export type SpentBy = components['schemas']['SpentBy'];
export type Output = components['schemas']['Output'];
export type Shielded = components['schemas']['Shielded'];
export type Waiting = components['schemas']['Waiting'];
export type UtxoTransaction = components['schemas']['UtxoTransaction'];
export type UtxoBlockTransaction = components['schemas']['UtxoBlockTransaction'];
export type UtxoHistoryTransaction = components['schemas']['UtxoHistoryTransaction'];
export type Transaction = components['schemas']['Transaction'];
export type HistoryTransaction = components['schemas']['HistoryTransaction'];
export type BlockTransaction = components['schemas']['BlockTransaction'];
export type History = components['schemas']['History'];
export type Utxo = components['schemas']['Utxo'];
export type Utxos = components['schemas']['Utxos'];
export type AccountHistory = components['schemas']['AccountHistory'];
export type AccountBalance = components['schemas']['AccountBalance'];
export type AccountUtxo = components['schemas']['AccountUtxo'];
export type AccountUtxos = components['schemas']['AccountUtxos'];
export type AccountAddress = components['schemas']['AccountAddress'];
export type NextAddress = components['schemas']['NextAddress'];
export type AccountAddresses = components['schemas']['AccountAddresses'];
export type TokenBalance = components['schemas']['TokenBalance'];
export type Balance = components['schemas']['Balance'];
export type Balances = components['schemas']['Balances'];
export type Block = components['schemas']['Block'];
export type ParameterError = components['schemas']['ParameterError'];
export type Problem = components['schemas']['Problem'];
export type Module = components['schemas']['Module'];
export type Currency = components['schemas']['Currency'];
export type Currencies = components['schemas']['Currencies'];
export type MempoolStatus = components['schemas']['MempoolStatus'];
export type AuditStatus = components['schemas']['AuditStatus'];
export type RunningAudit = components['schemas']['RunningAudit'];
export type ChainStatus = components['schemas']['ChainStatus'];
export type Status = components['schemas']['Status'];
export type Health = components['schemas']['Health'];
export type Readiness = components['schemas']['Readiness'];
export type Holder = components['schemas']['Holder'];
export type Holders = components['schemas']['Holders'];
export type Authentication = components['schemas']['Authentication'];
export type IndexDocument = components['schemas']['IndexDocument'];
export type ProjectedBlock = components['schemas']['ProjectedBlock'];
export type FeeBand = components['schemas']['FeeBand'];
export type Mempool = components['schemas']['Mempool'];
export type GasFees = components['schemas']['GasFees'];
export type Fees = components['schemas']['Fees'];
export type Rate = components['schemas']['Rate'];
export type Rates = components['schemas']['Rates'];
export type RawTransaction = components['schemas']['RawTransaction'];
export type SentTransaction = components['schemas']['SentTransaction'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderCacheControl = components['headers']['CacheControl'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimitPolicy'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type $defs = Record<string, never>;
export interface operations {
    getAddressTransactions: {
        parameters: {
            query?: {
                /** @description Entries on the page. */
                limit?: number;
                /** @description Transactions to pass over, counted as things are now. Any offset costs the same. While transactions and blocks arrive, the transactions at an offset change with `order=desc`; a `cursor` stays where it is. Not together with `cursor`. */
                offset?: number;
                /** @description `next` of the page before. It stays valid, and where it is, while transactions and blocks arrive. */
                cursor?: string;
                /** @description `desc`: newest first (the default); `asc`: oldest first. A `cursor` brings its own order. */
                order?: "desc" | "asc";
                /** @description Only transactions of this block or later ones, and unconfirmed ones. A block height. One that the chain has not come to yet is allowed. */
                fromHeight?: number;
                /** @description Only transactions up to and with this block: unconfirmed ones are later. A block height. One that the chain has not come to yet is allowed. */
                toHeight?: number;
                /** @description Only transactions of this time or later ones, and unconfirmed ones. Unix seconds. Exactly the blocks count whose header time, the `timestamp` of their transactions, lies in the range. */
                fromTime?: number;
                /** @description Only transactions up to and with this time: unconfirmed ones are later. Unix seconds. Exactly the blocks count whose header time, the `timestamp` of their transactions, lies in the range. */
                toTime?: number;
                /** @description Short for `fromHeight` or `fromTime`, in the place of which it stands. A number below 1230768000, the first second of 2009, is a height; one from there on unix seconds. Where the chain comes to such heights within a year, that number may be both and is refused. `fromHeight`, `fromTime`, `toHeight` and `toTime` say which it is, on every chain. */
                from?: number;
                /** @description Short for `toHeight` or `toTime`, in the place of which it stands. A number below 1230768000, the first second of 2009, is a height; one from there on unix seconds. Where the chain comes to such heights within a year, that number may be both and is refused. `fromHeight`, `fromTime`, `toHeight` and `toTime` say which it is, on every chain. */
                to?: number;
                /** @description Only transactions of this `direction`, which no index has, as with `asset`. So a page reads at most 10000 transactions. It may have fewer than `limit`, or none, and a `next` all the same. `offset` and `total` count what is found; where there are more than 10000 to go through, `total` is null and an `offset` is refused. */
                direction?: "in" | "out" | "self" | "mention";
                /** @description Only transactions that concern this asset. `native`: those that change the address's balance of the chain's own coin, fees included. On Ethereum and its layer 2s, the address of a contract: transactions in which the address sends or is sent its tokens; unconfirmed ones have moved none. On THORChain and MAYAChain, a denomination: those that change what the address has of it. On Bitcoin and its like there is nothing but `native`. As with `direction`, transactions are looked at one by one; only those of a denomination alone are listed as such, and counted up to 10000. */
                asset?: string;
                /** @description `exclude`: without transactions whose `direction` is `mention`, which anybody can make, and in CSV without the rows of transfers that are `spoofed`. What moved is never left out, nor is what others sent the address unasked. `total` and `offset` count what is left. Transactions are looked at one by one, as with `direction`, but alone 1000 at most, so that it costs less. Chains other than Ethereum and its layer 2s have no mentions: nothing is left out there. */
                spam?: "include" | "exclude";
                /** @description `compact`: lists that are smaller and faster. On Bitcoin and its like outputs come without `script`, and without what takes scripts to tell: `type`, `spent`, `opReturn`, `mweb`. On Ethereum and its layer 2s `transfers` are those of the address alone. On THORChain and MAYAChain too, and `messages`, with `to` and `value`, `failure`, `payouts` and `answers` are left out. */
                fields?: "full" | "compact";
                /** @description `1`: every transaction also says what its `netAmount` was worth in US dollars at its time. */
                usd?: "0" | "1";
                /** @description `json`: a page. `csv`, `ndjson`: the whole history as a stream, without `limit`, `offset` and `cursor`. For links, which cannot with `Accept`; it goes before that. */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the transactions of an address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency (`currencies` lists those it does), or nobody has registered the name that was given in place of an address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAddressBalance: {
        parameters: {
            query?: {
                /** @description The balance at the end of this block, and transactions up to and with it. From `historyFrom` to the tip; the tip when absent. */
                height?: number;
                /** @description The `nextTokens` of an earlier balance of the address: `tokens` goes on behind it. */
                tokenCursor?: string;
                /** @description Only these tokens, in this order, with what the address does not hold of them, too: contracts on Ethereum and its layer 2s, denominations on THORChain and MAYAChain, each as a parameter of its own: `asset=…&asset=…`, at most 100. Of ERC-1155 contracts it is each token that the address ever had, up to 100 in all. */
                asset?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What an address holds, and has received and sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, nobody has registered the name, or the node no longer has the state of the block asked for. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBalances: {
        parameters: {
            query: {
                /**
                 * @description Addresses in any form that their users have, each as a parameter of its own: `address=…&address=…`, at most 100.
                 * @example [
                 *       "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S"
                 *     ]
                 */
                address: string[];
                /** @description The balance at the end of this block, and transactions up to and with it. From `historyFrom` to the tip; the tip when absent. */
                height?: number;
                /** @description Only these tokens, in this order, with what the address does not hold of them, too: contracts on Ethereum and its layer 2s, denominations on THORChain and MAYAChain, each as a parameter of its own: `asset=…&asset=…`, at most 100. Of ERC-1155 contracts it is each token that the address ever had, up to 100 in all. */
                asset?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What addresses hold, and have received and sent, all of one snapshot. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balances"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the node no longer has the state of the block asked for. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAddress: {
        parameters: {
            query?: {
                /** @description The balance at the end of this block, and transactions up to and with it. From `historyFrom` to the tip; the tip when absent. */
                height?: number;
                /** @description The `nextTokens` of an earlier balance of the address: `tokens` goes on behind it. */
                tokenCursor?: string;
                /** @description Only these tokens, in this order, with what the address does not hold of them, too: contracts on Ethereum and its layer 2s, denominations on THORChain and MAYAChain, each as a parameter of its own: `asset=…&asset=…`, at most 100. Of ERC-1155 contracts it is each token that the address ever had, up to 100 in all. */
                asset?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What an address holds, and has received and sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, nobody has registered the name, or the node no longer has the state of the block asked for. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAddressUtxos: {
        parameters: {
            query?: {
                /** @description Entries on the page. */
                limit?: number;
                /** @description Outputs to pass over, counted as things are now, at most 10000. A `cursor` goes further, to the last output, and costs the same everywhere. Not together with `cursor`. */
                offset?: number;
                /** @description `next` of the page before. It stays valid, and where it is, while transactions and blocks arrive. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the unspent outputs of an address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Utxos"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain keeps accounts and has no unspent outputs. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccountTransactions: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description Entries on the page. */
                limit?: number;
                /** @description Transactions to pass over, counted as things are now. Any offset costs the same. While transactions and blocks arrive, the transactions at an offset change with `order=desc`; a `cursor` stays where it is. Not together with `cursor`. */
                offset?: number;
                /** @description `next` of the page before. It stays valid, and where it is, while transactions and blocks arrive. */
                cursor?: string;
                /** @description `desc`: newest first (the default); `asc`: oldest first. A `cursor` brings its own order. */
                order?: "desc" | "asc";
                /** @description Only transactions of this block or later ones, and unconfirmed ones. A block height. One that the chain has not come to yet is allowed. */
                fromHeight?: number;
                /** @description Only transactions up to and with this block: unconfirmed ones are later. A block height. One that the chain has not come to yet is allowed. */
                toHeight?: number;
                /** @description Only transactions of this time or later ones, and unconfirmed ones. Unix seconds. Exactly the blocks count whose header time, the `timestamp` of their transactions, lies in the range. */
                fromTime?: number;
                /** @description Only transactions up to and with this time: unconfirmed ones are later. Unix seconds. Exactly the blocks count whose header time, the `timestamp` of their transactions, lies in the range. */
                toTime?: number;
                /** @description Short for `fromHeight` or `fromTime`, in the place of which it stands. A number below 1230768000, the first second of 2009, is a height; one from there on unix seconds. Where the chain comes to such heights within a year, that number may be both and is refused. `fromHeight`, `fromTime`, `toHeight` and `toTime` say which it is, on every chain. */
                from?: number;
                /** @description Short for `toHeight` or `toTime`, in the place of which it stands. A number below 1230768000, the first second of 2009, is a height; one from there on unix seconds. Where the chain comes to such heights within a year, that number may be both and is refused. `fromHeight`, `fromTime`, `toHeight` and `toTime` say which it is, on every chain. */
                to?: number;
                /** @description Only transactions of this `direction`, which no index has, as with `asset`. So a page reads at most 10000 transactions. It may have fewer than `limit`, or none, and a `next` all the same. `offset` and `total` count what is found; where there are more than 10000 to go through, `total` is null and an `offset` is refused. */
                direction?: "in" | "out" | "self" | "mention";
                /** @description `compact`: lists that are smaller and faster. On Bitcoin and its like outputs come without `script`, and without what takes scripts to tell: `type`, `spent`, `opReturn`, `mweb`. On Ethereum and its layer 2s `transfers` are those of the address alone. On THORChain and MAYAChain too, and `messages`, with `to` and `value`, `failure`, `payouts` and `answers` are left out. */
                fields?: "full" | "compact";
                /** @description `json`: a page. `csv`, `ndjson`: the whole history as a stream, without `limit`, `offset` and `cursor`. For links, which cannot with `Accept`; it goes before that. */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Output descriptor (BIP 380 to 389), percent-encoded, or an extended public key: xpub, ypub, zpub and their like of each chain. Private keys are refused. A path may end up in logs of proxies: `POST` takes it in the body.
                 * @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs
                 */
                descriptor: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the transactions of an account: each once, with its net effect on all addresses together, and the balance of the account after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountHistory"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAccountTransactions: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description Entries on the page. */
                limit?: number;
                /** @description Transactions to pass over, counted as things are now. Any offset costs the same. While transactions and blocks arrive, the transactions at an offset change with `order=desc`; a `cursor` stays where it is. Not together with `cursor`. */
                offset?: number;
                /** @description `next` of the page before. It stays valid, and where it is, while transactions and blocks arrive. */
                cursor?: string;
                /** @description `desc`: newest first (the default); `asc`: oldest first. A `cursor` brings its own order. */
                order?: "desc" | "asc";
                /** @description Only transactions of this block or later ones, and unconfirmed ones. A block height. One that the chain has not come to yet is allowed. */
                fromHeight?: number;
                /** @description Only transactions up to and with this block: unconfirmed ones are later. A block height. One that the chain has not come to yet is allowed. */
                toHeight?: number;
                /** @description Only transactions of this time or later ones, and unconfirmed ones. Unix seconds. Exactly the blocks count whose header time, the `timestamp` of their transactions, lies in the range. */
                fromTime?: number;
                /** @description Only transactions up to and with this time: unconfirmed ones are later. Unix seconds. Exactly the blocks count whose header time, the `timestamp` of their transactions, lies in the range. */
                toTime?: number;
                /** @description Short for `fromHeight` or `fromTime`, in the place of which it stands. A number below 1230768000, the first second of 2009, is a height; one from there on unix seconds. Where the chain comes to such heights within a year, that number may be both and is refused. `fromHeight`, `fromTime`, `toHeight` and `toTime` say which it is, on every chain. */
                from?: number;
                /** @description Short for `toHeight` or `toTime`, in the place of which it stands. A number below 1230768000, the first second of 2009, is a height; one from there on unix seconds. Where the chain comes to such heights within a year, that number may be both and is refused. `fromHeight`, `fromTime`, `toHeight` and `toTime` say which it is, on every chain. */
                to?: number;
                /** @description Only transactions of this `direction`, which no index has, as with `asset`. So a page reads at most 10000 transactions. It may have fewer than `limit`, or none, and a `next` all the same. `offset` and `total` count what is found; where there are more than 10000 to go through, `total` is null and an `offset` is refused. */
                direction?: "in" | "out" | "self" | "mention";
                /** @description `compact`: lists that are smaller and faster. On Bitcoin and its like outputs come without `script`, and without what takes scripts to tell: `type`, `spent`, `opReturn`, `mweb`. On Ethereum and its layer 2s `transfers` are those of the address alone. On THORChain and MAYAChain too, and `messages`, with `to` and `value`, `failure`, `payouts` and `answers` are left out. */
                fields?: "full" | "compact";
                /** @description `json`: a page. `csv`, `ndjson`: the whole history as a stream, without `limit`, `offset` and `cursor`. For links, which cannot with `Accept`; it goes before that. */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        /** @description The descriptor or extended public key: as JSON, or as text alone. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "descriptor": "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
                 *     }
                 */
                "application/json": {
                    descriptor: string;
                };
                /** @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs */
                "text/plain": string;
            };
        };
        responses: {
            /** @description One page of the transactions of an account: each once, with its net effect on all addresses together, and the balance of the account after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountHistory"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is compressed (`unsupported-body`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccountBalance: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description The balance at the end of this block, and transactions up to and with it. From `historyFrom` to the tip; the tip when absent. */
                height?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Output descriptor (BIP 380 to 389), percent-encoded, or an extended public key: xpub, ypub, zpub and their like of each chain. Private keys are refused. A path may end up in logs of proxies: `POST` takes it in the body.
                 * @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs
                 */
                descriptor: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the addresses of an account hold together. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountBalance"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAccountBalance: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description The balance at the end of this block, and transactions up to and with it. From `historyFrom` to the tip; the tip when absent. */
                height?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        /** @description The descriptor or extended public key: as JSON, or as text alone. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "descriptor": "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
                 *     }
                 */
                "application/json": {
                    descriptor: string;
                };
                /** @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs */
                "text/plain": string;
            };
        };
        responses: {
            /** @description What the addresses of an account hold together. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountBalance"];
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is compressed (`unsupported-body`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccountUtxos: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description Entries on the page. */
                limit?: number;
                /** @description Outputs to pass over, counted as things are now, at most 10000. A `cursor` goes further, to the last output, and costs the same everywhere. Not together with `cursor`. */
                offset?: number;
                /** @description `next` of the page before. It stays valid, and where it is, while transactions and blocks arrive. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Output descriptor (BIP 380 to 389), percent-encoded, or an extended public key: xpub, ypub, zpub and their like of each chain. Private keys are refused. A path may end up in logs of proxies: `POST` takes it in the body.
                 * @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs
                 */
                descriptor: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the unspent outputs of an account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountUtxos"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAccountUtxos: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description Entries on the page. */
                limit?: number;
                /** @description Outputs to pass over, counted as things are now, at most 10000. A `cursor` goes further, to the last output, and costs the same everywhere. Not together with `cursor`. */
                offset?: number;
                /** @description `next` of the page before. It stays valid, and where it is, while transactions and blocks arrive. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        /** @description The descriptor or extended public key: as JSON, or as text alone. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "descriptor": "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
                 *     }
                 */
                "application/json": {
                    descriptor: string;
                };
                /** @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs */
                "text/plain": string;
            };
        };
        responses: {
            /** @description One page of the unspent outputs of an account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountUtxos"];
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is compressed (`unsupported-body`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccountAddresses: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description Entries on the page. */
                limit?: number;
                /** @description Addresses to pass over. */
                offset?: number;
                /** @description Of this branch alone: 0 is the first of `<0;1>`. */
                branch?: number;
                /** @description Used ones alone, or unused ones. */
                use?: "used" | "unused";
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Output descriptor (BIP 380 to 389), percent-encoded, or an extended public key: xpub, ypub, zpub and their like of each chain. Private keys are refused. A path may end up in logs of proxies: `POST` takes it in the body.
                 * @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs
                 */
                descriptor: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Addresses of an account by branch and index, up to the gap behind the last that is used. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAddresses"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAccountAddresses: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description Entries on the page. */
                limit?: number;
                /** @description Addresses to pass over. */
                offset?: number;
                /** @description Of this branch alone: 0 is the first of `<0;1>`. */
                branch?: number;
                /** @description Used ones alone, or unused ones. */
                use?: "used" | "unused";
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        /** @description The descriptor or extended public key: as JSON, or as text alone. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "descriptor": "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
                 *     }
                 */
                "application/json": {
                    descriptor: string;
                };
                /** @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Addresses of an account by branch and index, up to the gap behind the last that is used. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAddresses"];
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is compressed (`unsupported-body`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccountEvents: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description The `id` of the last event that was received, for those that cannot send `Last-Event-ID`; that header goes before it. */
                lastEventId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Output descriptor (BIP 380 to 389), percent-encoded, or an extended public key: xpub, ypub, zpub and their like of each chain. Private keys are refused. A path may end up in logs of proxies: `POST` takes it in the body.
                 * @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs
                 */
                descriptor: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events until the connection ends. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The data does not go on from that event (`position-gone`). Read the history, and begin a stream without it. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAccountEvents: {
        parameters: {
            query?: {
                /** @description Unused addresses in a row that end a branch, at most 1000. */
                gap?: number;
                /** @description Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`. */
                kind?: "pkh" | "sh-wpkh" | "wpkh" | "tr";
                /** @description The `id` of the last event that was received, for those that cannot send `Last-Event-ID`; that header goes before it. */
                lastEventId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        /** @description The descriptor or extended public key: as JSON, or as text alone. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "descriptor": "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
                 *     }
                 */
                "application/json": {
                    descriptor: string;
                };
                /** @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Events until the connection ends. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or the chain has no descriptors (`no-descriptors`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The data does not go on from that event (`position-gone`). Read the history, and begin a stream without it. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is compressed (`unsupported-body`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: {
                /** @description Entries of each of `inputs`, `outputs`, `transfers` and `messages`. */
                limit?: number;
                /** @description Entries of each of them to pass over. Any offset costs about the same. See `nextOffset`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits in any case, with or without `0x` before them; on THORChain and MAYAChain also what a block itself moved: `block:<height>:begin`, `block:<height>:end:<n>`, `block:<height>:opening`.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A transaction. On Bitcoin and its forks it has inputs and outputs; on Ethereum and its layer 2s sender, recipient and transfers. On THORChain and MAYAChain it has messages, transfers and payouts. `family` says which. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or neither an indexed block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRawTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits in any case, with or without `0x` before them; on THORChain and MAYAChain also what a block itself moved: `block:<height>:begin`, `block:<height>:end:<n>`, `block:<height>:opening`.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of a transaction, as the node has them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RawTransaction"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or neither an indexed block nor the mempool has the transaction, or there is no node to ask for bytes: on chains of accounts, and where this server has none (`no-raw-transactions`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. The same where the node does not answer (`node-unavailable`). */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        /** @description The transaction in hexadecimal, signed: as JSON, or as text alone. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hex": "0200000001…"
                 *     }
                 */
                "application/json": {
                    hex: string;
                };
                /** @example 0200000001… */
                "text/plain": string;
            };
        };
        responses: {
            /** @description A transaction that the node took. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentTransaction"];
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The operator does not let clients send transactions (`broadcast-off`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or there is no node to ask for bytes: on chains of accounts, and where this server has none (`no-raw-transactions`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The transaction is larger than any that nodes take (`body-too-large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is compressed (`unsupported-body`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The node does not answer (`node-unavailable`), or there is too much to do (`overloaded`). `Retry-After` says when to send again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBlock: {
        parameters: {
            query?: {
                /** @description Entries on the page. */
                limit?: number;
                /** @description Entries of the block to pass over. Any offset costs the same. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Height, or hash of 64 hexadecimal digits in any case with or without `0x`, or `latest` for the tip.
                 * @example latest
                 */
                block: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A block, and one page of its entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or no block that is or was indexed has the height or hash. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTokenHolders: {
        parameters: {
            query?: {
                /** @description Entries on the page. */
                limit?: number;
                /** @description Holders to pass over, at most 10000. A `cursor` goes further and costs the same everywhere. Not together with `cursor`. */
                offset?: number;
                /** @description `next` of the page before: goes on behind the holder that it ended with. */
                cursor?: string;
                /** @description Which token of an ERC-1155 contract, in decimal: needed there, and refused elsewhere. */
                tokenId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code of a chain with tokens, in any case. See `/currencies`.
                 * @example eth
                 */
                currency: string;
                /**
                 * @description Contract of the token; on THORChain and MAYAChain the denomination as the bank module writes it, percent-encoded where it has a slash. A proxy may decode that: `/tokens/{currency}/holders` takes it as `asset`.
                 * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
                 */
                asset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the holders of a token, or of a denomination. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holders"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, the chain has no tokens that are counted, or no transfer of this one is indexed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTokenHoldersByQuery: {
        parameters: {
            query: {
                /** @description Entries on the page. */
                limit?: number;
                /** @description Holders to pass over, at most 10000. A `cursor` goes further and costs the same everywhere. Not together with `cursor`. */
                offset?: number;
                /** @description `next` of the page before: goes on behind the holder that it ended with. */
                cursor?: string;
                /** @description Which token of an ERC-1155 contract, in decimal: needed there, and refused elsewhere. */
                tokenId?: string;
                /**
                 * @description Contract of the token; on THORChain and MAYAChain the denomination as the bank module writes it, percent-encoded where it has a slash. A proxy may decode that: `/tokens/{currency}/holders` takes it as `asset`.
                 * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
                 */
                asset: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code of a chain with tokens, in any case. See `/currencies`.
                 * @example eth
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the holders of a token, or of a denomination. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holders"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, the chain has no tokens that are counted, or no transfer of this one is indexed. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMempool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unconfirmed transactions as miners see them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mempool"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or not its mempool, or the chain has no sizes to choose by (`no-mempool`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFees: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What to pay to be in one of the next blocks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fees"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency, or not its mempool, or the chain has no sizes to choose by (`no-mempool`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCurrencies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The currencies that this server follows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Currencies"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No database answers, or not the one that says which chains there are. Where only some do not, `unavailable` names their currencies. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRates: {
        parameters: {
            query?: {
                /** @description A past moment, unix seconds: the rates that were known then. Now when absent. */
                at?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price of every currency. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rates"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No database answers, or not the one that says which chains there are. Where only some do not, `unavailable` names their currencies. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the indexing of every chain is doing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No database answers, or not the one that says which chains there are. Where only some do not, `unavailable` names their currencies. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /** @description An address in any form that its users have, but no name; repeated for each, up to 1000. Events have its canonical form, without the prefix of a CashAddr where it was given without. */
                address?: string[];
                /** @description The `id` of the last event that was received, for those that cannot send `Last-Event-ID`; that header goes before it. */
                lastEventId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events until the connection ends. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This server does not follow the currency (`currencies` lists those it does). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The data does not go on from that event (`position-gone`): it was made anew, or it was too long ago. Read histories, and begin a stream without it. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What this server is and what can be asked of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexDocument"];
                    "text/html": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.0";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDocumentation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that needs nothing from other hosts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server can answer queries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer or has no tables yet, or the server is shutting down. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Prometheus' text format. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    esploraBlocks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Blocks, from the highest down. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraBlocks"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraTip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Blocks, from the highest down. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraBlocks"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraTipHeight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The height. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraTipHash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hash. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBlocksFrom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Height of the first.
                 * @example 9
                 */
                height: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Blocks, from the highest down. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraBlocks"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    mempoolBlocks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Blocks, from the highest down. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraBlocks"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    mempoolBlocksFrom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Height of the first.
                 * @example 9
                 */
                height: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Blocks, from the highest down. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraBlocks"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBlockAtHeight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description The height.
                 * @example 0
                 */
                height: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hash. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Hash of a block: 64 hexadecimal digits.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A block. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraBlock"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    mempoolBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Hash of a block: 64 hexadecimal digits.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A block. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraBlock"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBlockStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Hash of a block: 64 hexadecimal digits.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it is a block of the chain. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraBlockStatus"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBlockHeader: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Hash of a block: 64 hexadecimal digits.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Header of a block in hex */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraRawBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Hash of a block: 64 hexadecimal digits.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The block as it goes over the wire. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBlockTxids: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Hash of a block: 64 hexadecimal digits.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transaction ids. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraHashes"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBlockTxid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Hash of a block: 64 hexadecimal digits.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                hash: string;
                /**
                 * @description Its place, from 0.
                 * @example 0
                 */
                index: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBlockTransactions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Hash of a block: 64 hexadecimal digits.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash, or so many transactions. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBlockTransactionsFrom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Hash of a block: 64 hexadecimal digits.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                hash: string;
                /**
                 * @description Place of the first: a multiple of 25.
                 * @example 0
                 */
                start: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or no block has the hash, or so many transactions. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransaction"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraTransactionHex: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hex. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraTransactionRaw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction as it goes over the wire. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraTransactionStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where a transaction is. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraStatus"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraMerkleProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hashes beside the way to the root. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraMerkleProof"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraMerkleBlockProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A `merkleblock` (BIP37) in hex. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraOutspend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
                /**
                 * @description Index of the output.
                 * @example 0
                 */
                vout: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What spends an output. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraOutspend"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraOutspends: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What spends each output. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraOutspends"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraOutspendsOfMany: {
        parameters: {
            query: {
                /**
                 * @description Up to 50, a comma between them.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txids: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What spends each output, by transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraOutspendsOfMany"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums of the address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraAddressStats"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraAddressTransactions: {
        parameters: {
            query?: {
                /** @description Transaction that the page goes on behind. */
                after_txid?: string;
                /** @description Most transactions, unconfirmed and confirmed ones together. */
                max_txs?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraAddressChainTransactions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraAddressChainTransactionsAfter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraAddressMempoolTransactions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraAddressSummary: {
        parameters: {
            query?: {
                /** @description Transaction that the page goes on behind. */
                after_txid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirmed transactions with what each did to the balance, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraSummary"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraAddressUtxos: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unspent outputs, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraUnspent"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraScript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description SHA-256 of an output script: 64 hexadecimal digits.
                 * @example 8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161
                 */
                scripthash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums of the script. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraScriptStats"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraScriptTransactions: {
        parameters: {
            query?: {
                /** @description Transaction that the page goes on behind. */
                after_txid?: string;
                /** @description Most transactions, unconfirmed and confirmed ones together. */
                max_txs?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description SHA-256 of an output script: 64 hexadecimal digits.
                 * @example 8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161
                 */
                scripthash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraScriptChainTransactions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description SHA-256 of an output script: 64 hexadecimal digits.
                 * @example 8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161
                 */
                scripthash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraScriptChainTransactionsAfter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description SHA-256 of an output script: 64 hexadecimal digits.
                 * @example 8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161
                 */
                scripthash: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraScriptMempoolTransactions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description SHA-256 of an output script: 64 hexadecimal digits.
                 * @example 8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161
                 */
                scripthash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraTransactions"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraScriptSummary: {
        parameters: {
            query?: {
                /** @description Transaction that the page goes on behind. */
                after_txid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description SHA-256 of an output script: 64 hexadecimal digits.
                 * @example 8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161
                 */
                scripthash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirmed transactions with what each did to the balance, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraSummary"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraScriptUtxos: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description SHA-256 of an output script: 64 hexadecimal digits.
                 * @example 8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161
                 */
                scripthash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unspent outputs, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraUnspent"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or nothing else. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraMempool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums of the mempool; `fee_histogram` has lowest rates of bands with their virtual bytes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraMempool"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraMempoolTxids: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transaction ids. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraHashes"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraMempoolRecent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ten that came last. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraRecent"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraFeeEstimates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By number of blocks: base units for a virtual byte. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraFeeEstimates"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraRecommendedFees: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Base units for a virtual byte. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraRecommendedFees"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraMempoolBlocks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next blocks as miners would make them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraMempoolBlocks"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraValidateAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As `validateaddress` of the node has it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraValidatedAddress"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraDifficultyAdjustment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far the difficulty will move; times are milliseconds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraDifficultyAdjustment"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraSend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        /** @description The signed transaction in hexadecimal. */
        requestBody: {
            content: {
                /** @example 0200000001… */
                "text/plain": string;
            };
        };
        responses: {
            /** @description Its id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or this server has no node to send it with. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraSendPackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        /** @description Signed transactions in hexadecimal, parents first. */
        requestBody: {
            content: {
                /**
                 * @example [
                 *       "0200000001…",
                 *       "0200000001…"
                 *     ]
                 */
                "application/json": string[];
            };
        };
        responses: {
            /** @description As `submitpackage` of the node has it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EsploraPackageResult"];
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or this server has no node to send them with. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    esploraBroadcast: {
        parameters: {
            query: {
                /**
                 * @description The signed transaction in hexadecimal.
                 * @example 0200000001
                 */
                tx: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description This server does not follow the currency, or it keeps accounts; or this server has no node to send it with. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    blockbookRoot: {
        parameters: {
            query?: {
                /** @description Taken and left alone: some software adds it. */
                q?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server and the node. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookStatus"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookStatus: {
        parameters: {
            query?: {
                /** @description Taken and left alone: some software adds it. */
                q?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server and the node. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookStatus"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookBestBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hash of a block. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookBlockIndex"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookBlockIndex: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Height or hash of a block.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                height: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hash of a block. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookBlockIndex"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookBlock: {
        parameters: {
            query?: {
                /** @description Page, from 1. One behind the end is empty. */
                page?: number;
                /** @description Transactions of a page. */
                pageSize?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Height or hash of a block.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                block: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A block with a page of its transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookBlock"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookRawBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Height or hash of a block.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                block: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bytes in hex. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookHex"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookFeeStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Height or hash of a block.
                 * @example 00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee
                 */
                block: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the transactions of a block paid, in base units for 1,000 bytes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookFeeStats"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or no block has the hash or height. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookTransaction: {
        parameters: {
            query?: {
                /** @description Whether it is told what spends each output. */
                spending?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookTx"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookSpecificTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A transaction as a node of Bitcoin says it, as far as its bytes tell. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookSpecificTx"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookRawTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Transaction id: 64 hexadecimal digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bytes in hex. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookHex"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or neither a block nor the mempool has the transaction. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookAddress: {
        parameters: {
            query?: {
                /** @description Page, from 1. One behind the end is empty. */
                page?: number;
                /** @description Transactions of a page. */
                pageSize?: number;
                /** @description `txs` has bytes; `txslight` has none. Of all of them the transactions come from the node. */
                details?: "basic" | "tokens" | "tokenBalances" | "txids" | "txslight" | "txs";
                /** @description The first height. */
                from?: number;
                /** @description The last height. */
                to?: number;
                /** @description Contract whose transfers are asked for; of Ethereum and its layer 2s. */
                contract?: string;
                /** @description Currency; there are rates in `usd`. */
                secondary?: string;
                /** @description Taken and left alone: the nonce is that after the last block. */
                confirmedNonce?: "0" | "1" | "true" | "false";
                /** @description Taken and left alone. */
                protocols?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).
                 * @example 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What an address, or all addresses of a key, have and did. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookAddress"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookXpub: {
        parameters: {
            query?: {
                /** @description Page, from 1. One behind the end is empty. */
                page?: number;
                /** @description Transactions of a page. */
                pageSize?: number;
                /** @description `txs` has bytes; `txslight` has none. Of all of them the transactions come from the node. */
                details?: "basic" | "tokens" | "tokenBalances" | "txids" | "txslight" | "txs";
                /** @description The first height. */
                from?: number;
                /** @description The last height. */
                to?: number;
                /** @description Contract whose transfers are asked for; of Ethereum and its layer 2s. */
                contract?: string;
                /** @description Currency; there are rates in `usd`. */
                secondary?: string;
                /** @description Taken and left alone: the nonce is that after the last block. */
                confirmedNonce?: "0" | "1" | "true" | "false";
                /** @description Taken and left alone. */
                protocols?: string;
                /** @description Which addresses are listed. */
                tokens?: "nonzero" | "used" | "derived";
                /** @description Unused addresses in a row that end the search. */
                gap?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Extended public key or output descriptor.
                 * @example xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V
                 */
                xpub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What an address, or all addresses of a key, have and did. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookAddress"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookUtxos: {
        parameters: {
            query?: {
                /** @description Whether unconfirmed outputs are left out. */
                confirmed?: "0" | "1" | "true" | "false";
                /** @description Unused addresses in a row that end the search. */
                gap?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Extended public key or output descriptor.
                 * @example xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V
                 */
                descriptor: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unspent outputs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookUtxos"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookBalanceHistory: {
        parameters: {
            query?: {
                /** @description Unix seconds: the first. */
                from?: number;
                /** @description Unix seconds: the last. */
                to?: number;
                /** @description Seconds of a stretch; 3,600 by default. */
                groupBy?: number;
                /** @description Currency; there are rates in `usd`. */
                fiatcurrency?: string;
                /** @description Unused addresses in a row that end the search. */
                gap?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Extended public key or output descriptor.
                 * @example xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V
                 */
                descriptor: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What an address received and sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookBalanceHistory"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookEstimateFee: {
        parameters: {
            query?: {
                /** @description Taken and left alone. */
                conservative?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description Blocks that the transaction may wait for.
                 * @example 2
                 */
                blocks: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A fee, or the id of a transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookResult"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookTicker: {
        parameters: {
            query?: {
                /** @description Currency; there are rates in `usd`. */
                currency?: string;
                /** @description Refused: tokens have no rates here. */
                token?: string;
                /** @description Unix seconds; now where it is left out. */
                timestamp?: number;
                /** @description Height of a block, in the place of `timestamp`. */
                block?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a coin was worth. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookTicker"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookTickers: {
        parameters: {
            query: {
                /** @description Currency; there are rates in `usd`. */
                currency?: string;
                /**
                 * @description Unix seconds, commas between them: at most 1000.
                 * @example 1767225600,1767312000
                 */
                timestamp: string;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ts: number;
                        rates: {
                            /** @description -1 where it is not known. */
                            usd: number;
                        };
                    }[];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookTickersList: {
        parameters: {
            query?: {
                /** @description Unix seconds; now where it is left out. */
                timestamp?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Currencies that there are rates in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookTickersList"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookSend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        /** @description The signed transaction in hexadecimal. */
        requestBody: {
            content: {
                /** @example 0200000001… */
                "text/plain": string;
            };
        };
        responses: {
            /** @description A fee, or the id of a transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookResult"];
                };
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or this server has no node to send it with. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookSendByLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
                /**
                 * @description The signed transaction in hexadecimal.
                 * @example 0200000001
                 */
                hex: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A fee, or the id of a transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockbookResult"];
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook; or this server has no node to send it with. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
    blockbookWebSocket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Currency code, in any case. See `/currencies`.
                 * @example btc
                 */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Never: the connection becomes a WebSocket (101). */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description The `ETag` of `If-None-Match` still holds. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description This server does not follow the currency, or not for Blockbook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The caller has used what its tier may use for now (`rate-limited`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
            /** @description Any other error: 405, 408, 414, 417, 431, 500 or 503. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                    };
                };
            };
        };
    };
}
