/** A thread that attacks a server until it is terminated: what it does takes no time of the server's event loop. */
import { Agent, request as open } from 'node:http';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port, localAddress, paths, connections, way, headers, bodyBytes = 0 } = workerData;
/** Two hexadecimal digits for each byte of a transaction. */
const body = '02'.repeat(bodyBytes / 2);
const method = bodyBytes > 0 ? 'POST' : 'GET';
/** Sends a request, with its body where it has one. */
const send = (options, onResponse) => {
  const sent = open({ ...options, method }, onResponse);
  sent.end(body);
  return sent;
};
const place = { port, host: '127.0.0.1', localAddress };
const AGAIN_MS = 20;
/** Sent on one connection before anything is read. */
const AHEAD = 100;

let count = 0;
/** `{n}` is another number each time, as far as histories go. */
const NUMBERS = 2_000;
const nextPath = () => paths[count++ % paths.length].replaceAll('{n}', String(count % NUMBERS));
const told = (event) => parentPort.postMessage(event);

/** Asks again and again, and takes all of each answer. */
function askForEver(agent) {
  const again = () => askForEver(agent);
  const request = send({ ...place, path: nextPath(), agent, headers }, (response) => {
    told('answered');
    response
      .resume()
      .on('end', again)
      .on('error', () => setTimeout(again, AGAIN_MS));
  });
  request.once('finish', () => told('asked')).on('error', () => setTimeout(again, AGAIN_MS));
}

/** Sends requests, and reads nothing. */
function askAhead() {
  const socket = connect(place, () => {
    const head = `Host: x\r\nAccept-Encoding: identity\r\n\r\n`;
    socket.pause().write(Array.from({ length: AHEAD }, () => `GET ${nextPath()} HTTP/1.1\r\n${head}`).join(''));
    told('asked');
  }).on('error', () => undefined);
}

/** Asks, reads the head of the answer, and leaves. */
function leave() {
  const request = send({ ...place, path: nextPath(), agent: false, headers }, (response) => {
    told('answered');
    response.on('error', () => undefined).destroy();
    setTimeout(leave, AGAIN_MS);
  });
  request.once('finish', () => told('asked')).on('error', () => setTimeout(leave, AGAIN_MS));
}

/** Another method, and a reset instead of an end. */
function reset() {
  const socket = connect(place, () => {
    socket.write(`CONNECT ${nextPath()}:1 HTTP/1.1\r\nHost: x\r\n\r\n`);
    told('asked');
  });
  socket
    .once('data', () => {
      told('answered');
      socket.resetAndDestroy();
    })
    .on('error', () => undefined)
    .once('close', () => setTimeout(reset, AGAIN_MS));
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const ways = { read: () => askForEver(agent), unread: askAhead, leave, reset };
for (let n = 0; n < connections; n++) ways[way]();
