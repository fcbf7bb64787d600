-- What coins are worth, as it was found out: the newest figure, and of the past the first one of each hour.

CREATE TABLE rates (
  at      bigint NOT NULL,
  as_of   bigint NOT NULL CHECK (as_of <= at),
  symbol  text NOT NULL,
  rate    numeric NOT NULL CHECK (rate > 0 AND rate < 'Infinity'),
  sources text[] NOT NULL CHECK (cardinality(sources) > 0),
  PRIMARY KEY (symbol, at)
);
COMMENT ON TABLE rates IS 'US dollars per whole coin: the newest figure of each coin, and of the past the first one of each hour.';
COMMENT ON COLUMN rates.at IS 'When the sources were asked, unix seconds.';
COMMENT ON COLUMN rates.as_of IS 'When the newest of the prices that it comes from was made, unix seconds.';
COMMENT ON COLUMN rates.symbol IS 'Symbol of the coin, as chains.symbol has it: chains whose coin is the same share its rate.';
COMMENT ON COLUMN rates.rate IS 'US dollars per whole coin: the median of the sources that agreed.';
COMMENT ON COLUMN rates.sources IS 'The sources that agreed, in alphabetical order.';
