-- A non-fungible token alone holds 0 fungible ones: '0', as in the answers of nodes, where rows had null.

UPDATE transactions
SET output_tokens = ARRAY(
  SELECT CASE WHEN token @> '{"amount": null}' THEN jsonb_set(token, '{amount}', '"0"') ELSE token END
  FROM unnest(output_tokens) WITH ORDINALITY AS o(token, n) ORDER BY n)
WHERE chain = 'bch' AND output_tokens IS NOT NULL
  AND EXISTS (SELECT FROM unnest(output_tokens) AS token WHERE token @> '{"amount": null}');

UPDATE mempool_transactions
SET output_tokens = ARRAY(
  SELECT CASE WHEN token @> '{"amount": null}' THEN jsonb_set(token, '{amount}', '"0"') ELSE token END
  FROM unnest(output_tokens) WITH ORDINALITY AS o(token, n) ORDER BY n)
WHERE chain = 'bch' AND output_tokens IS NOT NULL
  AND EXISTS (SELECT FROM unnest(output_tokens) AS token WHERE token @> '{"amount": null}');

COMMENT ON COLUMN transactions.output_tokens IS 'Bitcoin Cash: the CashTokens that each output holds, as {"category": hex, "amount": decimal text, "0" for a non-fungible token alone, "nft": {"capability": none, mutable or minting, "commitment": hex} or null}, NULL elements for outputs without; NULL as a whole when there is none.';
