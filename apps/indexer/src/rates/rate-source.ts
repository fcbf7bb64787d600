/** The form of a source of rates. */

/** Price of one coin by one source, and its time. */
export interface Quote {
  /** Symbol of the coin: "ETH". */
  readonly symbol: string;
  /** US dollars per whole coin times 10^18; above 0. */
  readonly price: bigint;
  /** When the price was made, unix seconds. */
  readonly asOf: number;
  /** How far it may be from the market by the source's own rules, in hundredths of a percent. */
  readonly band: bigint;
}

/** Answer of a source: fresh prices, and why others are none. A price that may be wrong is never among them. */
export interface Quotes {
  readonly quotes: readonly Quote[];
  /** Sentences for the operator; none names credentials. */
  readonly problems: readonly string[];
}

export interface RateSource {
  /** Shown to clients: "chainlink:op", "feed:op" where settings name the feeds, "thornode", "kraken". No commas. */
  readonly name: string;
  /** @throws what trouble with the source is */
  ask(nowSeconds: number, signal: AbortSignal): Promise<Quotes>;
  close(): Promise<void>;
}
