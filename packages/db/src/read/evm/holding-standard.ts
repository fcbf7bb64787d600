/**
 * The standard of what an address has of a contract, in SQL. A contract may log transfers of several standards. Those of
 * ERC-1155 alone are kept by token id; of the other two, which ask the same question, the contract's first transfer tells.
 * @param holding row of token_balances @param token row of tokens, may be all NULL
 */
export function holdingStandard(holding: string, token: string): string {
  return `CASE WHEN ${holding}.token_id IS NOT NULL THEN 'erc1155' WHEN ${token}.standard = 'erc721' THEN 'erc721' ELSE 'erc20' END`;
}
