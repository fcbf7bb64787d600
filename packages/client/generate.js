/** The types of the API's answers and parameters, made from its OpenAPI document. Part of `npm run generate`. */
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const HEAD = `/** Made from docs/openapi.json by \`npm run generate\`: every route, and every schema by its own name. */
`;

/** @param {object} document an OpenAPI document */
export async function typesOf(document) {
  // Without copies, a schema is in reach by its name alone, and not by a long path only.
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true };
  return HEAD + astToString(await openapiTypes(document, { ...options, transform: extensible }));
}

/**
 * The words that are known, and any other text: a newer server may have more. Written so that the known ones are still
 * proposed, and tell values apart.
 * @param {object} schema
 */
function extensible({ 'x-extensible-enum': words }) {
  if (!Array.isArray(words)) return undefined;
  const { factory } = ts;
  const known = words.map((word) => factory.createLiteralTypeNode(factory.createStringLiteral(word)));
  const never = factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
  const other = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeReferenceNode('Record', [never, never]),
  ]);
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(other)]);
}
