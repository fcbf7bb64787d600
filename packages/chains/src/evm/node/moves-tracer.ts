/**
 * A tracer of go-ethereum in JavaScript (eth/tracers/js/goja.go), which other clients run, too. It answers in the
 * callTracer's form with frames that move something and those around them, without inputs and outputs. A transaction
 * that passes on 3 KB of input in each of 141,000 calls has a gigabyte of the callTracer's JSON, and little of this.
 *
 * A node runs no step of the EVM in it: there is no `step`.
 */
const TRACER = `{
  stack: [],
  calls: [],
  enter: function (frame) {
    var value = frame.getValue();
    var call = { type: frame.getType(), from: toHex(frame.getFrom()), to: toHex(frame.getTo()), calls: [] };
    if (value !== undefined) call.value = '0x' + value.toString(16);
    this.stack.push(call);
  },
  exit: function (outcome) {
    var call = this.stack.pop();
    if (outcome.getError() !== undefined) return;
    var pays = call.type === 'CALL' && call.value !== undefined && call.value !== '0x0';
    var names = call.type === 'CREATE' || call.type === 'CREATE2' || call.type === 'SELFDESTRUCT';
    if (!pays && !names && call.calls.length === 0) return;
    (this.stack.length === 0 ? this : this.stack[this.stack.length - 1]).calls.push(call);
  },
  fault: function () {},
  result: function (context) {
    var call = { type: context.type, from: toHex(context.from), to: toHex(context.to), calls: this.calls };
    call.value = '0x' + context.value.toString(16);
    if (context.error !== undefined) call.error = context.error;
    return call;
  }
}`;

export const MOVES_TRACER = TRACER.replaceAll(/\s+/g, ' ');
