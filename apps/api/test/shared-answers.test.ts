import { expect, it } from 'vitest';
import { SharedAnswers } from '../src/node/shared-answers.js';

/** A question that counts how often it is asked. */
function counted(): { asked: string[]; ask: (question: string) => () => Promise<string> } {
  const asked: string[] = [];
  return {
    asked,
    ask: (question) => async () => {
      asked.push(question);
      if (question === 'broken') throw new Error('no answer');
      return question;
    },
  };
}

it('asks once for what is final, and again for what is not or failed', async () => {
  const { asked, ask } = counted();
  const answers = new SharedAnswers<string>(10, (answer) => answer !== 'open');
  for (let round = 0; round < 2; round++) {
    expect(await answers.get('final', ask('final'))).toBe('final');
    expect(await answers.get('open', ask('open'))).toBe('open');
    await expect(answers.get('broken', ask('broken'))).rejects.toThrow('no answer');
  }
  expect(asked).toEqual(['final', 'open', 'broken', 'open', 'broken']);
});

it('shares what is under way', async () => {
  const { asked, ask } = counted();
  const answers = new SharedAnswers<string>(10, () => false);
  expect(await Promise.all([answers.get('open', ask('open')), answers.get('open', ask('open'))])).toEqual([
    'open',
    'open',
  ]);
  expect(asked).toEqual(['open']);
});

it('forgets what was not used for longest', async () => {
  const { asked, ask } = counted();
  const answers = new SharedAnswers<string>(2, () => true);
  for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await answers.get(question, ask(question));
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
});
