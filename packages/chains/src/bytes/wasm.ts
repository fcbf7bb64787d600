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

interface WasmFunction {
  /** How many numbers (i32) it is called with. It returns none. */
  readonly parameters: number;
  /** How many local variables it has beside them, and the code of their one type. */
  readonly locals: number;
  readonly localType: number;
  /** Its instructions, the final `end` included. */
  readonly code: readonly number[];
}

interface WasmInstance {
  /** One page, 64 KiB. */
  readonly memory: ArrayBuffer;
  readonly run: (...parameters: number[]) => void;
}

/** @returns the function and its memory, or null on a machine without the instructions that it uses */
export function instantiateWasm(wasmFunction: WasmFunction): WasmInstance | null {
  const code = moduleCode(wasmFunction);
  if (!WebAssembly.validate(code)) return null;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code));
  const { memory, run } = exports as { memory: { readonly buffer: ArrayBuffer }; run: WasmInstance['run'] };
  return { memory: memory.buffer, run };
}

function moduleCode({ parameters, locals, localType, code }: WasmFunction): Uint8Array {
  const body = [1, locals, localType, ...code];
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
