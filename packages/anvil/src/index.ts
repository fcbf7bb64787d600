export {
  type AbiEntry,
  type ContractArtifact,
  type ContractName,
  contractArtifact,
  tokenBytecode,
} from './contracts.js';
export { type AnvilSearch, findAnvil } from './find-anvil.js';
