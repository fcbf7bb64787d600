/** A body that is the same for everybody who asks: made, tagged and compressed once. All responses send the same bytes. */
import { createHash, type Hash } from 'node:crypto';
import { type EncodedBody, type Encoding, encodeBody, encodingOf } from './encode-body.js';

export class SharedBody {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly tag: string;
  readonly #encoded = new Map<Encoding, Promise<EncodedBody>>();

  constructor(content: string | Buffer, mediaType: string) {
    this.bytes = Buffer.from(content);
    this.mediaType = mediaType;
    this.tag = tagFrom(createHash('sha256').update(content));
  }

  /** @param accepted the best that the client can read */
  encoded(accepted: Encoding): Promise<EncodedBody> {
    const encoding = encodingOf(this.bytes.length, accepted);
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const encoded = encodeBody(this.bytes, encoding);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

export function tagFrom(hash: Hash): string {
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}
