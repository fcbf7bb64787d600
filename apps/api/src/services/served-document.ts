/** The OpenAPI document as it is served: with values to try routes out with, made anew when those change. */
import { SharedBody } from '../http/encode-body.js';
import type { ExampleFinder } from './example-finder.js';

type Json = Readonly<Record<string, unknown>>;

const MEDIA_TYPE = 'application/json; charset=utf-8';

export class ServedDocument {
  readonly #make: () => Json;
  #document: Json | undefined;
  /** Values that the body was made with. */
  #values: string | undefined;
  #body: SharedBody | undefined;

  /** @param make the document; called at the first request, since it takes a tenth of what a start does */
  constructor(make: () => Json) {
    this.#make = make;
  }

  async with(examples: ExampleFinder): Promise<{ readonly shared: SharedBody; readonly hasExamples: boolean }> {
    const values = await parameterExamples(examples);
    const key = JSON.stringify(values);
    if (!this.#body || key !== this.#values) {
      this.#document ??= this.#make();
      const document = values ? withParameterExamples(this.#document, values) : this.#document;
      this.#body = new SharedBody(JSON.stringify(document), MEDIA_TYPE);
      this.#values = key;
    }
    return { shared: this.#body, hasExamples: values !== null };
  }
}

/** Values that routes answer here; of a chain of which all of them do, if there is one. */
async function parameterExamples(examples: ExampleFinder): Promise<Record<string, string | number> | null> {
  const found = ((await examples.find()) ?? []).filter(({ address }) => address !== null);
  const example = found.find(({ features }) => features.includes('utxos')) ?? found[0];
  if (!example?.address) return null;
  const { code: currency, address, txid, height } = example;
  // An account of one address is one on every network.
  return { currency, address, descriptor: `addr(${address})`, txid, height, fromHeight: height, toHeight: height };
}

/** The document with other values to try routes out with. @param values by name of a parameter */
function withParameterExamples(document: Json, values: Readonly<Record<string, string | number>>): Json {
  const paths = document['paths'] as Readonly<
    Record<string, Readonly<Record<string, { readonly parameters: readonly Json[] }>>>
  >;
  const exampleOf = (parameter: Json): Json => {
    const example = values[String(parameter['name'])];
    if (example === undefined) return parameter;
    if (parameter['in'] === 'path') return { ...parameter, example };
    const schema = parameter['schema'] as Json;
    const value = schema['type'] === 'array' ? [example] : example;
    if (parameter['required'] === true) return { ...parameter, example: value };
    return { ...parameter, schema: { ...schema, examples: [value] } };
  };
  return {
    ...document,
    paths: Object.fromEntries(
      // Which tokens there are here is not looked for.
      Object.entries(paths).map(([path, item]) => [
        path,
        path.startsWith('/tokens/')
          ? item
          : Object.fromEntries(
              Object.entries(item).map(([name, part]) => [
                name,
                // Servers stand beside the operations.
                'parameters' in part ? { ...part, parameters: part.parameters.map(exampleOf) } : part,
              ]),
            ),
      ]),
    ),
  };
}
