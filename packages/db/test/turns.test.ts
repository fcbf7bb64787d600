import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NoTurnError, Turns } from '../src/index.js';

const siteOf = (client: string): string | null => (client.includes('/') ? client.split('/')[0]! : null);
const LONG = { waiting: 100, waitMs: 60_000 };

/** Asks for turns, and notes the order in which they begin. */
function asking(turns: Turns) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (client: string, name = client, signal?: AbortSignal): void => {
    turns.begin(client, signal).then(
      (end) => {
        begun.push(name);
        ends.push(end);
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(NoTurnError);
        refused.push(name);
      },
    );
  };
  const endFirst = async (): Promise<void> => {
    ends.shift()!();
    await turnOfLoop();
  };
  return { ask, begun, refused, endFirst };
}

describe('turns', () => {
  it('are as many at once as there are places, of one client all but one', async () => {
    const turns = new Turns({ places: 4, ...LONG });
    const { ask, begun, endFirst } = asking(turns);
    for (let at = 0; at < 10; at++) ask('greedy');
    await turnOfLoop();
    expect([begun.length, turns.running, turns.waiting]).toEqual([3, 3, 7]);
    ask('other');
    await turnOfLoop();
    expect(begun.at(-1)).toBe('other');
    ask('third');
    await turnOfLoop();
    expect(turns.running).toBe(4);
    for (let at = 0; at < 11; at++) await endFirst();
    expect([begun.length, turns.running, turns.waiting]).toEqual([12, 1, 0]);
  });

  it('go round the clients, each in the order it asked', async () => {
    const turns = new Turns({ places: 1, ...LONG });
    const { ask, begun, endFirst } = asking(turns);
    for (let at = 0; at < 50; at++) ask('greedy', `greedy ${at}`);
    for (const name of ['a 0', 'a 1', 'b 0']) ask(name[0]!, name);
    await turnOfLoop();
    for (let at = 0; at < 6; at++) await endFirst();
    expect(begun).toEqual(['greedy 0', 'greedy 1', 'a 0', 'b 0', 'greedy 2', 'a 1', 'greedy 3']);
  });

  it('are taken from the client with the most in a full queue, the newest first', async () => {
    const turns = new Turns({ places: 1, waiting: 4, waitMs: 60_000 });
    const { ask, refused, begun, endFirst } = asking(turns);
    for (let at = 0; at < 5; at++) ask('greedy', `greedy ${at}`);
    ask('greedy', 'greedy 5');
    ask('a', 'a 0');
    ask('b', 'b 0');
    ask('a', 'a 1');
    ask('greedy', 'greedy 6');
    await turnOfLoop();
    // Two of greedy's, and one each of the others: a second one of `a` would make it as many as greedy has.
    expect(refused.sort()).toEqual(['a 1', 'greedy 3', 'greedy 4', 'greedy 5', 'greedy 6']);
    expect([turns.waiting, turns.refused]).toEqual([4, 5]);
    for (let at = 0; at < 4; at++) await endFirst();
    expect(begun).toEqual(['greedy 0', 'greedy 1', 'a 0', 'b 0', 'greedy 2']);
  });

  it('go round the sites, and in each of them round its clients', async () => {
    const turns = new Turns({ places: 1, waiting: 100, waitMs: 60_000, siteOf });
    const { ask, begun, endFirst } = asking(turns);
    for (const name of ['s/a 0', 's/a 1', 's/a 2', 's/b 0', 's/c 0', 'x 0', 'x 1', 'y 0'])
      ask(name.split(' ')[0]!, name);
    await turnOfLoop();
    for (let at = 0; at < 8; at++) await endFirst();
    expect(begun).toEqual(['s/a 0', 's/a 1', 'x 0', 'y 0', 's/b 0', 'x 1', 's/c 0', 's/a 2']);
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  });

  it('leave a place and a queue for others, however many clients a site has', async () => {
    const turns = new Turns({ places: 4, waiting: 50, waitMs: 60_000, siteOf });
    const { ask, begun, refused, endFirst } = asking(turns);
    for (let at = 0; at < 100; at++) ask(`s/${at}`);
    await turnOfLoop();
    expect([turns.running, turns.waiting]).toEqual([3, 50]);
    // A place is left for the first; the others take room from the newest of the site, and are next.
    for (const client of ['w', 'x', 'x', 'y']) ask(client);
    await turnOfLoop();
    expect(begun).toEqual(['s/0', 's/1', 's/2', 'w']);
    expect(refused.filter((client) => !client.startsWith('s/'))).toEqual([]);
    for (let at = 0; at < 4; at++) await endFirst();
    expect(begun.slice(4)).toEqual(['s/3', 'x', 'y', 's/4']);
  });

  it('in a full queue of one site are taken from its client with the most', async () => {
    const turns = new Turns({ places: 1, waiting: 4, waitMs: 60_000, siteOf });
    const { ask, refused } = asking(turns);
    for (const name of ['a 0', 'a 1', 'a 2', 'a 3', 'a 4', 'b 0', 'b 1', 'b 2']) ask(`s/${name[0]}`, name);
    await turnOfLoop();
    expect(refused).toEqual(['a 4', 'a 3', 'b 2']);
  });

  it('are not waited for longer than allowed, nor for who has left', async () => {
    const turns = new Turns({ places: 1, waiting: 10, waitMs: 20 });
    const end = await turns.begin('a');
    const gone = new AbortController();
    const leaving = turns.begin('c', gone.signal);
    gone.abort();
    await expect(leaving).rejects.toThrow(NoTurnError);
    await expect(turns.run('b', async () => 1)).rejects.toThrow(NoTurnError);
    expect(turns.waiting).toBe(0);
    end();
    end();
    expect(turns.running).toBe(0);
    await expect(turns.begin('c', gone.signal)).rejects.toThrow(NoTurnError);
    expect(turns.running).toBe(0);
    await expect(turns.run('b', async () => 1)).resolves.toBe(1);
    await expect(turns.run('b', () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(turns.running).toBe(0);
  });

  it('where there is one place, one client has it', async () => {
    const turns = new Turns({ places: 1, ...LONG });
    await expect(turns.run('a', async () => turns.running)).resolves.toBe(1);
  });
});
