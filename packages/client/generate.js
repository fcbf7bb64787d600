/** The types of the API's answers and parameters, made from its OpenAPI document. Part of `npm run generate`. */
import openapiTypes, { astToString } from 'openapi-typescript';

const HEAD = `/** Made from docs/openapi.json by \`npm run generate\`: every route, and every schema by its own name. */
`;

/** @param {object} document an OpenAPI document */
export async function typesOf(document) {
  // Without copies, a schema is in reach by its name alone, and not by a long path only.
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true };
  return HEAD + astToString(await openapiTypes(document, options));
}
