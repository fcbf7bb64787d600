/**
 * Runs `program.cjs` beside it with the code that V8 compiled when it ran with `KEEP_COMPILED=1`. Without that code, or
 * where it is of another version of Node.js or for other flags, V8 compiles it anew. `scripts/bundle.mjs` puts this
 * beside every program it bundles.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

// Most of these programs end after a second or two, in which optimizing code costs more than it saves.
setFlagsFromString('--interrupt-budget=1000000');

const filename = join(__dirname, 'program.cjs');
const cache = join(__dirname, 'program.cache');
const keeps = process.env.KEEP_COMPILED === '1';
const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`;
const script = new Script(source, { filename, cachedData: keeps ? undefined : readIfPresent(cache) });
if (keeps) process.once('exit', () => writeFileSync(cache, script.createCachedData()));
script.runInThisContext()(module.exports, require, module, filename, __dirname);

function readIfPresent(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}
