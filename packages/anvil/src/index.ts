export { type AbiEntry, type ContractArtifact, type ContractName, contractArtifact } from './contracts.js';
export { type AnvilSearch, findAnvil } from './find-anvil.js';
