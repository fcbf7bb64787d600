/** The opcodes that output scripts are recognised by. Source: bitcoin src/script/script.h. */
export const OP_0 = 0x00;
const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA2 = 0x4d;
export const OP_PUSHDATA4 = 0x4e;
export const OP_1NEGATE = 0x4f;
export const OP_RESERVED = 0x50;
export const OP_1 = 0x51;
export const OP_16 = 0x60;
export const OP_RETURN = 0x6a;
export const OP_DUP = 0x76;
export const OP_EQUAL = 0x87;
export const OP_EQUALVERIFY = 0x88;
export const OP_HASH160 = 0xa9;
export const OP_HASH256 = 0xaa;
export const OP_CHECKSIG = 0xac;
export const OP_CHECKMULTISIG = 0xae;

/** Walks the operations of a script as nodes do (bitcoin src/script/script.cpp GetScriptOp). */
export class ScriptReader {
  readonly script: Buffer;
  /** Offset of the next operation. */
  at = 0;
  opcode = -1;
  /** The pushed bytes of the last operation: `script[dataStart … dataStart + dataLength)`, empty for most opcodes. */
  dataStart = 0;
  dataLength = 0;

  constructor(script: Buffer, at = 0) {
    this.script = script;
    this.at = at;
  }

  get done(): boolean {
    return this.at >= this.script.length;
  }

  /** Reads the next operation. @returns false at the end and when a push runs over it; `opcode` is -1 then. */
  next(): boolean {
    this.opcode = -1;
    this.dataLength = 0;
    if (this.done) return false;
    const opcode = this.script[this.at]!;
    const lengthBytes = opcode === OP_PUSHDATA1 ? 1 : opcode === OP_PUSHDATA2 ? 2 : opcode === OP_PUSHDATA4 ? 4 : 0;
    this.dataStart = this.at + 1 + lengthBytes;
    if (this.dataStart > this.script.length) return false;
    let length = opcode < OP_PUSHDATA1 ? opcode : 0;
    if (lengthBytes > 0) length = this.script.readUIntLE(this.at + 1, lengthBytes);
    if (this.dataStart + length > this.script.length) return false;
    this.opcode = opcode;
    this.dataLength = length;
    this.at = this.dataStart + length;
    return true;
  }
}
