import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rules } from '@contract/rules';
import { commonPasswords, passwordFault } from '@server/auth/passwordRule';
import { root } from '@server/base/root';
import { measured } from '../support/measured';

const [most = [], next = []] = readFileSync(join(root, 'tests/data/common-passwords.txt'), 'utf8')
  .split('\n# of the next 27,000\n')
  .map((part) => part.split('\n').filter((line) => line && !line.startsWith('# ')));

/**
 * Returns a word as known, with its first or its last letter capitalised, with every second one, and with all but the
 * first.
 */
const spellings = (word: string): string[] => [
  word,
  word.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  word.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
  word.replace(/[a-z]/g, (letter, index: number) => (index % 2 ? letter.toUpperCase() : letter)),
  word.toUpperCase().replace(/[A-Z]/, (letter) => letter.toLowerCase()),
];
const passes = (word: string): boolean => spellings(word).some((spelled) => rules.password.test(spelled));
const taken = (words: readonly string[]): string[] =>
  words.flatMap(spellings).filter((password) => passwordFault(password, 'lin') === undefined);

it('the password rule refuses the 3,000 most used passwords in every spelling, and those of the next 27,000 that fit the rule’s form (AU5)', () => {
  expect(new Set(most).size).toBe(3_000);
  const known = [...most, ...next];
  expect(taken(known)).toEqual([]);
  expect(known.filter(passes)).toEqual(next);
  measured(
    `最常用的 ${most.length} 个口令及其后 27000 个中能通过规则的 ${next.length} 个，各以 5 种大小写：收下 ${taken(known).length} 个`,
  );
});

it('the built-in list of common passwords contains only passwords that pass the other rules (AU5)', () => {
  const needless = [...commonPasswords].filter((word) => word !== word.toLowerCase() || !passes(word));
  expect(needless).toEqual([]);
  expect(taken([...commonPasswords])).toEqual([]);
  measured(`服务端另有口令表 ${commonPasswords.size} 个，其中规则本已拒绝的 ${needless.length} 个`);
});
