import type { Request, Response } from 'express';
import { ProblemError } from '../problem.js';

/** Reads the body of a request. @throws ProblemError where it is too large, or compressed; the rest is not read then */
export async function readBody(request: Request, response: Response, mostBytes: number): Promise<string> {
  const refuse = (problem: ProblemError): ProblemError => {
    response.set('Connection', 'close');
    return problem;
  };
  const { 'content-length': announced, 'content-encoding': encoding, expect } = request.headers;
  if (encoding !== undefined && encoding !== 'identity')
    throw refuse(new ProblemError('unsupported-body', 'send the body as it is, without Content-Encoding'));
  const tooLarge = new ProblemError('body-too-large', `the body has more than ${mostBytes} bytes`);
  if (Number(announced) > mostBytes) throw refuse(tooLarge);
  if (expect !== undefined) response.writeContinue();
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostBytes) throw refuse(tooLarge);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Null for a text that is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
