import type { Publisher } from 'zeromq';

/** Topics that the product asks for, of all topics; in the body, hashes are in display order. */
export const ZMQ_TOPICS = ['hashblock', 'hashtx'] as const;
type ZmqTopic = (typeof ZMQ_TOPICS)[number];

/** A node's default `-zmqpub<topic>hwm`: what a slow subscriber misses beyond it is lost. */
const HIGH_WATER_MARK = 1000;

/** One publishing socket for all topics, as nodes share one where the addresses are the same (bitcoin doc/zmq.md). */
export class ZmqPublisher {
  /** "tcp://127.0.0.1:28332" */
  readonly address: string;
  private readonly socket: Publisher;
  /** A socket sends one message at a time. */
  private sending: Promise<void> = Promise.resolve();
  private isClosing = false;

  private constructor(socket: Publisher, address: string) {
    this.socket = socket;
    this.address = address;
  }

  /** @param address "tcp://127.0.0.1:*" takes a free port */
  static async bind(address: string): Promise<ZmqPublisher> {
    // The native library is loaded only where it is asked for.
    const { Publisher: Socket } = await import('zeromq');
    const socket = new Socket({ linger: 0, sendHighWaterMark: HIGH_WATER_MARK });
    await socket.bind(address);
    return new ZmqPublisher(socket, socket.lastEndpoint ?? address);
  }

  /** The third frame, which counts a topic's messages, is always 0: the product does not look at it. */
  publish(topic: ZmqTopic, hash: string): void {
    this.sending = this.sending.then(async () => {
      if (!this.isClosing) await this.socket.send([topic, Buffer.from(hash, 'hex'), Buffer.alloc(4)]);
    });
  }

  /** Messages on their way are dropped; the port is free when the promise resolves. */
  async close(): Promise<void> {
    this.isClosing = true;
    // A socket that is being unbound refuses to send.
    await this.sending;
    await this.socket.unbind(this.address);
    this.socket.close();
  }
}
