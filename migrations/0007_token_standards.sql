-- Contracts that log transfers of several standards: the standard is one of the holding, not of the contract alone.

CREATE OR REPLACE VIEW address_token_balances AS
SELECT b.chain, b.address_key, a.address, t.address AS asset,
  CASE WHEN b.token_id IS NOT NULL THEN 'erc1155'::token_standard WHEN t.standard = 'erc721' THEN t.standard ELSE 'erc20' END AS standard,
  t.symbol, t.name, t.decimals, b.token_id, b.balance, b.height
FROM token_balances b
LEFT JOIN addresses a ON a.chain = b.chain AND a.address_key = b.address_key
LEFT JOIN tokens t ON t.chain = b.chain AND t.asset = b.asset;
COMMENT ON COLUMN address_token_balances.standard IS 'erc1155 where its transfers told of the token_id, else as the contract''s first transfer looked.';
COMMENT ON COLUMN tokens.standard IS 'As its first transfer looked. A contract may log transfers of several standards: transfers.standard tells of each.';
COMMENT ON TABLE address_balances IS 'Account chains: balances as the node says them, of addresses that blocks touched since the chain went live, at the last traced block where blocks are traced. An address that is not here was not touched since.';
