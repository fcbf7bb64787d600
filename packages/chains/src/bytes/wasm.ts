/**
 * Assembles a WebAssembly module of one function and one memory from the function's instructions. Source of the layout
 * and of every code: WebAssembly Core Specification 2.0, §5.
 */

/** As far as it is used here; neither the ES library nor @types/node declares it. */
declare const WebAssembly: {
  validate(code: Uint8Array): boolean;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

const TYPE_FUNCTION = 0x60;
const TYPE_I32 = 0x7f;
const TYPE_I64 = 0x7e;

interface WasmFunction {
  /** How many numbers (i32) it is called with. It returns none. */
  readonly parameters: number;
  /** How many local variables (i64) it has beside them. */
  readonly locals: number;
  /** Its instructions, the final `end` included. */
  readonly code: readonly number[];
}

interface WasmInstance {
  /** One page, 64 KiB. */
  readonly memory: ArrayBuffer;
  readonly run: (...parameters: number[]) => void;
}

/** @param what the function does, for the message. @throws Error on a machine without the instructions that it uses */
export function instantiateWasm(what: string, wasmFunction: WasmFunction): WasmInstance {
  const code = moduleCode(wasmFunction);
  if (!WebAssembly.validate(code)) throw new Error(`this machine has no WebAssembly, which ${what} needs`);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code));
  const { memory, run } = exports as { memory: { readonly buffer: ArrayBuffer }; run: WasmInstance['run'] };
  return { memory: memory.buffer, run };
}

function moduleCode({ parameters, locals, code }: WasmFunction): Uint8Array {
  const body = [1, locals, TYPE_I64, ...code];
  const name = (text: string) => [text.length, ...Buffer.from(text, 'latin1')];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, TYPE_FUNCTION, parameters, ...new Array<number>(parameters).fill(TYPE_I32), 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('run'), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

/** LEB128. */
export function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

export const TYPE_NONE = 0x40;
export const OP = {
  ...{ loop: 0x03, if: 0x04, end: 0x0b, brIf: 0x0d },
  ...{ get: 0x20, set: 0x21, tee: 0x22, i32Const: 0x41, i64Const: 0x42 },
} as const;
export const I32 = { ne: 0x47, add: 0x6a } as const;
export const I64 = {
  ...{ load: 0x29, store: 0x37, add: 0x7c, and: 0x83, xor: 0x85 },
  ...{ rotl: 0x89, rotr: 0x8a, fromI32: 0xac, fromU32: 0xad },
} as const;

export const get = (local: number) => [OP.get, local];
export const set = (local: number) => [OP.set, local];
/** Access to an i64 at an address that is on the stack. */
export const load = (offset: number) => [I64.load, 3, ...unsigned(offset)];
