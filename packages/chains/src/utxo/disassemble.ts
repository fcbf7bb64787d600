/** Scripts as text, in the words of rust-bitcoin, which Esplora answers in. Source: rust-bitcoin src/blockdata/script, opcodes.rs. */
import { ScriptReader } from './script-type.js';

const PUSHNUM_BASE = 0x50;
const FIRST_NAMED = 0x61;
/** From 0x61 on, one after the other. */
const NAMED = (
  'NOP VER IF NOTIF VERIF VERNOTIF ELSE ENDIF VERIFY RETURN TOALTSTACK FROMALTSTACK 2DROP 2DUP 3DUP 2OVER 2ROT 2SWAP ' +
  'IFDUP DEPTH DROP DUP NIP OVER PICK ROLL ROT SWAP TUCK CAT SUBSTR LEFT RIGHT SIZE INVERT AND OR XOR EQUAL EQUALVERIFY ' +
  'RESERVED1 RESERVED2 1ADD 1SUB 2MUL 2DIV NEGATE ABS NOT 0NOTEQUAL ADD SUB MUL DIV MOD LSHIFT RSHIFT BOOLAND BOOLOR ' +
  'NUMEQUAL NUMEQUALVERIFY NUMNOTEQUAL LESSTHAN GREATERTHAN LESSTHANOREQUAL GREATERTHANOREQUAL MIN MAX WITHIN RIPEMD160 ' +
  'SHA1 SHA256 HASH160 HASH256 CODESEPARATOR CHECKSIG CHECKSIGVERIFY CHECKMULTISIG CHECKMULTISIGVERIFY NOP1 CLTV CSV ' +
  'NOP4 NOP5 NOP6 NOP7 NOP8 NOP9 NOP10 CHECKSIGADD'
).split(' ');

function nameOf(opcode: number): string {
  if (opcode === 0) return 'OP_0';
  if (opcode < 0x4c) return `OP_PUSHBYTES_${opcode}`;
  if (opcode < 0x4f) return `OP_PUSHDATA${1 << (opcode - 0x4c)}`;
  if (opcode === 0x4f) return 'OP_PUSHNUM_NEG1';
  if (opcode === PUSHNUM_BASE) return 'OP_RESERVED';
  if (opcode < FIRST_NAMED) return `OP_PUSHNUM_${opcode - PUSHNUM_BASE}`;
  const name = NAMED[opcode - FIRST_NAMED];
  if (name !== undefined) return `OP_${name}`;
  return opcode === 0xff ? 'OP_INVALIDOPCODE' : `OP_RETURN_${opcode}`;
}

/** Data that is pushed is hex behind its operation. A push that runs over the end is the last word. */
export function disassemble(script: Buffer): string {
  const words: string[] = [];
  const reader = new ScriptReader(script);
  while (!reader.done) {
    const opcode = script[reader.at]!;
    if (reader.next()) {
      words.push(nameOf(opcode));
      if (reader.dataLength > 0)
        words.push(script.toString('hex', reader.dataStart, reader.dataStart + reader.dataLength));
      continue;
    }
    // Without the bytes of its length, nothing is known of the push.
    if (reader.dataStart > script.length) words.push('<unexpected end>');
    else words.push(nameOf(opcode), '<push past end>');
    break;
  }
  return words.join(' ');
}

/** @returns what the last operation pushes; null where it pushes nothing, or the script does not end with one */
export function lastPush(script: Buffer): Buffer | null {
  const reader = new ScriptReader(script);
  let push: Buffer | null = null;
  while (reader.next()) {
    const isPush = reader.opcode < 0x4f;
    push = isPush ? script.subarray(reader.dataStart, reader.dataStart + reader.dataLength) : null;
  }
  return reader.done ? push : null;
}
