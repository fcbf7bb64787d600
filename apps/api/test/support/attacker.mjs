/** A thread that attacks a server until it is terminated: what it does takes no time of the server's event loop. */
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port, localAddress, path, connections, ahead } = workerData;
const place = { port, host: '127.0.0.1', localAddress };

/** Asks again and again, and takes all of each answer. */
function askForEver(agent) {
  get({ ...place, path, agent }, (response) => {
    parentPort.postMessage('answered');
    response
      .resume()
      .on('end', () => askForEver(agent))
      .on('error', () => undefined);
  }).on('error', () => undefined);
}

/** Sends requests, and reads nothing. */
function askAhead() {
  const socket = connect(place, () => {
    socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n`.repeat(ahead));
    parentPort.postMessage('sent');
  }).on('error', () => undefined);
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });
for (let n = 0; n < connections; n++) {
  if (ahead > 0) askAhead();
  else askForEver(agent);
}
