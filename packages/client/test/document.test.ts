/** The types that openapi-typescript makes of the API's document: whole, and without a hole. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { typesOf } from '../generate.js';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const DOCUMENT = JSON.parse(readFileSync(pathOf('../../../docs/openapi.json'), 'utf8'));
const SCHEMA = pathOf('../src/schema.ts');

afterEach(() => {
  vi.restoreAllMocks();
});

it('openapi-typescript takes the document without a word, and makes the committed types', async () => {
  const words = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
  expect(await typesOf(structuredClone(DOCUMENT))).toBe(readFileSync(SCHEMA, 'utf8'));
  for (const said of words) expect(said.mock.calls).toEqual([]);
});

describe('the types', () => {
  const program = ts.createProgram([SCHEMA], {
    strict: true,
    noEmit: true,
    types: [],
    exactOptionalPropertyTypes: true,
  });
  const source = program.getSourceFile(SCHEMA)!;
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
  const typeNamed = (name: string) => checker.getDeclaredTypeOfSymbol(exported.find((symbol) => symbol.name === name)!);

  /** The type of a property, step by step. */
  const at = (type: ts.Type, ...steps: string[]): ts.Type =>
    steps.reduce((each, step) => {
      const property = each.getProperty(step);
      return property ? checker.getTypeOfSymbolAtLocation(property, source) : checker.getNeverType();
    }, type);

  /**
   * Where a value of the type may be anything, or nothing at all: names of properties, `[]` for elements, `{}` for
   * those of any name.
   */
  function holes(type: ts.Type, path = '', above: readonly ts.Type[] = []): string[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never)) return [path];
    if (above.includes(type)) return [];
    const within = [...above, type];
    if (type.isUnion()) return type.types.flatMap((each) => holes(each, path, within));
    if (checker.isArrayType(type))
      return holes(checker.getTypeArguments(type as ts.TypeReference)[0]!, `${path}[]`, within);
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return [];
    const named = type.getProperties().flatMap((each) => holes(at(type, each.name), `${path}.${each.name}`, within));
    const index = type.getStringIndexType();
    return index ? [...named, ...holes(index, `${path}{}`, within)] : named;
  }

  const paths = typeNamed('paths');
  const routes = paths.getProperties().map(({ name }) => name);

  it('have every route and every schema, by its name', () => {
    expect(program.getSemanticDiagnostics(source)).toEqual([]);
    expect(routes).toEqual(Object.keys(DOCUMENT.paths));
    const names = exported.map(({ name }) => name);
    for (const name of Object.keys(DOCUMENT.components.schemas)) expect(names).toContain(name);
  });

  /** How a route is asked. */
  const methodOf = (route: string): 'get' | 'post' => ('post' in DOCUMENT.paths[route] ? 'post' : 'get');

  it.each(routes)('know what %s takes', (route) => {
    const method = methodOf(route);
    for (const place of ['path', 'query'] as const) {
      const documented = DOCUMENT.paths[route][method].parameters.filter((each: { in: string }) => each.in === place);
      const type = checker.getNonNullableType(at(paths, route, method, 'parameters', place));
      const parameters = type.flags & ts.TypeFlags.Never ? [] : type.getProperties();
      expect(parameters.map(({ name }) => name).sort()).toEqual(
        documented.map((each: { name: string }) => each.name).sort(),
      );
      const isOptional = ({ flags }: ts.Symbol) => (flags & ts.SymbolFlags.Optional) !== 0;
      for (const parameter of parameters) {
        const { required } = documented.find(({ name }: { name: string }) => name === parameter.name);
        expect(isOptional(parameter), parameter.name).toBe(!required);
      }
      if (parameters.length > 0) expect(holes(type)).toEqual([]);
    }
  });

  it.each(routes)('know what %s answers', (route) => {
    const method = methodOf(route);
    const contents = at(paths, route, method, 'responses', '200', 'content');
    const mediaTypes = contents.getProperties().map(({ name }) => name);
    expect(mediaTypes).toEqual(Object.keys(DOCUMENT.paths[route][method].responses[200].content));
    const open = mediaTypes.flatMap((mediaType) => holes(at(contents, mediaType)));
    // Messages of transactions have fields of their own, and the document is whatever OpenAPI allows.
    expect(open.filter((path) => !/(^|\.)messages\[\]\{\}$/.test(path))).toEqual(route === '/swagger' ? ['{}'] : []);
  });

  it('tell transactions apart by their family', () => {
    for (const name of ['Transaction', 'HistoryTransaction', 'BlockTransaction']) {
      const families = (typeNamed(name) as ts.UnionType).types.map((each) => at(each, 'family'));
      expect(families.map((family) => (family as ts.StringLiteralType).value).sort(), name).toEqual([
        ...['cosmos', 'evm', 'utxo'],
      ]);
    }
  });

  it('have every problem by its code', () => {
    const codes = at(typeNamed('Problem'), 'code') as ts.UnionType;
    expect(codes.types.length).toBeGreaterThan(20);
    expect(codes.types.filter((code) => code.isStringLiteral())).toHaveLength(codes.types.length - 1);
  });

  it('know words that may have others beside them, and take those, too', () => {
    const word = at(typeNamed('UtxoTransaction'), 'status') as ts.UnionType;
    expect(word.types.flatMap((each) => (each.isStringLiteral() ? [each.value] : [])).sort()).toEqual([
      ...['confirmed', 'dropped', 'pending'],
    ]);
    expect(checker.isTypeAssignableTo(word, checker.getStringType())).toBe(true);
    expect(word.types.some((each) => each.isIntersection())).toBe(true);
  });
});
