/** @returns the source of a module in TypeScript */
export function typesOf(document: object): Promise<string>;
