import type { Publisher } from 'zeromq';
import type { ZmqTopic } from './dialect.js';

/** A node's default `-zmqpub<topic>hwm`: what a slow subscriber misses beyond it is lost. */
const HIGH_WATER_MARK = 1000;

/** One publishing socket for all topics, as nodes share one where the addresses are the same. */
export class ZmqPublisher {
  readonly topics: readonly ZmqTopic[];
  /** "tcp://127.0.0.1:28332" */
  readonly address: string;
  private readonly socket: Publisher;
  private readonly counters = new Map<ZmqTopic, number>();
  /** A socket sends one message at a time. */
  private sending: Promise<void> = Promise.resolve();
  private isClosing = false;

  private constructor(socket: Publisher, topics: readonly ZmqTopic[], address: string) {
    this.socket = socket;
    this.topics = topics;
    this.address = address;
  }

  /** @param address "tcp://127.0.0.1:*" takes a free port */
  static async bind(topics: readonly ZmqTopic[], address: string): Promise<ZmqPublisher> {
    // The native library is loaded only where it is asked for.
    const { Publisher: Socket } = await import('zeromq');
    const socket = new Socket({ linger: 0, sendHighWaterMark: HIGH_WATER_MARK });
    await socket.bind(address);
    return new ZmqPublisher(socket, topics, socket.lastEndpoint ?? address);
  }

  /** Three frames: topic, body, counter of the topic (bitcoin doc/zmq.md). Topics that this node does not have are left out. */
  publish(topic: ZmqTopic, body: Buffer): void {
    if (this.isClosing || !this.topics.includes(topic)) return;
    const counter = this.counters.get(topic) ?? 0;
    this.counters.set(topic, (counter + 1) >>> 0);
    const frame = Buffer.alloc(4);
    frame.writeUInt32LE(counter);
    this.sending = this.sending.then(() => this.send([topic, body, frame]));
  }

  /** Messages on their way are dropped; the port is free when the promise resolves. */
  async close(): Promise<void> {
    this.isClosing = true;
    // A socket that is being unbound refuses to send.
    await this.sending;
    await this.socket.unbind(this.address);
    this.socket.close();
  }

  private async send(frames: (string | Buffer)[]): Promise<void> {
    if (!this.isClosing) await this.socket.send(frames);
  }
}
